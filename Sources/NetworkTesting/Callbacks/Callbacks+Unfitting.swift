// Unsupported shapes, with the remedy as the compiler's error: without these it says that a type could not be inferred.

/// An observer of more than two values, which cannot be followed.
@available(
  *, unavailable,
  message:
    "An observer of more than two values cannot be followed. Wrap it: callbacks { each in watch { each(($0, $1, $2)) } }"
)
public func callbacks<First, Second, Third, Kept>(
  bufferingPolicy: AsyncStream<(First, Second, Third)>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable (First, Second, Third) -> Void) throws -> Kept
) rethrows -> AsyncStream<(First, Second, Third)> {
  AsyncStream { $0.finish() }
}

/// A function that takes more than the observer, which cannot be followed as it is.
@available(
  *, unavailable,
  message:
    "The function takes more than the observer. Pass the other arguments in a closure: callbacks { store.observe(key, $0) }"
)
public func callbacks<Argument, Value, Kept>(
  bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
  _ start: (Argument, @escaping @Sendable (Value) -> Void) throws -> Kept
) rethrows -> AsyncStream<Value> {
  AsyncStream { $0.finish() }
}

/// A completion handler that is passed a value beside its error, which is not the observer's end.
@available(
  *, unavailable,
  message:
    "The completion handler is passed more than an error. Wrap it: callbacks { each, done in download(each) { _, error in done(error) } }"
)
public func callbacks<Value, Success, Kept>(
  bufferingPolicy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable (Value) -> Void, @escaping @Sendable (Success, (any Error)?) -> Void) throws -> Kept
) rethrows -> AsyncThrowingStream<Value, any Error> {
  AsyncThrowingStream { $0.finish() }
}

/// A closure that awaits, which cannot start the observation.
@available(
  *, unavailable,
  message:
    "The closure only starts the observation, so it cannot await. Await before, or start with Task { await observe($0) }"
)
@_disfavoredOverload public func callbacks<Value, Kept>(
  bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable (Value) -> Void) async throws -> Kept
) rethrows -> AsyncStream<Value> {
  AsyncStream { $0.finish() }
}
