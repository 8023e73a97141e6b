public import Testing

/// A condition that did not come to hold in time.
public struct EventuallyError: Error, Sendable {
  /// What the condition's last value was, as text.
  public let lastValue: String

  /// How often the condition was checked.
  public let checks: Int

  /// Where it was awaited.
  public let sourceLocation: SourceLocation

  let limit: TimeLimit
  let isPlainCondition: Bool
}

extension EventuallyError: CustomStringConvertible {
  /// What happened, what was there, and what to do.
  public var description: String {
    let found = """
      The condition did not hold within \(limit)

      Checked \(FailureText.times(checks)) at \(FailureText.site(sourceLocation)). Its last value was \(lastValue).
      """
    let advice =
      isPlainCondition
      ? "To see more than that, wait for a value: eventually { value } satisfies: { … }"
      : "If the work is slow, pass a longer `timeout:`. If it is done, see why the value is not as expected."
    return "\(found)\n\n\(advice)"
  }
}
