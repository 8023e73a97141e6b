/// The pages that may read the answers of a server, by their origins, and the names by which it may be asked.
package struct AllowedPages: Hashable, Sendable {
  private var origins: Set<String>?
  /// The names besides those of the loopback interface by which a client may ask; nil for any.
  ///
  /// A page can have a name of its own lead to 127.0.0.1, and is then of the same origin as the server: DNS rebinding. A server
  /// that stands for long at a known port therefore answers to its own names alone.
  private var names: Set<String>?

  /// Only pages of the server itself.
  package static let own = Self(origins: [])
  /// Pages of any origin.
  package static let all = Self(origins: nil)

  private init(origins: Set<String>?) { self.origins = origins }

  /// Creates the rules of a server that stands for long.
  ///
  /// - Parameters:
  ///   - origins: The origins, such as `http://localhost:3000`.
  ///   - names: The names besides those of the loopback interface.
  package init(origins: [String], names: [String]) {
    self.origins = Set(origins.map { $0.lowercased() })
    self.names = Set(names.map { $0.lowercased() })
  }

  /// Whether a page of another origin may read answers.
  var allowOthers: Bool { origins?.isEmpty != true }

  func allow(_ origin: String) -> Bool { origins?.contains(origin.lowercased()) ?? true }

  /// Returns the reason why a request is refused; nil if it is not.
  func refusal(of head: RequestHead) -> Refusal? {
    guard let names else { return nil }
    let name = head.name.lowercased()
    if !name.isEmpty, !name.isLoopback, !names.contains(name) {
      let reason = """
        it asks for \(name.quoted), which is not a name of this server: --host adds one (RFC 9110, section 7.4)
        """
      return Refusal(status: 421, reason: reason, title: head.title)
    }
    // A browser asks no server whether a page may open a socket to it.
    if head.upgrade?.lowercased() == "websocket", let origin = head.value(of: "Origin"), !allow(origin),
      origin.lowercased() != "http://\(head.host ?? "")".lowercased()
    {
      let reason = "its page has another origin, \(origin.quoted): to allow that origin, pass it as --cors=ORIGIN"
      return Refusal(status: 403, reason: reason, title: head.title)
    }
    return nil
  }
}

extension String {
  /// Whether a host's name, in lower case, is one that no other machine has.
  fileprivate var isLoopback: Bool {
    if ["localhost", "[::1]"].contains(self) || hasSuffix(".localhost") { return true }
    let numbers = split(separator: ".", omittingEmptySubsequences: false)
    return numbers.count == 4 && numbers[0] == "127" && numbers.allSatisfy { UInt8($0) != nil }
  }
}

/// The header fields that let pages of other origins read the answers of a server.
///
/// The origin is named and not `*`, so that requests with credentials are allowed as well. See
/// [Fetch, section 3.3](https://fetch.spec.whatwg.org/#http-cors-protocol).
struct CrossOrigin {
  private let origin: String

  /// - Returns: Nil for a request that is not from a page of another origin, or of one that is not allowed.
  init?(_ head: RequestHead, _ pages: AllowedPages) {
    guard pages.allowOthers, let origin = head.value(of: "Origin"), pages.allow(origin) else { return nil }
    self.origin = origin
  }

  /// Returns the answer to a browser's preflight request; nil for any other request.
  func preflight(_ head: RequestHead) -> HTTPResponse? {
    guard head.method == "OPTIONS", let method = head.value(of: "Access-Control-Request-Method") else { return nil }
    var headers: HTTPHeaders = ["Access-Control-Allow-Methods": method]
    headers["Access-Control-Allow-Headers"] = head.value(of: "Access-Control-Request-Headers")
    // Chromium asks this for pages of other networks than the loopback interface.
    if head.value(of: "Access-Control-Request-Private-Network") == "true" {
      headers["Access-Control-Allow-Private-Network"] = "true"
    }
    return HTTPResponse(status: 204, headers: allowing(headers))
  }

  /// Returns the fields of an answer that the page may read, unless they have their own rule.
  func allowing(_ headers: HTTPHeaders) -> HTTPHeaders {
    guard headers["Access-Control-Allow-Origin"] == nil else { return headers }
    var allowed = headers
    let names = headers.map(\.name).filter { $0.lowercased() != "set-cookie" }
    if !names.isEmpty { allowed["Access-Control-Expose-Headers"] = names.joined(separator: ", ") }
    allowed["Access-Control-Allow-Origin"] = origin
    allowed["Access-Control-Allow-Credentials"] = "true"
    allowed["Vary"] = headers["Vary"].map { "\($0), Origin" } ?? "Origin"
    return allowed
  }
}
