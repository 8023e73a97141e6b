import Foundation
import NetworkFixtures

/// What `curl -i` printed: the heads of redirects and interim answers, then the answer.
struct CurlOutput {
  /// The last answer.
  let message: HTTPMessage

  /// Reads the output.
  ///
  /// - Parameters:
  ///   - data: The output.
  ///   - file: Where it came from, named in errors.
  /// - Throws: An `HTTPMessageError` if it does not begin with a head.
  init(_ data: Data, file: String) throws {
    var rest = data[...]
    var message = try HTTPMessage(Self.withVersion(Data(rest)), file: file)
    // Each head but the last is followed by another; a body that looks like a head is beyond help.
    while let end = Self.endOfHead(rest), rest[end...].starts(with: Data("HTTP/".utf8)) {
      rest = rest[end...]
      message = try HTTPMessage(Self.withVersion(Data(rest)), file: file)
    }
    self.message = message
  }

  private static func endOfHead(_ data: Data) -> Data.Index? {
    let ends = [Data("\r\n\r\n".utf8), Data("\n\n".utf8)].compactMap { data.range(of: $0)?.upperBound }
    return ends.min()
  }

  /// curl leaves the minor version out of newer versions, and has undone the framing of the body.
  private static func withVersion(_ data: Data) -> Data {
    guard let end = endOfHead(data), var head = String(data: data[..<end], encoding: .utf8) else { return data }
    head = head.replacing(#/^HTTP/([23]) /#) { "HTTP/\($0.1).0 " }
    head = head.replacing(#/(?im)^(?:transfer-encoding|content-encoding|content-length):[^\n]*\n/#, with: "")
    return Data(head.utf8) + data[end...]
  }
}
