/// A request or a response as text: a start line, header fields, an empty line, and the body.
///
/// ```http
/// HTTP/1.1 404 Not Found
/// Content-Type: application/problem+json
///
/// { "title": "Item not found" }
/// ```
///
/// A `.http` file holds one, written by hand or by a recorder; see
/// [RFC 9112, section 2](https://www.rfc-editor.org/rfc/rfc9112#section-2).
public struct HTTPMessage: Hashable, Sendable {
  /// The first line, which distinguishes a request from a response.
  package enum StartLine: Hashable, Sendable {
    /// A request: its method, and its target as sent, such as `/items?page=1`.
    case request(method: HTTPMethod, target: String)
    case response(status: Int, reason: String)
  }

  package var startLine: StartLine
  /// The version of the protocol, such as `HTTP/1.1`.
  package var version: String
  /// The header fields, in order; a field may repeat.
  public var headers: HTTPHeaders
  /// The body; it is never chunked.
  public var body: Data

  /// Creates a message.
  package init(_ startLine: StartLine, version: String = "HTTP/1.1", headers: HTTPHeaders = [:], body: Data = Data()) {
    self.startLine = startLine
    self.version = version
    self.headers = headers
    self.body = body
  }
}

extension Fixture {
  /// The request or response in the file.
  ///
  /// - Throws: A ``FixtureError`` as for ``data``; an ``HTTPMessageError`` if the file is not a message.
  public var message: HTTPMessage { get throws { try HTTPMessage(try data, file: name) } }
}

extension HTTPMessage {
  /// Encodes the message in the form of a `.http` file.
  ///
  /// Its head has line feeds by default: editors and version control leave a file unchanged whose lines all end alike. An existing
  /// `Content-Length` is corrected, except for a response without a body, which may answer a `HEAD`. None is added, so a body can
  /// be edited by hand. `chunked` is removed, because the body is not chunked.
  package func encoded(lineBreak: String = "\n") -> Data {
    var fields = headers.withoutChunked
    if !(body.isEmpty && isResponse), fields.lengths.contains(where: { $0 != body.count }) {
      fields["Content-Length"] = String(body.count)
    }
    let lines = [firstLine] + fields.map { "\($0.name): \($0.value)" }
    let head = lines.map { $0.onOneLine + lineBreak }.joined() + lineBreak
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
  /// The value on one line, since a line break in it would start another field.
  fileprivate var onOneLine: String {
    guard utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { ["\r", "\n", "\0"].contains($0) ? " " : $0 }))
  }
}
