public import Testing

/// Sleepers of a ``VirtualClock`` that a test did not expect, or expected and did not get.
public struct VirtualClockError: Error, Sendable {
  /// A kind of ``VirtualClockError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case tooFewSleepers, stillAsleep }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// Fewer tasks fell asleep than were awaited.
    public static let tooFewSleepers = Self(storage: .tooFewSleepers)

    /// Somebody sleeps who should not.
    public static let stillAsleep = Self(storage: .stillAsleep)
  }

  /// What kind of error it is.
  public let code: Code

  /// What the clock showed.
  public let now: VirtualClock.Instant

  /// When those who slept were to wake, the next one first.
  public let deadlines: [VirtualClock.Instant]

  /// Where it was looked for.
  public let sourceLocation: SourceLocation

  private let expectation: String

  init(tooFewOf count: Int, within limit: TimeLimit, on clock: VirtualClock, at location: SourceLocation) {
    code = .tooFewSleepers
    expectation = "\(count) awaited within \(limit)"
    (now, deadlines) = clock.snapshot
    sourceLocation = location
  }

  init(stillAsleepOn clock: VirtualClock, at location: SourceLocation) {
    code = .stillAsleep
    expectation = ""
    (now, deadlines) = clock.snapshot
    sourceLocation = location
  }
}

extension VirtualClockError: CustomStringConvertible {
  /// What happened, what was there, and what to do.
  public var description: String {
    let site = sourceLocation.place
    let found = "The clock shows \(now), and \(Self.whoSleeps(until: deadlines))."
    if code == .tooFewSleepers {
      return """
        Too few tasks sleep on the virtual clock: \(expectation)

        Awaited at \(site). \(found)

        See that the code under test was given this clock, that it got as far as its sleep, and that nobody moved the
        time before it fell asleep.
        """
    }
    return """
      Somebody still sleeps on the virtual clock

      Looked for at \(site). \(found)

      Move the time (`run()` wakes all), or cancel the task that sleeps.
      """
  }

  static func whoSleeps(until deadlines: [VirtualClock.Instant]) -> String {
    switch deadlines.count {
    case 0: "nobody sleeps"
    case 1: "1 task sleeps until \(deadlines[0])"
    default: "\(deadlines.count) tasks sleep until \(listed(deadlines))"
    }
  }

  private static func listed(_ deadlines: [VirtualClock.Instant]) -> String {
    let shown = deadlines.prefix(10).map(\.description).joined(separator: ", ")
    return deadlines.count > 10 ? "\(shown) and later" : shown
  }
}
