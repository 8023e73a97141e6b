/// Follows an observer that is called many times, as an asynchronous sequence of what it brings.
///
/// `start` is called at once, before the first value is asked for, so that none is missed. What it returns is kept
/// until the sequence ends: a subscription, an observation.
///
/// ```swift
/// for await fraction in callbacks(download.observeProgress) { … }
/// let changes = try await collect(callbacks { store.observe($0) }, count: 3)
/// ```
///
/// The sequence ends when nobody holds the observer any more, or when its reader stops. Later calls are ignored.
///
/// - Parameters:
///   - bufferingPolicy: Which values are kept until they are read.
///   - start: Hands the observer to the code under test.
/// - Returns: What the calls bring, in their order. A value that is not sendable belongs to the reader.
/// - Throws: What `start` throws.
public func callbacks<Value, Kept>(
  bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable (Value) -> Void) throws -> Kept
) rethrows -> AsyncStream<Value> {
  let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: bufferingPolicy)
  let kept = try start { [end = ReleaseAction { continuation.finish() }] value in
    // Whoever calls an observer gives the value away, but cannot say so in the type.
    nonisolated(unsafe) let value = value
    withExtendedLifetime(end) { _ = continuation.yield(value) }
  }
  nonisolated(unsafe) let subscription = kept
  continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
  return stream
}

/// Follows an observer that brings nothing, as an asynchronous sequence of its calls.
///
/// - Parameters:
///   - bufferingPolicy: Which calls are kept until they are read.
///   - start: Hands the observer to the code under test. What it returns is kept until the sequence ends.
/// - Returns: The calls.
/// - Throws: What `start` throws.
public func callbacks<Kept>(
  bufferingPolicy: AsyncStream<Void>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable () -> Void) throws -> Kept
) rethrows -> AsyncStream<Void> {
  try callbacks(bufferingPolicy: bufferingPolicy) { (observer: @escaping @Sendable (()) -> Void) in
    try start { observer(()) }
  }
}

/// Follows an observer that brings two values at a time, as an asynchronous sequence of tuples.
///
/// ```swift
/// for await (received, expected) in callbacks({ upload.observeBytes($0) }) { … }
/// ```
///
/// - Parameters:
///   - bufferingPolicy: Which values are kept until they are read.
///   - start: Hands the observer to the code under test. What it returns is kept until the sequence ends.
/// - Returns: What the calls bring, in their order.
/// - Throws: What `start` throws.
public func callbacks<First, Second, Kept>(
  bufferingPolicy: AsyncStream<(First, Second)>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable (First, Second) -> Void) throws -> Kept
) rethrows -> AsyncStream<(First, Second)> {
  try callbacks(bufferingPolicy: bufferingPolicy) { (observer: @escaping @Sendable ((First, Second)) -> Void) in
    try start { observer(($0, $1)) }
  }
}
