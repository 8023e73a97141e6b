/// An error about sleepers of a ``VirtualClock`` that were unexpected, or that did not come.
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
  /// The number of sleeping tasks that are awaited.
  private let awaited: Int
  /// The functions that sleep, sorted, where they are known.
  private let functions: [String]
  /// Whether anything has ever slept on the clock.
  private let hasSleepers: Bool
  /// Sentences about other things that wait, on this clock or in real time.
  private let remarks: [String]

  package init(tooFewOf count: Int, within limit: TimeLimit, on clock: VirtualClock, at location: CodePlace) {
    self.init(.tooFewSleepers, "expected \(count) within \(limit)", awaited: count, on: clock, at: location)
  }

  init(endlessOn clock: VirtualClock, after stops: Int, within timeout: Duration, at location: CodePlace) {
    let expectation = "\(stops) deadlines passed in \(timeout.inWords) of real time"
    self.init(.stillAsleep, expectation, on: clock, at: location)
  }

  package init(stillAsleepOn clock: VirtualClock, at location: CodePlace) {
    self.init(.stillAsleep, "", on: clock, at: location)
  }

  private init(
    _ code: Code, _ expectation: String, awaited: Int = 0, on clock: VirtualClock, at location: CodePlace
  ) {
    self.code = code
    self.awaited = awaited
    self.expectation = expectation
    place = location
    (now, deadlines) = clock.snapshot
    remarks =
      code == .tooFewSleepers
      ? [clock.remarkOfTimeouts, RealAnswers.shared.remark(in: DefaultHarness.current)].filter { !$0.isEmpty }
        + [OwnClocks.shared.remarkOnSeveral].compactMap { $0 } : []
    hasSleepers = clock.hasSleepers
    let tasks = code == .stillAsleep ? clock.contents.withLock { $0.sleepers.tasks } : []
    functions = Set(tasks.compactMap { FunctionName.author(of: AsyncBacktrace.functions(of: $0)) }).sorted()
  }
}

extension VirtualClockError: CustomStringConvertible {
  /// The cause, the state and the remedy.
  public var description: String {
    let site = place.shown
    let names = functions.isEmpty ? "" : ", in \(Array(functions.prefix(5)).inWords)"
    let found = "The clock shows \(now), and \(Self.sleepers(until: deadlines))\(names)."
    if code == .tooFewSleepers {
      return ErrorLayout(
        "Too few tasks sleep on the virtual clock: \(expectation)", there: ["Awaited at \(site). \(found)"] + remarks,
        remedy: hasSleepers
          ? adviceOnCount
          : """
          Nothing has ever slept on this clock: check that the code under test uses it, and does not sleep with `Task.sleep` or on
          another clock.
          """
      ).description
    }
    guard expectation.isEmpty else {
      return ErrorLayout(
        "A task sleeps again and again on the virtual clock: \(expectation)", there: ["Run at \(site). \(found)"],
        remedy: """
          Code that polls does not end by itself: move the time by a duration, as in \
          `await clock.advance(by: .seconds(10))`, or cancel its task first.
          """
      ).description
    }
    return ErrorLayout(
      "A task still sleeps on the virtual clock", there: ["Verified at \(site). \(found)"],
      remedy: "Move the time (`wakeSleepers()` wakes all tasks), or cancel the task that sleeps."
    ).description
  }

  /// The advice about fewer sleeping tasks than are awaited.
  private var adviceOnCount: String {
    let check =
      "check that the code under test reaches its sleep, and that the test does not move the time before that."
    let found = deadlines.count
    return found == 0
      ? "\(check.prefix(1).uppercased())\(check.dropFirst())"
      : """
      If \(awaited) tasks should sleep, \(check) If \(found) \(found == 1 ? "is" : "are") right, write waitForSleepers(\(found)).
      """
  }

  static func sleepers(until deadlines: [VirtualClock.Instant]) -> String {
    guard let first = deadlines.first else { return "no task sleeps" }
    if deadlines.count == 1 { return "1 task sleeps until \(first)" }
    let shown = deadlines.prefix(10).map(\.description).joined(separator: ", ")
    return "\(deadlines.count) tasks sleep until \(shown)\(deadlines.count > 10 ? " and later" : "")"
  }
}

extension VirtualClock {
  /// A sentence about the time-outs of requests, if nothing but them sleeps on the clock; empty otherwise.
  fileprivate var remarkOfTimeouts: String {
    let first = contents.withLock { $0.sleepers.count == 0 ? $0.sleepers.nextDeadline : nil }
    guard let first else { return "" }
    return """
      A request times out at \(first), before its answer continues. That is not a sleep of the code under test. If an answer \
      pauses for that long, give the request a longer timeoutInterval.
      """
  }
}
