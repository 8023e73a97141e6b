public import Testing

// Written out for each number of values: with a parameter pack, Swift 6.3 hands some of the values over in the wrong
// places when the callback is a closure that was converted on its way.

/// Waits for a callback that brings two values, and returns them as a tuple.
///
/// ```swift
/// let (status, body) = try await withCallback { client.get("/users", then: $0) }
/// ```
///
/// - Parameters:
///   - timeout: How long to wait for the call, measured from the moment `start` returns.
///   - clock: What measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it. What it returns is kept until the wait is over.
/// - Returns: What the first call brought.
/// - Throws: ``CallbackError``, `CancellationError`, and what `start` throws.
@inlinable
public func withCallback<First, Second, Kept>(
  timeout: Duration = .seconds(10),
  clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second) -> Void) throws -> Kept
) async throws -> sending (First, Second) {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation) { (callback: @escaping @Sendable ((First, Second)) -> Void) in
      try start { callback(($0, $1)) }
    }
}

/// Waits for a callback that brings three values, and returns them as a tuple.
///
/// - Parameters:
///   - timeout: How long to wait for the call, measured from the moment `start` returns.
///   - clock: What measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it. What it returns is kept until the wait is over.
/// - Returns: What the first call brought.
/// - Throws: ``CallbackError``, `CancellationError`, and what `start` throws.
@inlinable
public func withCallback<First, Second, Third, Kept>(
  timeout: Duration = .seconds(10),
  clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second, Third) -> Void) throws -> Kept
) async throws -> sending (First, Second, Third) {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation) { (callback: @escaping @Sendable ((First, Second, Third)) -> Void) in
      try start { callback(($0, $1, $2)) }
    }
}

/// Waits for a callback that brings four values, and returns them as a tuple.
///
/// - Parameters:
///   - timeout: How long to wait for the call, measured from the moment `start` returns.
///   - clock: What measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it. What it returns is kept until the wait is over.
/// - Returns: What the first call brought.
/// - Throws: ``CallbackError``, `CancellationError`, and what `start` throws.
@inlinable
public func withCallback<First, Second, Third, Fourth, Kept>(
  timeout: Duration = .seconds(10),
  clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second, Third, Fourth) -> Void) throws -> Kept
) async throws -> sending (First, Second, Third, Fourth) {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation) { (callback: @escaping @Sendable ((First, Second, Third, Fourth)) -> Void) in
      try start { callback(($0, $1, $2, $3)) }
    }
}
