public import Foundation

/// Thrown to the caller of a request that nothing in the test answers; the test fails as well, even where this is swallowed.
///
/// It is a type of its own, so that no retry takes it for a time-out or a lost connection.
public struct UnansweredRequest: Error, Sendable {
  /// The request.
  public let request: ReceivedRequest
  /// What the nearest stubs expected, and what to do.
  public let explanation: String
}

extension UnansweredRequest: CustomStringConvertible, LocalizedError {
  /// The first line of the explanation; the rest is in the test's issue, and need not be said twice.
  public var description: String {
    "\(explanation.prefix { $0 != "\n" }) The issue recorded for this request says more."
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
