// Unsupported shapes, with the remedy as the compiler's error: without these it says that a type could not be inferred.

/// A callback of more than four values, which cannot be awaited.
@available(
  *, unavailable,
  message:
    "A callback of more than four values cannot be awaited. Wrap it: withCallback { done in start { done(($0, $1, $2, $3, $4)) } }"
)
public func withCallback<First, Second, Third, Fourth, Fifth, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second, Third, Fourth, Fifth) -> Void) throws -> Kept
) async throws {}

/// A function that takes more than the callback, which cannot be awaited as it is.
@available(
  *, unavailable,
  message:
    "The function takes more than the callback. Pass the other arguments in a closure: withCallback { load(id, completion: $0) }"
)
public func withCallback<Argument, Value, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (Argument, @escaping @Sendable (Value) -> Void) throws -> Kept
) async throws {}

/// A closure that awaits, which cannot start the work.
@available(
  *, unavailable,
  message:
    "The closure only starts the work, so it cannot await. Prepare before withCallback, or start with Task { await load(completion: $0) }"
)
@_disfavoredOverload public func withCallback<Value, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Value) -> Void) async throws -> Kept
) async throws {}
