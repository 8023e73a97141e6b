import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request as a `curl` command, secrets masked, for a shell that follows POSIX.
struct CurlCommand {
  private let request: ReceivedRequest

  init(_ request: ReceivedRequest) {
    self.request = request
  }

  var text: String {
    var words = ["curl"]
    if request.method != .get || !request.body.isEmpty { words += ["-X", Self.quoted(request.method.rawValue)] }
    words.append(Self.quoted(Secrets.masked(url: request.url?.absoluteString ?? "").shortened(to: 500)))
    for field in request.headers.prefix(12) {
      let value = Secrets.masked(field.value, named: field.name).shortened(to: 100)
      words += ["-H", Self.quoted("\(field.name): \(value)")]
    }
    return (words + bodyWords).joined(separator: " ")
  }

  private var bodyWords: [String] {
    guard !request.body.isEmpty else { return [] }
    guard request.body.count <= 400, let text = String(data: request.body, encoding: .utf8) else {
      return ["--data-binary", "@body", "# \(request.body.count) bytes"]
    }
    guard case .value(let json) = JSONBody(request.body) else { return ["--data-raw", Self.quoted(text)] }
    let masked = Secrets.masked(json: json)
    return ["--data-raw", Self.quoted(masked == json ? text : masked.description)]
  }

  private static func quoted(_ text: String) -> String {
    let isPlain = !text.isEmpty && text.utf8.allSatisfy { "-._~/:@%+=,".utf8.contains($0) || $0.isAlphanumericASCII }
    return isPlain ? text : "'" + text.replacingOccurrences(of: "'", with: "'\\''") + "'"
  }
}

extension UInt8 {
  fileprivate var isAlphanumericASCII: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
