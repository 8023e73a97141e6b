public import Testing

/// Follows an observer until its work says that it is done, as an asynchronous sequence.
///
/// ```swift
/// let chunks = callbacks { api.download(url, progress: $0, completion: $1) }
/// ```
///
/// The second argument takes the place of the completion handler; an error in it is thrown to the reader. If both
/// are dropped and the work has not said that it is done, ``CallbackError/Code/dropped`` is thrown. A call after the
/// end is an issue at this line.
///
/// - Parameters:
///   - bufferingPolicy: Which values are kept until they are read.
///   - sourceLocation: The line that failures name.
///   - start: Hands observer and completion handler to the code under test. What it returns is kept until the end.
/// - Returns: What the calls bring, in their order.
/// - Throws: What `start` throws.
public func callbacks<Value, Kept>(
  bufferingPolicy: AsyncThrowingStream<Value, any Error>.Continuation.BufferingPolicy = .unbounded,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Value) -> Void, @escaping @Sendable ((any Error)?) -> Void) throws -> Kept
) rethrows -> AsyncThrowingStream<Value, any Error> {
  let (stream, continuation) = AsyncThrowingStream.makeStream(
    of: Value.self,
    throwing: (any Error).self,
    bufferingPolicy: bufferingPolicy
  )
  let end = ObserverEnd(sourceLocation: sourceLocation) { continuation.finish(throwing: $0) }
  end.watch()
  let kept = try { [hold = end.hold()] in
    try start(
      { value in
        nonisolated(unsafe) let value = value
        withExtendedLifetime(hold) { if end.allowsCall() { continuation.yield(value) } }
      },
      { error in withExtendedLifetime(hold) { end.finish(error) } }
    )
  }()
  nonisolated(unsafe) let subscription = kept
  continuation.onTermination = { _ in withExtendedLifetime(subscription) {} }
  return stream
}

/// Follows an observer until a completion handler gets a result, whose error is thrown to the reader.
///
/// - Parameters:
///   - bufferingPolicy: Which values are kept until they are read.
///   - sourceLocation: The line that failures name.
///   - start: Hands observer and completion handler to the code under test. What it returns is kept until the end.
/// - Returns: What the calls bring, in their order.
/// - Throws: What `start` throws.
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

/// Follows an observer until a completion handler is called that brings nothing.
///
/// - Parameters:
///   - bufferingPolicy: Which values are kept until they are read.
///   - sourceLocation: The line that failures name.
///   - start: Hands observer and completion handler to the code under test. What it returns is kept until the end.
/// - Returns: What the calls bring, in their order.
/// - Throws: What `start` throws.
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
