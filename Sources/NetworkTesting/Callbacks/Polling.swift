internal import Testing

/// Looks at a value again and again until it is as it should be.
struct Polling: Sendable {
  let limit: TimeLimit
  let interval: Duration
  /// Whether the value is the condition itself, so that there is nothing more to tell.
  let isPlainCondition: Bool
  let sourceLocation: SourceLocation

  func value<Value, Time: Clock<Duration>>(
    on clock: Time,
    isolation: isolated (any Actor)?,
    of value: () async throws -> Value,
    satisfying predicate: (Value) throws -> Bool
  ) async throws -> Value {
    let deadline = clock.now.advanced(by: limit.duration)
    var checks = 0
    while true {
      try Task.checkCancellation()
      // Before the look, so that there is always one at the deadline.
      let now = clock.now
      let last: String
      checks += 1
      do {
        let current = try await value()
        if try predicate(current) { return current }
        last = FailureText.value(current, limit: 1_000)
      } catch let error as CancellationError {
        throw error
      } catch {
        last = "an error, \(FailureText.value(error, limit: 1_000))"
      }
      guard now < deadline || checks < leastChecks else { throw failure(lastValue: last, checks: checks) }
      let next = now.advanced(by: interval)
      try await clock.sleep(until: now < deadline ? min(next, deadline) : next, tolerance: nil)
    }
  }

  /// On a busy machine ten seconds can pass in one look or two; that alone says nothing of the condition.
  private var leastChecks: Int { limit.isOnRealClock ? 10 : 1 }

  private func failure(lastValue: String, checks: Int) -> EventuallyError {
    EventuallyError(
      lastValue: lastValue,
      checks: checks,
      sourceLocation: sourceLocation,
      limit: limit,
      isPlainCondition: isPlainCondition
    )
  }
}
