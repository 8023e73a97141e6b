/// Waits until a condition holds, without an event that announces it.
///
/// ```swift
/// try await eventually { await store.items.count == 3 }
/// ```
///
/// The condition is checked at once, then after each interval, and a last time at the time-out. An error from it means "not yet".
/// A condition that does not return for as long as the time-out, ten seconds for a clock that tests move, is cancelled, and
/// abandoned if it ignores that: this function returns in any case.
///
/// - Parameters:
///   - timeout: The longest wait for the condition.
///   - interval: The time between two checks.
///   - clock: The clock that measures time-out and interval.
///   - isolation: The actor of the caller, on which the condition is checked.
///   - sourceLocation: The line that failures name.
///   - condition: The condition that must hold.
/// - Throws: ``EventuallyError``, `CancellationError`.
public func eventually(
  timeout: Duration = .seconds(10), every interval: Duration = .milliseconds(10),
  clock: any Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: @escaping () async throws -> Bool
) async throws {
  let limit = TimeLimit(duration: timeout, clock: clock)
  let polling = Polling(limit: limit, interval: interval, isPlainCondition: true, sourceLocation: sourceLocation)
  _ = try await polling.value(on: clock, isolation: isolation, of: condition) { $0 }
}

/// Waits until a value satisfies a predicate, and returns it; a failure shows the last value.
///
/// ```swift
/// try await eventually { await store.items.count } satisfies: { $0 >= 3 }
/// ```
///
/// - Parameters:
///   - timeout: The longest wait for the value.
///   - interval: The time between two checks.
///   - clock: The clock that measures time-out and interval.
///   - isolation: The actor of the caller, on which value and predicate are evaluated.
///   - sourceLocation: The line that failures name.
///   - value: Gets the value; an error means "not yet".
///   - predicate: The predicate that the value must satisfy; an error means "not yet".
/// - Returns: The first value that satisfied the predicate.
/// - Throws: ``EventuallyError``, `CancellationError`.
@discardableResult public func eventually<Value>(
  timeout: Duration = .seconds(10), every interval: Duration = .milliseconds(10),
  clock: any Clock<Duration> = ContinuousClock(), isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ value: @escaping () async throws -> Value,
  satisfies predicate: (Value) throws -> Bool
) async throws -> Value {
  let limit = TimeLimit(duration: timeout, clock: clock)
  let polling = Polling(limit: limit, interval: interval, isPlainCondition: false, sourceLocation: sourceLocation)
  return try await polling.value(on: clock, isolation: isolation, of: value, satisfying: predicate)
}

/// An error about a condition that did not hold in time.
public struct EventuallyError: Error, Sendable {
  /// The condition's last value, as text; nil if no check returned.
  package let lastValue: String?
  /// The number of checks of the condition.
  let checks: Int
  /// The location of the `eventually` call.
  package let sourceLocation: SourceLocation

  let limit: TimeLimit
  let isPlainCondition: Bool
  /// The longest time of one check, if the last one did not return within it.
  let hung: TimeLimit?
  /// The stubs of the test that were never used.
  let unused: String
}

extension EventuallyError: CustomStringConvertible {
  /// The cause, the state and the remedy.
  public var description: String {
    if let hung {
      let before = lastValue.map { "The value before was \($0)." } ?? "There was no value before."
      return ErrorLayout(
        "The condition did not return within \(hung)",
        there: ["Check \(checks) at \(sourceLocation.place) was cancelled and abandoned. \(before)"],
        remedy: """
          Find what it waits for: a stub that never answers, a continuation that is not resumed, an actor that is blocked.\(unused)
          """
      ).description
    }
    let last = isPlainCondition && lastValue == "false" ? "It was false." : "Its last value was \(lastValue ?? "none")."
    let advice =
      isPlainCondition
      ? """
      If the code under test should have made it true, fix the app. To see what it was like, wait for a value: eventually { value } \
      satisfies: { … }. If the work is only slow, pass a longer `timeout:`.
      """
      : "Check why the value is not as expected. If the work is only slow, pass a longer `timeout:`."
    return ErrorLayout(
      "The condition did not hold within \(limit)",
      there: ["Checked \(checks.times) at \(sourceLocation.place). \(last)"],
      remedy: advice + unused
    ).description
  }
}

/// Checks of a value, repeated until it is as expected.
struct Polling: Sendable {
  let limit: TimeLimit
  let interval: Duration
  /// Whether the value is the condition itself, so a failure cannot show more.
  let isPlainCondition: Bool
  let sourceLocation: SourceLocation
  /// The longest time of one check; nil for that of the time-out, or ten seconds for a clock that tests move.
  var patience: TimeLimit?

  func value<Value, Time: Clock<Duration>>(
    on clock: Time, isolation: isolated (any Actor)?, of value: @escaping () async throws -> Value,
    satisfying predicate: (Value) throws -> Bool
  ) async throws -> Value {
    let note = TimedWaits.note(limit)
    defer { withExtendedLifetime(note) {} }
    let deadline = clock.now.advanced(by: limit.duration)
    let longest = limit.isOnRealClock ? max(limit.duration, .seconds(1)) : .seconds(10)
    let patience = patience ?? TimeLimit(duration: longest, clock: ContinuousClock())
    var checks = 0
    var last: String?
    // Unchecked: one check after the other, each awaited here unless it is abandoned.
    nonisolated(unsafe) var current: Value?
    while true {
      try Task.checkCancellation()
      // Before the check, so that there is always one at the deadline.
      let now = clock.now
      checks += 1
      var end = CallbackState.End.called
      do {
        end = try await patience.run(isolation: isolation) { current = try await value() }
        if end == .called, let current {
          if try predicate(current) { return current }
          last = ShownValue.value(current, limit: 1_000)
        }
      } catch let error as CancellationError {
        throw error
      } catch {
        last = "an error, \(ShownValue.value(error, limit: 1_000))"
      }
      if end == .timedOut { throw failure(lastValue: last, checks: checks, hung: patience) }
      if end == .cancelled { throw CancellationError() }
      // A slow condition may not have ten checks in a time that is twice as long.
      let latest = deadline.advanced(by: max(limit.duration, .seconds(1)))
      guard now < deadline || (checks < leastChecks && now < latest) else {
        throw failure(lastValue: last, checks: checks)
      }
      // The checks after the deadline take as long again at most.
      let rest = min(interval, limit.duration / leastChecks)
      let next = now < deadline ? min(now.advanced(by: interval), deadline) : clock.now.advanced(by: max(.zero, rest))
      try await clock.sleep(until: next, tolerance: nil)
    }
  }

  /// The fewest checks: on a busy machine ten seconds can pass in one check or two, which says nothing about the condition.
  private var leastChecks: Int { limit.isOnRealClock ? 10 : 1 }

  private func failure(lastValue: String?, checks: Int, hung: TimeLimit? = nil) -> EventuallyError {
    EventuallyError(
      lastValue: lastValue, checks: checks, sourceLocation: sourceLocation, limit: limit,
      isPlainCondition: isPlainCondition, hung: hung, unused: ProcessEnd.unusedNote)
  }
}
