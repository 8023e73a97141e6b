public import Testing

/// Waits until a condition holds that no event announces.
///
/// ```swift
/// try await eventually { await store.items.count == 3 }
/// ```
///
/// The condition is checked at once, then after each interval, and a last time at the time-out. An error that it
/// throws means "not yet". The condition itself must return: the time-out is looked at between two checks.
///
/// - Parameters:
///   - timeout: How long the condition may take to hold.
///   - interval: How long to wait between two checks.
///   - clock: What measures time-out and interval.
///   - isolation: The actor of the caller, on which the condition is checked.
///   - sourceLocation: The line that failures name.
///   - condition: What must hold.
/// - Throws: ``EventuallyError``, `CancellationError`.
public func eventually(
  timeout: Duration = .seconds(10),
  every interval: Duration = .milliseconds(10),
  clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async throws {
  let limit = TimeLimit(duration: timeout, clock: clock)
  let polling = Polling(limit: limit, interval: interval, isPlainCondition: true, sourceLocation: sourceLocation)
  _ = try await polling.value(on: clock, isolation: isolation, of: condition) { $0 }
}

/// Waits until a value satisfies a predicate, and returns it; a failure says what the value was last.
///
/// ```swift
/// try await eventually { await store.items.count } satisfies: { $0 >= 3 }
/// ```
///
/// - Parameters:
///   - timeout: How long the value may take.
///   - interval: How long to wait between two looks.
///   - clock: What measures time-out and interval.
///   - isolation: The actor of the caller, on which value and predicate are evaluated.
///   - sourceLocation: The line that failures name.
///   - value: Gets the value; an error means "not yet".
///   - predicate: What the value must satisfy; an error means "not yet".
/// - Returns: The first value that satisfied the predicate.
/// - Throws: ``EventuallyError``, `CancellationError`.
@discardableResult
public func eventually<Value>(
  timeout: Duration = .seconds(10),
  every interval: Duration = .milliseconds(10),
  clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ value: () async throws -> Value,
  satisfies predicate: (Value) throws -> Bool
) async throws -> Value {
  let limit = TimeLimit(duration: timeout, clock: clock)
  let polling = Polling(limit: limit, interval: interval, isPlainCondition: false, sourceLocation: sourceLocation)
  return try await polling.value(on: clock, isolation: isolation, of: value, satisfying: predicate)
}
