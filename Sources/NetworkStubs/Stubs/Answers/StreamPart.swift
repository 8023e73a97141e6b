/// A part of a streamed answer: a piece of its body, or an event in between.
///
/// ```swift
/// .stream("first\n", .pause(.seconds(2)), "second\n", .failure(.networkConnectionLost))
/// ```
public struct StreamPart: Sendable {
  enum Storage: Sendable {
    case chunk(Data)
    case pause(Duration)
    case failure(any Error)
    case stall
  }

  let storage: Storage

  /// Whether it is a piece without a byte, which is not a piece.
  package var isEmpty: Bool { if case .chunk(let data) = storage { data.isEmpty } else { false } }

  /// Bytes that arrive together.
  public static func chunk(_ data: Data) -> Self { Self(storage: .chunk(data)) }

  /// Text that arrives together, in UTF-8.
  public static func chunk(_ text: String) -> Self { chunk(Data(text.utf8)) }

  /// Explains what a piece of a body is called.
  @available(*, unavailable, renamed: "chunk")
  public static func data(_ data: Data) -> Self { chunk(data) }

  /// A pause in which nothing arrives, on the transport's clock; the request's `timeoutInterval` limits each.
  ///
  /// - Parameter duration: The length of the pause.
  public static func pause(_ duration: Duration) -> Self { Self(storage: .pause(duration)) }

  /// An error that ends the stream.
  public static func failure(_ code: URLError.Code) -> Self { failure(URLError(code)) }

  /// An error that ends the stream.
  public static func failure(_ error: any Error) -> Self { Self(storage: .failure(error)) }
  /// Silence: nothing more arrives, until the request times out.
  public static let stall = Self(storage: .stall)
}

extension StreamPart: ExpressibleByStringLiteral {
  /// Text that arrives together.
  public init(stringLiteral value: String) { self = .chunk(value) }
}
