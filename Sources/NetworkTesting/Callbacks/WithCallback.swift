/// Waits for a callback that is passed a value.
///
/// The closure is called with a callback, which it passes on in place of a completion handler. Other arguments are passed as
/// usual, so every function that takes a completion handler can be awaited:
///
/// ```swift
/// let value = try await withCallback(operation.perform)
/// let image = try await withCallback { resizer.resize(byFactor: 5, then: $0) }
/// ```
///
/// The callback may be called on any thread, before or after `start` has returned. `start` runs immediately, on the caller's
/// actor. Its result, such as a subscription, is kept until the wait is over.
///
/// A callback that never comes is thrown as a ``CallbackError``: at once when its last copy is released, otherwise at the
/// time-out. It is an issue at this line as well, so that no `#expect(throws:)` takes it for an error of the code. A second call is an issue at this line, and the first call's value is returned. It is recorded before this function
/// returns if it has already been made, and otherwise when it is made; it belongs to the test in any case, but is lost if the
/// process ends first. A test that is cancelled gets a `CancellationError` promptly, and later calls are ignored.
///
/// The other forms take the same parameters; they throw an error that the callback is passed.
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
/// - Returns: The value of the first call. If it is not sendable, its caller must no longer use it.
/// - Throws: ``CallbackError``, `CancellationError`, and any error of `start`.
@inlinable public func withCallback<Value, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Value) -> Void) throws -> Kept
) async throws -> sending Value {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation, start: start)
}

/// Waits for a callback without arguments.
///
/// ```swift
/// try await withCallback(cache.removeAll)
/// ```
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
@inlinable public func withCallback<Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable () -> Void) throws -> Kept
) async throws {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation) { (callback: @escaping @Sendable (()) -> Void) in
      try start { callback(()) }
    }
}

/// Waits for a callback that is passed a `Result`, and returns its value or throws its error.
///
/// ```swift
/// let user = try await withCallback { api.fetchUser(id: 1, completion: $0) }
/// ```
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
@inlinable public func withCallback<Value, Failure: Error, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Result<Value, Failure>) -> Void) throws -> Kept
) async throws -> sending Value {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation, start: start)
    .get()
}

// Written out for each number of values: with a parameter pack, Swift 6.3 passes some of the values in the wrong
// places when the callback is a closure that was converted.

/// Waits for a callback that is passed two values, and returns them as a tuple.
///
/// ```swift
/// let (status, body) = try await withCallback { client.get("/users", then: $0) }
/// ```
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
@inlinable public func withCallback<First, Second, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second) -> Void) throws -> Kept
) async throws -> sending (First, Second) {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation) { (callback: @escaping @Sendable ((First, Second)) -> Void) in
      try start { callback(($0, $1)) }
    }
}

/// Waits for a callback that is passed three values, and returns them as a tuple.
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
@inlinable public func withCallback<First, Second, Third, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second, Third) -> Void) throws -> Kept
) async throws -> sending (First, Second, Third) {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation) { (callback: @escaping @Sendable ((First, Second, Third)) -> Void) in
      try start { callback(($0, $1, $2)) }
    }
}

/// Waits for a callback that is passed four values, and returns them as a tuple.
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
@inlinable public func withCallback<First, Second, Third, Fourth, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second, Third, Fourth) -> Void) throws -> Kept
) async throws -> sending (First, Second, Third, Fourth) {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation) { (callback: @escaping @Sendable ((First, Second, Third, Fourth)) -> Void) in
      try start { callback(($0, $1, $2, $3)) }
    }
}
