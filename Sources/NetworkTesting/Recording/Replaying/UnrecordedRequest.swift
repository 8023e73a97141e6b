public import Foundation

/// Thrown to the caller of a request that a recording does not answer; the test fails as well, even where this is swallowed.
///
/// It is a type of its own, so that no retry takes it for a time-out or a lost connection.
public struct UnrecordedRequest: Error, Sendable {
  /// The request.
  public let request: ReceivedRequest
  /// Whether the recording has such a request, all of whose answers were given already.
  public let isUsedUp: Bool
  /// What the nearest recorded requests are, and what to do.
  public let explanation: String
}

extension UnrecordedRequest: CustomStringConvertible, LocalizedError {
  /// The first line of the explanation; the rest is in the test's issue, and need not be said twice.
  public var description: String {
    "\(explanation.prefix { $0 != "\n" }) The issue recorded for this request says what is closest."
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
