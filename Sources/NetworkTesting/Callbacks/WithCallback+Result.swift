public import Testing

/// Waits for a callback that brings a `Result`, and returns its value or throws its error.
///
/// ```swift
/// let user = try await withCallback { api.fetchUser(id: 1, completion: $0) }
/// ```
///
/// - Parameters:
///   - timeout: How long to wait for the call, measured from the moment `start` returns.
///   - clock: What measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it. What it returns is kept until the wait is over.
/// - Returns: The value of the first call's result.
/// - Throws: The error of the first call's result; ``CallbackError``, `CancellationError`, and what `start` throws.
@inlinable
public func withCallback<Value, Failure: Error, Kept>(
  timeout: Duration = .seconds(10),
  clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Result<Value, Failure>) -> Void) throws -> Kept
) async throws -> sending Value {
  try await CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
    .value(isolation: isolation, start: start)
    .get()
}
