extension CallbackError {
  /// A kind of ``CallbackError``.
  public struct Code: Hashable, Sendable {
    private enum Storage { case dropped, timedOut, calledWithoutValue, calledAgain, calledAfterTimeout, calledAfterEnd }
    private let storage: Storage

    /// The callback was released without having been called; thrown at once.
    public static let dropped = Self(storage: .dropped)

    /// The callback was not called in time; thrown at the time-out.
    public static let timedOut = Self(storage: .timedOut)

    /// The callback was called with neither a value nor an error; thrown at once.
    public static let calledWithoutValue = Self(storage: .calledWithoutValue)

    /// The callback was called more than once; recorded as an issue.
    public static let calledAgain = Self(storage: .calledAgain)

    /// The callback was called when its time-out had been thrown; recorded as an issue.
    public static let calledAfterTimeout = Self(storage: .calledAfterTimeout)

    /// An observer was called when its work had said that it was done; recorded as an issue.
    public static let calledAfterEnd = Self(storage: .calledAfterEnd)
  }
}

extension CallbackError.Code: CustomStringConvertible {
  /// The name of the static member.
  public var description: String { "\(storage)" }
}
