public import Foundation

/// A part of a streamed answer: some of its body, or what happens between.
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

  /// Bytes that arrive together.
  ///
  /// - Parameter data: The bytes.
  public static func chunk(_ data: Data) -> Self { Self(storage: .chunk(data)) }

  /// Text that arrives together, in UTF-8.
  ///
  /// - Parameter text: The text.
  public static func chunk(_ text: String) -> Self { chunk(Data(text.utf8)) }

  /// A time in which nothing arrives, on the transport's clock; the request's `timeoutInterval` limits each.
  ///
  /// - Parameter duration: How long.
  public static func pause(_ duration: Duration) -> Self { Self(storage: .pause(duration)) }

  /// The end, by an error.
  ///
  /// - Parameter code: The error's code, such as `.networkConnectionLost`.
  public static func failure(_ code: URLError.Code) -> Self { failure(URLError(code)) }

  /// The end, by an error.
  ///
  /// - Parameter error: The error.
  public static func failure(_ error: any Error) -> Self { Self(storage: .failure(error)) }

  /// The end, by silence: nothing arrives any more, until the request times out.
  public static let stall = Self(storage: .stall)
}

extension StreamPart: ExpressibleByStringLiteral {
  /// Text that arrives together.
  public init(stringLiteral value: String) { self = .chunk(value) }
}
