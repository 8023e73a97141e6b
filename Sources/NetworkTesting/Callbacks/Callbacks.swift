/// Follows an observer that is called many times, as an asynchronous sequence of the values it is passed.
///
/// `start` is called at once, before the first value is requested, so no value is missed. Its result, such as a subscription, is
/// kept until the sequence ends.
///
/// ```swift
/// for await fraction in callbacks(download.observeProgress) { … }
/// let changes = try await collect(callbacks { store.observe($0) }, count: 3)
/// ```
///
/// The sequence ends when the last copy of the observer is released, or when its reader stops. Later calls are ignored. The other
/// forms take the same parameters.
///
/// - Parameters:
///   - bufferingPolicy: The values to keep until they are read.
///   - start: Passes the observer to the code under test.
/// - Returns: The values passed, in order. A value that is not sendable belongs to the reader.
/// - Throws: Any error of `start`.
public func callbacks<Value, Kept>(
  bufferingPolicy: AsyncStream<Value>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable (Value) -> Void) throws -> Kept
) rethrows -> AsyncStream<Value> {
  let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: bufferingPolicy)
  let kept = try start { [end = ReleaseAction { continuation.finish() }] value in
    withExtendedLifetime(end) { _ = continuation.yield(givenAway(value)) }
  }
  let subscription = Subscription(kept)
  continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
  return stream
}

/// Follows an observer without arguments, as an asynchronous sequence of its calls.
///
/// - Parameters:
///   - bufferingPolicy: The values to keep until they are read.
///   - start: Passes the observer to the code under test. Its result is kept until the end.
public func callbacks<Kept>(
  bufferingPolicy: AsyncStream<Void>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable () -> Void) throws -> Kept
) rethrows -> AsyncStream<Void> {
  try callbacks(bufferingPolicy: bufferingPolicy) { (observer: @escaping @Sendable (()) -> Void) in
    try start { observer(()) }
  }
}

/// Follows an observer that is passed two values at a time, as an asynchronous sequence of tuples.
///
/// ```swift
/// for await (received, expected) in callbacks({ upload.observeBytes($0) }) { … }
/// ```
///
/// - Parameters:
///   - bufferingPolicy: The values to keep until they are read.
///   - start: Passes the observer to the code under test. Its result is kept until the end.
public func callbacks<First, Second, Kept>(
  bufferingPolicy: AsyncStream<(First, Second)>.Continuation.BufferingPolicy = .unbounded,
  _ start: (@escaping @Sendable (First, Second) -> Void) throws -> Kept
) rethrows -> AsyncStream<(First, Second)> {
  try callbacks(bufferingPolicy: bufferingPolicy) { (observer: @escaping @Sendable ((First, Second)) -> Void) in
    try start { observer(($0, $1)) }
  }
}

/// Follows an observer until its completion handler is called, as an asynchronous sequence.
///
/// ```swift
/// let chunks = callbacks { api.download(url, progress: $0, completion: $1) }
/// ```
///
/// The second argument takes the place of the completion handler; an error in it is thrown to the reader. If both are dropped
/// before the completion handler was called, ``/NetworkTesting/CallbackError/Code/dropped`` is thrown. A call after the end is an
/// issue at this line.
///
/// - Parameters:
///   - bufferingPolicy: The values to keep until they are read.
///   - sourceLocation: The line that failures name.
///   - start: Passes observer and completion handler to the code under test. Its result is kept until the end.
/// - Returns: The values passed, in order.
/// - Throws: Any error of `start`.
public func callbacks<Value, Kept>(
  bufferingPolicy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy = .unbounded,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Value) -> Void, @escaping @Sendable ((any Error)?) -> Void) throws -> Kept
) rethrows -> AsyncThrowingStream<Value, any Error> {
  let (stream, continuation) = AsyncThrowingStream.makeStream(
    of: Value.self, throwing: (any Error).self, bufferingPolicy: bufferingPolicy)
  let end = ObserverEnd(sourceLocation: sourceLocation) { continuation.finish(throwing: $0) }
  end.watch()
  let kept = try { [hold = end.hold()] in
    try start(
      { value in
        withExtendedLifetime(hold) { if end.allowsCall() { continuation.yield(givenAway(value)) } }
      },
      { error in withExtendedLifetime(hold) { end.finish(error) } }
    )
  }()
  let subscription = Subscription(kept)
  continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
  return stream
}

/// Follows an observer until a completion handler gets a result, whose error is thrown to the reader.
///
/// - Parameters:
///   - bufferingPolicy: The values to keep until they are read.
///   - sourceLocation: The line that failures name.
///   - start: Passes observer and completion handler to the code under test. Its result is kept until the end.
public func callbacks<Value, Success, Failure: Error, Kept>(
  bufferingPolicy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy = .unbounded,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Value) -> Void, @escaping @Sendable (Result<Success, Failure>) -> Void) throws -> Kept
) rethrows -> AsyncThrowingStream<Value, any Error> {
  try callbacks(bufferingPolicy: bufferingPolicy, sourceLocation: sourceLocation) {
    (observer: @escaping @Sendable (Value) -> Void, end: @escaping @Sendable ((any Error)?) -> Void) in
    try start(observer) { result in
      switch result {
      case .success: end(nil)
      case .failure(let error): end(error)
      }
    }
  }
}

/// Follows an observer until a completion handler without arguments is called.
///
/// - Parameters:
///   - bufferingPolicy: The values to keep until they are read.
///   - sourceLocation: The line that failures name.
///   - start: Passes observer and completion handler to the code under test. Its result is kept until the end.
public func callbacks<Value, Kept>(
  bufferingPolicy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy = .unbounded,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Value) -> Void, @escaping @Sendable () -> Void) throws -> Kept
) rethrows -> AsyncThrowingStream<Value, any Error> {
  try callbacks(bufferingPolicy: bufferingPolicy, sourceLocation: sourceLocation) {
    (observer: @escaping @Sendable (Value) -> Void, end: @escaping @Sendable ((any Error)?) -> Void) in
    try start(observer) { end(nil) }
  }
}

/// The result of `start`, which is kept until the sequence ends.
// Unchecked: nothing uses the value until the stream's end releases it.
private struct Subscription<Kept>: @unchecked Sendable {
  private let kept: Kept

  init(_ kept: Kept) { self.kept = kept }
}

/// Returns a value that the caller of an observer gives away, which the type of an observer cannot express.
private func givenAway<Value>(_ value: Value) -> sending Value {
  // Unchecked: the caller vouches that it does not use the value again.
  nonisolated(unsafe) let value = value
  return value
}

/// The end of observed work: the first report of it counts, and later calls are a problem.
struct ObserverEnd: Sendable {
  private let state = CallbackState()
  private let sourceLocation: SourceLocation
  private let onEnd: @Sendable ((any Error)?) -> Void

  init(sourceLocation: SourceLocation, onEnd: @escaping @Sendable ((any Error)?) -> Void) {
    self.sourceLocation = sourceLocation
    self.onEnd = onEnd
  }

  /// Creates an object that only the observer and the completion handler hold.
  func hold() -> ReleaseAction {
    ReleaseAction {
      state.release()
      guard state.outcome?.end == .dropped else { return }
      onEnd(CallbackError(.dropped, sourceLocation: sourceLocation))
    }
  }

  /// Records that the work is done.
  func finish(_ error: (any Error)?) {
    var isFirst = false
    state.call { isFirst = true }
    if isFirst { onEnd(error) }
  }

  func allowsCall() -> Bool {
    guard state.hasEnded else { return true }
    state.call {}
    return false
  }

  /// Records calls after the end, in a task that belongs to the test.
  func watch() {
    Task {
      let calls = await state.waitForCalls(beyond: 1)
      guard calls > 1 else { return }
      CallbackProblems.record(CallbackError(.calledAfterEnd, sourceLocation: sourceLocation).counting(calls - 1))
    }
  }
}
