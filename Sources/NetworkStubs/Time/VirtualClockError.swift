/// An error about sleepers of a ``VirtualClock`` that were unexpected, or expected in vain.
public struct VirtualClockError: Error, Sendable {
  /// A kind of ``VirtualClockError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// Fewer tasks fell asleep than were awaited.
    public static let tooFewSleepers = Self(description: "tooFewSleepers")
    /// A task unexpectedly sleeps.
    public static let stillAsleep = Self(description: "stillAsleep")
  }

  /// The kind of error.
  public let code: Code
  /// The time that the clock showed.
  package let now: VirtualClock.Instant
  /// The deadlines of the sleeping tasks, the next one first.
  package let deadlines: [VirtualClock.Instant]
  /// The line that waits or verifies.
  package let place: CodePlace

  private let expectation: String

  package init(tooFewOf count: Int, within limit: TimeLimit, on clock: VirtualClock, at location: CodePlace) {
    self.init(.tooFewSleepers, "\(count) awaited within \(limit)", on: clock, at: location)
  }

  init(endlessOn clock: VirtualClock, after stops: Int, within timeout: Duration, at location: CodePlace) {
    let expectation = "\(stops) deadlines were passed in \(timeout.inWords) of real time"
    self.init(.stillAsleep, expectation, on: clock, at: location)
  }

  package init(stillAsleepOn clock: VirtualClock, at location: CodePlace) {
    self.init(.stillAsleep, "", on: clock, at: location)
  }

  private init(_ code: Code, _ expectation: String, on clock: VirtualClock, at location: CodePlace) {
    (self.code, self.expectation, place) = (code, expectation, location)
    (now, deadlines) = clock.snapshot
  }
}

extension VirtualClockError: CustomStringConvertible {
  /// The cause, the state and the remedy.
  public var description: String {
    let site = place.shown
    let found = "The clock shows \(now), and \(Self.sleepers(until: deadlines))."
    if code == .tooFewSleepers {
      return """
        Too few tasks sleep on the virtual clock: \(expectation)

        Awaited at \(site). \(found)

        Check that the code under test uses this clock, that it gets as far as its sleep, and that the time is not moved
        before it falls asleep.
        """
    }
    guard expectation.isEmpty else {
      return """
        A task sleeps again and again on the virtual clock: \(expectation)

        Run at \(site). \(found)

        Code that polls does not end by itself: move the time by a duration, as in \
        `await clock.advance(stepwiseBy: .seconds(10))`, or cancel its task first.
        """
    }
    return """
      A task still sleeps on the virtual clock

      Verified at \(site). \(found)

      Move the time (`wakeSleepers()` wakes all tasks), or cancel the task that sleeps.
      """
  }

  static func sleepers(until deadlines: [VirtualClock.Instant]) -> String {
    switch deadlines.count {
    case 0: "no task sleeps"
    case 1: "1 task sleeps until \(deadlines[0])"
    default: "\(deadlines.count) tasks sleep until \(listed(deadlines))"
    }
  }

  private static func listed(_ deadlines: [VirtualClock.Instant]) -> String {
    let shown = deadlines.prefix(10).map(\.description).joined(separator: ", ")
    return deadlines.count > 10 ? "\(shown) and later" : shown
  }
}
