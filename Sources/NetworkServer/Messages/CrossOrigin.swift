/// The header fields that let pages of other origins read the answers of a server.
///
/// The origin is named and not `*`, so that requests with credentials are allowed as well. See
/// [Fetch, section 3.3](https://fetch.spec.whatwg.org/#http-cors-protocol).
struct CrossOrigin {
  private let origin: String

  /// - Returns: Nil for a request that is not from a page of another origin.
  init?(_ head: RequestHead) {
    guard let origin = head.value(of: "Origin") else { return nil }
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
