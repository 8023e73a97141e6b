import Foundation
import NetworkEndpoints

/// A request as a `curl` command, secrets masked, for bash, zsh and every shell that knows `$'…'`.
struct CurlCommand {
  private let request: ReceivedRequest

  init(_ request: ReceivedRequest) {
    self.request = request
  }

  /// The command; what is too long to paste is left out, and a comment says so.
  var text: String {
    let url = Secrets.masked(url: request.url?.absoluteString ?? "")
    guard url.utf8.count <= 600 else { return "# the URL is too long for a command line: \(url.utf8.count) bytes" }
    let method = request.method == .get && request.body.isEmpty ? [] : ["-X", Self.quoted(request.method.rawValue)]
    return (["curl"] + method + [Self.quoted(url)] + headers + body).joined(separator: " ")
  }

  private var headers: [String] {
    let fields = request.headers.filter { $0.name.count + $0.value.count <= 100 }
    return fields.prefix(8).flatMap { field in
      ["-H", Self.quoted("\(field.name): \(Secrets.masked(field.value, named: field.name))")]
    }
  }

  private var body: [String] {
    guard !request.body.isEmpty else { return [] }
    guard request.body.count <= 400, let text = String(data: request.body, encoding: .utf8) else {
      return ["# and a body of \(request.body.count) bytes"]
    }
    guard case .value(let json) = JSONBody(request.body) else {
      return ["--data-raw", Self.quoted(MaskedText.masked(text))]
    }
    let masked = Secrets.masked(json: json)
    return ["--data-raw", Self.quoted(masked == json ? text : masked.description)]
  }

  private static func quoted(_ text: String) -> String {
    let plain = CharacterSet(charactersIn: "-._~/:@%+=,").union(.alphanumerics)
    let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isASCII && plain.contains($0) }
    if isPlain { return text }
    guard text.unicodeScalars.allSatisfy(\.isPrinting) else { return escaped(text) }
    return "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }

  /// The text with escapes for what does not print, each byte of it in octal.
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
