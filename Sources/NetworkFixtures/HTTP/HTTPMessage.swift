public import Foundation
public import NetworkEndpoints

/// A request or a response as text: a start line, header fields, an empty line, and the body.
///
/// ```http
/// HTTP/1.1 404 Not Found
/// Content-Type: application/problem+json
///
/// { "title": "Item not found" }
/// ```
///
/// A `.http` file holds one, written by hand or by ``encoded(lineBreak:)``; see
/// [RFC 9112, section 2](https://www.rfc-editor.org/rfc/rfc9112#section-2).
public struct HTTPMessage: Hashable, Sendable {
  /// The first line, which tells a request from a response.
  public enum StartLine: Hashable, Sendable {
    /// A request: its method, and its target as it is sent, such as `/items?page=1`.
    case request(method: HTTPMethod, target: String)
    /// A response: its status code, and the phrase that goes with it.
    case response(status: Int, reason: String)
  }

  /// The first line.
  public var startLine: StartLine
  /// The version of the protocol, such as `HTTP/1.1`.
  public var version: String
  /// The header fields, repeated ones repeated.
  public var headers: HTTPHeaders
  /// The body, never chunked.
  public var body: Data

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - startLine: The first line.
  ///   - version: The version of the protocol.
  ///   - headers: The header fields.
  ///   - body: The body.
  public init(_ startLine: StartLine, version: String = "HTTP/1.1", headers: HTTPHeaders = [:], body: Data = Data()) {
    self.startLine = startLine
    self.version = version
    self.headers = headers
    self.body = body
  }
}

extension Fixture {
  /// The request or response in the file.
  ///
  /// - Throws: A ``FixtureError`` as for ``data``; an ``HTTPMessageError`` where the file is no message.
  public var message: HTTPMessage {
    get throws { try HTTPMessage(try data, file: name) }
  }
}
