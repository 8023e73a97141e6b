public import Testing

/// Values that ``collect(_:count:timeout:clock:isolation:sourceLocation:)`` was asked for and did not get.
public struct CollectError: Error, Sendable {
  /// A kind of ``CollectError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case timedOut, endedEarly }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// The values did not come in time.
    public static let timedOut = Self(storage: .timedOut)

    /// The sequence ended before there were as many values as were asked for.
    public static let endedEarly = Self(storage: .endedEarly)
  }

  /// What kind of error it is.
  public let code: Code

  /// How many values were asked for; nothing if all were.
  public let expectedCount: Int?

  /// How many values there were.
  public let receivedCount: Int

  /// The values there were, as text; only the first and the last of many.
  public let received: String

  /// Where the values were asked for.
  public let sourceLocation: SourceLocation

  private let limit: TimeLimit

  init(_ code: Code, limit: TimeLimit, count: Int?, values: [some Any], sourceLocation: SourceLocation) {
    self.code = code
    self.limit = limit
    self.sourceLocation = sourceLocation
    expectedCount = count
    receivedCount = values.count
    received = FailureText.list(values)
  }
}

extension CollectError: CustomStringConvertible {
  /// What happened, what was there, and what to do.
  public var description: String {
    let site = FailureText.site(sourceLocation)
    let values = expectedCount == 1 ? "value" : "values"
    let asked = expectedCount.map { "\($0) \(values)" } ?? "the end of the sequence"
    let had = receivedCount == 0 ? "There was no value." : "There were \(receivedCount): \(received)"
    if code == .endedEarly {
      return """
        The sequence ended after \(receivedCount) of \(asked)

        Collected at \(site). \(had)

        If fewer may come, leave `count:` out. If not, see what ended the sequence.
        """
    }
    return """
      \(expectedCount == nil ? "The sequence did not end" : "The sequence did not bring \(asked)") within \(limit)

      Collected at \(site). \(had)

      \(expectedCount == nil ? "If it never ends, say how many values to read with `count:`." : "See what should send the others.") \
      If the work is slow, pass a longer `timeout:`.
      """
  }
}
