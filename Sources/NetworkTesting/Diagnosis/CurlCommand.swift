import Foundation
import NetworkEndpoints

/// A request as a `curl` command, secrets masked, for a shell that follows POSIX.
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
    return isPlain ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}
