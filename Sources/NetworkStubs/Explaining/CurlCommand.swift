/// A request as a `curl` command, secrets masked, for bash, zsh and every shell that knows `$'…'`.
package struct CurlCommand {
  private let request: HTTPMessage
  private let method: HTTPMethod
  private let url: String
  private let host: String
  private let bodyCount: Int

  /// Creates the command of a request, by default with a masking of its own secrets.
  package init(_ request: ReceivedRequest, _ masking: Masking? = nil) {
    let masking = masking ?? request.masking
    self.request = masking.masked(request.message(mostBytes: Self.mostBodyBytes))
    method = request.method
    url = masking.masked(request.url?.absoluteString ?? "")
    host = request.url?.host?.lowercased() ?? ""
    bodyCount = request.body.count
  }

  /// The command; a comment replaces text that is too long to paste.
  package var text: String {
    guard url.utf8.count <= 600 else { return "# the URL is too long for a command line: \(url.utf8.count) bytes" }
    // With -X HEAD, curl would wait for a body.
    let method =
      method == .head ? ["--head"] : method == .get && bodyCount == 0 ? [] : ["-X", Self.quoted(method.rawValue)]
    return (["curl"] + method + [Self.quoted(url)] + headers + body).joined(separator: " ")
  }

  /// Whether it can be run as it is: no secret is masked, nothing is too long to paste, and the host may exist.
  var canBeRun: Bool { !isHostReserved && !text.contains(Masking.mask) && !text.contains("# ") }

  /// Whether no such host exists: names for tests and documentation ([RFC 6761](https://www.rfc-editor.org/rfc/rfc6761)), and names
  /// without a domain, but for `localhost`.
  private var isHostReserved: Bool {
    let labels = host.split(separator: ".").map(String.init)
    guard labels.count > 1, let last = labels.last else { return host != "localhost" }
    return ["test", "example", "invalid"].contains(last)
      || labels[labels.count - 2] == "example" && ["com", "net", "org"].contains(last)
  }

  private var headers: [String] {
    let fields = request.headers.filter { $0.name.count + $0.value.count <= 100 && !$0.isOfClient }
    return fields.prefix(8).flatMap { ["-H", Self.quoted("\($0.name): \($0.value)")] }
  }

  private var body: [String] {
    guard bodyCount > 0 else { return [] }
    guard bodyCount <= Self.mostBodyBytes, let text = String(data: request.body, encoding: .utf8) else {
      return ["# and a body of \(bodyCount) bytes"]
    }
    return ["--data-raw", Self.quoted(text)]
  }

  private static let mostBodyBytes = 400

  private static func quoted(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "-._~/:@%+=,").union(.alphanumerics)
    let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isASCII && plain.contains($0) }
    if isPlain { return text }
    guard text.unicodeScalars.allSatisfy(\.isPrinting) else { return escaped(text) }
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

extension HTTPHeaders.Field {
  /// Whether clients, including `curl`, add the field themselves.
  fileprivate var isOfClient: Bool {
    switch name.lowercased() {
    case "user-agent", "accept-encoding", "accept-language": true
    case "accept": value == "*/*"
    default: false
    }
  }
}
