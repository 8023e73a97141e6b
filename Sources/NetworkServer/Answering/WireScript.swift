/// Bytes and events on a connection in place of an answer, which a ``LoopbackServer`` plays.
///
/// ```swift
/// .get("/items").respond(with: .wire("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", .reset))
/// ```
///
/// Without a socket, the caller gets it as an error.
package struct WireScript: Error, Sendable, CustomStringConvertible {
  let parts: [WirePart]

  /// The contents, and the requirement of a socket.
  package var description: String {
    "bytes on a socket, for a LoopbackServer only: send the request to one"
  }
}

/// A part of a connection that a stub scripts: raw bytes, or an event of the connection.
///
/// After the last part, the connection is closed unless that part says otherwise.
public struct WirePart: Sendable {
  enum Storage: Sendable {
    case bytes(Data)
    case drip(Data, pause: Duration)
    case pause(Duration)
    case reset, close, halfClose, stall
  }

  let storage: Storage

  /// Bytes, sent together.
  ///
  /// - Parameter data: The bytes.
  public static func bytes(_ data: Data) -> Self { Self(storage: .bytes(data)) }

  /// Text in UTF-8, sent together.
  ///
  /// - Parameter text: The text, in which a line of a head ends in `\r\n`.
  public static func bytes(_ text: String) -> Self { bytes(Data(text.utf8)) }

  /// Bytes, one at a time.
  ///
  /// - Parameters:
  ///   - data: The bytes.
  ///   - interval: The time after each, on the transport's clock.
  public static func drip(_ data: Data, every interval: Duration) -> Self {
    Self(storage: .drip(data, pause: interval))
  }

  /// A time in which nothing is sent, on the transport's clock.
  ///
  /// - Parameter duration: The length of the pause.
  public static func pause(_ duration: Duration) -> Self { Self(storage: .pause(duration)) }

  /// A reset, after the client's system has received all the bytes before it.
  public static let reset = Self(storage: .reset)

  /// The end of the connection.
  public static let close = Self(storage: .close)

  /// The end of the server's bytes; the client's are still read, until it closes the connection.
  public static let halfClose = Self(storage: .halfClose)

  /// Silence, until the client leaves or the server stops.
  public static let stall = Self(storage: .stall)
}

extension WirePart: ExpressibleByStringLiteral {
  /// Creates text that is sent together.
  public init(stringLiteral value: String) { self = .bytes(value) }
}

extension Answer {
  /// Bytes and events on the connection in place of an answer, for a ``LoopbackServer``.
  ///
  /// - Parameter parts: The bytes and events, in order.
  public static func wire(_ parts: WirePart...) -> Self { .error(WireScript(parts: parts)) }
}
