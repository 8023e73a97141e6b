/// A request as a `curl` command, secrets masked, for bash, zsh and every shell that knows `$'…'`.
package struct CurlCommand {
  private let request: HTTPMessage
  private let method: HTTPMethod
  private let url: String
  private let host: String
  private let opensWebSocket: Bool
  private let bodyCount: Int
  /// Whether all fields and the whole body are there, however long they are.
  private let isWhole: Bool

  /// Creates the command of a request, with its secrets masked.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - masked: What a search for its secrets has found; nil to search now.
  package init(_ request: ReceivedRequest, _ masked: MaskedRequest? = nil) {
    self.init(request, mostBytes: Self.mostBodyBytes, masked ?? MaskedRequest(request), isWhole: false)
  }

  /// Creates the command of a whole request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isMasked: Whether its secrets are masked.
  fileprivate init(whole request: ReceivedRequest, isMasked: Bool) {
    self.init(request, mostBytes: .max, isMasked ? MaskedRequest(request) : nil, isWhole: true)
  }

  private init(_ request: ReceivedRequest, mostBytes: Int, _ masked: MaskedRequest?, isWhole: Bool) {
    // The URL is masked already, so the message is made without it.
    let message = request.message(mostBytes: mostBytes, target: "")
    self.request = masked?.masking.masked(message) ?? message
    method = request.method
    url = request.url == nil ? "" : masked?.url ?? request.target
    host = request.url?.host?.lowercased() ?? ""
    opensWebSocket = request.opensWebSocket
    bodyCount = request.body.count
    self.isWhole = isWhole
  }

  /// The command; a comment replaces text that is too long to paste.
  package var text: String {
    guard isWhole || url.utf8.count <= 600 else {
      return "# the URL is too long for a command line: \(url.utf8.count) bytes"
    }
    let arguments = methodOption + (hasDots ? ["--path-as-is"] : []) + [Self.quoted(url)] + headers + body
    let line = "curl " + arguments.joined(separator: " ")
    guard isWhole, line.count > 100 else { return line }
    return "curl " + arguments.joined(separator: " \\\n  ")
  }

  /// Whether the path has segments such as `..`, which curl would resolve.
  private var hasDots: Bool {
    let path = url.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").dropFirst().contains { segment in
      [".", ".."].contains(segment.lowercased().replacing("%2e", with: "."))
    }
  }

  private var methodOption: [String] {
    // With -X HEAD, curl would wait for a body.
    if method == .head { return ["--head"] }
    return method == .get && bodyCount == 0 ? [] : ["-X \(Self.quoted(method.rawValue))"]
  }

  /// Whether it can be run as it is: no secret is masked, nothing is too long to paste, the host may exist, and it opens no
  /// WebSocket, which `curl` would not use.
  var canBeRun: Bool { !isHostReserved && !opensWebSocket && !text.contains(Masking.mask) && !text.contains("# ") }

  /// Whether no such host exists: names for tests and documentation ([RFC 6761](https://www.rfc-editor.org/rfc/rfc6761)), and names
  /// without a domain, but for `localhost`.
  private var isHostReserved: Bool {
    let labels = host.split(separator: ".").map(String.init)
    guard labels.count > 1, let last = labels.last else { return host != "localhost" }
    return ["test", "example", "invalid"].contains(last)
      || labels[labels.count - 2] == "example" && ["com", "net", "org"].contains(last)
  }

  private var fields: [HTTPHeaders.Field] {
    let own = request.headers.ofApp
    return isWhole ? Array(own) : Array(own.filter { $0.name.count + $0.value.count <= 100 }.prefix(8))
  }

  private var headers: [String] {
    // With a colon and no value, curl would leave the field out.
    fields.map { "-H \(Self.quoted($0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"))" }
  }

  /// The body, and a comment at the end about what is too long to paste.
  private var body: [String] {
    var body: [String] = []
    var rest: [String] = []
    let fieldCount = request.headers.ofApp.count - fields.count
    if fieldCount > 0 { rest.append(fieldCount.counted("more field")) }
    if bodyCount > 0 {
      let isShort = isWhole || bodyCount <= Self.mostBodyBytes
      if isShort, let text = String(data: request.body, encoding: .utf8) {
        body.append("--data-raw \(Self.quoted(text.sortedJSON ?? text))")
      } else {
        rest.append("a body of \(bodyCount) bytes")
      }
    }
    return rest.isEmpty ? body : body + ["# and \(rest.inWords)"]
  }

  private static let mostBodyBytes = 400

  private static func quoted(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "-._~/:@%+=,").union(.alphanumerics)
    // Of a long text, most of which are bodies, the first character that needs quotation marks is near the start.
    let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isASCII && plain.contains($0) }
    if isPlain { return text }
    guard text.isPrintingASCII || text.unicodeScalars.allSatisfy(\.isPrinting) else { return escaped(text) }
    return "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  /// Returns the text with escapes for unprintable characters, each byte in octal.
  private static func escaped(_ text: String) -> String {
    let escaped = text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\n": result += "\\n"
      case "'", "\\": result += "\\\(scalar)"
      case _ where scalar.isPrinting: result.unicodeScalars.append(scalar)
      default:
        for byte in UTF8.encode(scalar) ?? .init() {
          let digits = String(byte, radix: 8)
          result += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
        }
      }
    }
    return "$'\(escaped)'"
  }
}

extension String {
  /// The text with the keys of JSON objects in their order, in one line; nil for any other, and without a choice.
  ///
  /// Swift's dictionaries have another order in each process.
  package var sortedJSON: String? {
    let json = JSONText(Data(utf8))
    guard json.problem == nil, [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(json.mark(of: 0)) else { return nil }
    var isSorted = true
    func text(_ token: Int) -> String {
      switch json.mark(of: token) {
      case UInt8(ascii: "{"):
        let members = json.members(of: token)
        if members.count > 1 { isSorted = false }
        let sorted = members.sorted { json.string($0.key) < json.string($1.key) }
        return "{" + sorted.map { "\(json.source(of: $0.key)):\(text($0.value))" }.joined(separator: ",") + "}"
      case UInt8(ascii: "["): return "[" + json.children(of: token).map(text).joined(separator: ",") + "]"
      default: return json.source(of: token)
      }
    }
    let sorted = text(0)
    return isSorted ? nil : sorted
  }
}

extension ReceivedRequest {
  /// The whole request as a `curl` command, with secrets masked. Compare it with a text to find even an extra field.
  ///
  /// Fields stand in the order of their names, without those that a client adds by itself: `Content-Length`, and over a socket the
  /// `User-Agent` of a `URLSession` and what comes with it. The keys of a JSON body are sorted, as their order differs in each process. A command of more than 100 characters has an argument a line. If the URL
  /// or the body is no text that can be pasted, a comment says so.
  ///
  /// ```swift
  /// #expect(
  ///   request.curl == """
  ///     curl -X POST https://api.example.com/orders -H 'Content-Type: application/json' --data-raw '{"id":1}'
  ///     """)
  /// ```
  public var curl: String { curl(maskingSecrets: true) }

  /// Returns the whole request as a `curl` command.
  ///
  /// - Parameter maskingSecrets: Whether tokens, passwords and the like are masked; false for a test whose secrets are its own. A
  ///   failed `#expect` prints them.
  public func curl(maskingSecrets: Bool) -> String { CurlCommand(whole: self, isMasked: maskingSecrets).text }
}
