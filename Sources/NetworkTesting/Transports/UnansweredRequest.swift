public import Foundation

/// Thrown to the caller of a request that no stub answers; the test fails as well, even where this is swallowed.
///
/// It is a type of its own, so that no retry takes it for a time-out or a lost connection.
public struct UnansweredRequest: Error, Sendable {
  /// The request.
  public let request: ReceivedRequest
  /// What the nearest stubs expected, and what to do.
  public let explanation: String
}

extension UnansweredRequest: CustomStringConvertible, LocalizedError {
  /// The explanation.
  public var description: String { explanation }

  /// The explanation.
  public var errorDescription: String? { explanation }
}
