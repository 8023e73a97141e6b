public import Foundation
import NetworkEndpoints

extension HTTPMessage {
  /// What the lines of a message's head end in.
  public struct LineBreak: Hashable, Sendable {
    let text: String

    /// A line feed, as other text files have; every reader of messages has to accept it.
    public static let lf = Self(text: "\n")
    /// A carriage return and a line feed, as messages have on the wire.
    public static let crlf = Self(text: "\r\n")
  }

  /// Writes the message as a `.http` file has it.
  ///
  /// Line feeds are the default, as editors and version control leave a file alone whose lines all end alike. A
  /// `Content-Length` is made right, but for a response without a body, which may answer a `HEAD`; none is added, so
  /// that a body can be edited by hand. `chunked` is left out, as the body is not.
  ///
  /// - Parameter lineBreak: What the lines of the head end in; the body stays as it is.
  /// - Returns: The bytes of the message.
  public func encoded(lineBreak: LineBreak = .lf) -> Data {
    var fields = headers.withoutChunked
    if !(body.isEmpty && isResponse), fields.lengths.contains(where: { $0 != body.count }) {
      fields["Content-Length"] = String(body.count)
    }
    let lines = [firstLine] + fields.map { "\($0.name): \($0.value)" }
    let head = lines.map { $0.onOneLine + lineBreak.text }.joined() + lineBreak.text
    return Data(head.utf8) + body
  }

  private var firstLine: String {
    switch startLine {
    case .request(let method, let target): "\(method.rawValue) \(target) \(version)"
    case .response(let status, ""): "\(version) \(status)"
    case .response(let status, let reason): "\(version) \(status) \(reason)"
    }
  }
}

extension HTTPMessage: CustomStringConvertible {
  /// The message as text.
  public var description: String { String(decoding: encoded(), as: UTF8.self) }
}

extension String {
  /// A line break in a value would begin a field of its own.
  fileprivate var onOneLine: String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { ["\r", "\n", "\0"].contains($0) ? " " : $0 }))
  }
}
