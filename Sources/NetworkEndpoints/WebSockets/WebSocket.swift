/// One end of a WebSocket: messages go both ways until either end closes it.
///
/// Production code takes a connected one; a test passes a double. See [RFC 6455](https://www.rfc-editor.org/rfc/rfc6455).
public protocol WebSocket: Sendable {
  /// Sends a message.
  ///
  /// - Parameter message: The message.
  /// - Throws: ``WebSocketClosed`` if the socket is closed; the error that broke the connection.
  func send(_ message: WebSocketMessage) async throws

  /// Waits for the next message.
  ///
  /// - Returns: The message; nil when the other end has closed the socket properly.
  /// - Throws: The error that broke the connection; `CancellationError`.
  func next() async throws -> WebSocketMessage?

  /// Closes the socket.
  ///
  /// - Parameters:
  ///   - code: The reason.
  ///   - reason: The reason in words: up to 123 bytes.
  func close(_ code: WebSocketCloseCode, reason: String) async
}

extension WebSocket {
  /// Sends a text.
  public func send(_ text: String) async throws { try await send(.text(text)) }

  /// Sends bytes.
  public func send(_ data: Data) async throws { try await send(.data(data)) }

  /// Closes the socket after its work is done.
  public func close() async { await close(.normal, reason: "") }
}

/// A message of a ``WebSocket``.
public enum WebSocketMessage: Hashable, Sendable {
  /// A text.
  case text(String)
  /// Bytes.
  case data(Data)
}

/// A reason for closing a ``WebSocket``.
///
/// See [RFC 6455, section 7.4](https://www.rfc-editor.org/rfc/rfc6455#section-7.4).
public struct WebSocketCloseCode: RawRepresentable, Hashable, Sendable {
  /// The number as sent.
  public let rawValue: Int

  /// Creates a code.
  ///
  /// - Parameter rawValue: The number, such as 4000 for an application's own.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The work is done.
  public static let normal = Self(rawValue: 1000)
  /// An end goes away, like a page that the user leaves.
  public static let goingAway = Self(rawValue: 1001)
  /// The other end broke the protocol.
  public static let protocolError = Self(rawValue: 1002)
  /// A text was not UTF-8.
  public static let invalidPayload = Self(rawValue: 1007)
  /// A message breaks a rule of its receiver.
  public static let policyViolation = Self(rawValue: 1008)
  /// A message was too big to be processed.
  public static let messageTooBig = Self(rawValue: 1009)
  /// The server met an error.
  public static let internalError = Self(rawValue: 1011)

  /// Whether the code is allowed in a frame.
  package var canBeSent: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}

/// An error about a ``WebSocket`` that is closed.
public struct WebSocketClosed: Error, Hashable, Sendable {
  /// The reason for closing; nil if the other end gave none.
  public let code: WebSocketCloseCode?
  /// The reason, in words.
  public let reason: String

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - code: The reason for closing.
  ///   - reason: The reason, in words.
  public init(code: WebSocketCloseCode?, reason: String = "") {
    self.code = code
    self.reason = reason
  }

  /// Returns as much of a reason as the frame of a close has room for
  /// ([RFC 6455, section 5.5](https://www.rfc-editor.org/rfc/rfc6455#section-5.5)): 123 bytes, and no half of a character.
  package static func sent(_ reason: String) -> String {
    var sent = reason.prefix(123)
    while sent.utf8.count > 123 { sent.removeLast() }
    return String(sent)
  }
}

extension WebSocketClosed: ReadableError {
  /// A sentence about the close and its reason.
  public var description: String {
    let why = code.map { " with code \($0.rawValue)" } ?? ""
    return "The WebSocket is closed\(why)\(reason.isEmpty ? "" : ": \(reason.printable)")"
  }
}
