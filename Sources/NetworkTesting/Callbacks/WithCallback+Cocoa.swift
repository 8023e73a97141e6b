/// Waits for a callback that is passed an error or nothing, and throws the error.
///
/// ```swift
/// try await withCallback { store.save(item, completion: $0) }
/// ```
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
@inlinable public func withCallback<Failure: Error, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (Failure?) -> Void) throws -> Kept
) async throws {
  let bridge = CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
  let error: Failure? = try await bridge.value(isolation: isolation, start: start)
  if let error { throw error }
}

/// Waits for a callback that is passed a value or an error, and returns the one or throws the other.
///
/// ```swift
/// let image = try await withCallback { loader.loadImage(named: "logo", completionHandler: $0) }
/// ```
///
/// An error takes precedence; if there is neither, ``CallbackError/Code/calledWithoutValue`` is thrown.
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
  _ start: (@escaping @Sendable (Value?, Failure?) -> Void) throws -> Kept
) async throws -> sending Value {
  let bridge = CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
  let (value, error): (Value?, Failure?) = try await bridge.value(isolation: isolation) { callback in
    try start { callback(($0, $1)) }
  }
  if let error { throw error }
  guard let value else { throw bridge.missingValue("(nil, nil)") }
  return value
}

/// Waits for a callback that is passed two values or an error, such as a data task's.
///
/// ```swift
/// let (data, response) = try await withCallback {
///   session.dataTask(with: url, completionHandler: $0).resume()
/// }
/// ```
///
/// An error takes precedence; without it and both values, ``CallbackError/Code/calledWithoutValue`` is thrown.
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
@inlinable public func withCallback<First, Second, Failure: Error, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First?, Second?, Failure?) -> Void) throws -> Kept
) async throws -> sending (First, Second) {
  let bridge = CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
  typealias Answer = (First?, Second?, Failure?)
  let (first, second, error): Answer = try await bridge.value(isolation: isolation) { callback in
    try start { callback(($0, $1, $2)) }
  }
  if let error { throw error }
  guard let first, let second else {
    let answer = "(\(first == nil ? "nil" : "\(First.self)"), \(second == nil ? "nil" : "\(Second.self)"), nil)"
    throw bridge.missingValue(answer)
  }
  return (first, second)
}

/// Waits for a callback that is passed a value, and perhaps an error as well, which is thrown.
///
/// ```swift
/// let isAllowed = try await withCallback { context.evaluatePolicy(policy, localizedReason: "…", reply: $0) }
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
  _ start: (@escaping @Sendable (Value, Failure?) -> Void) throws -> Kept
) async throws -> sending Value {
  let bridge = CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
  let (value, error): (Value, Failure?) = try await bridge.value(isolation: isolation) { callback in
    try start { callback(($0, $1)) }
  }
  if let error { throw error }
  return value
}

/// Waits for a callback that is passed two values, and perhaps an error as well, which is thrown.
///
/// - Parameters:
///   - timeout: The longest wait for the call, measured from the return of `start`.
///   - clock: The clock that measures the time-out.
///   - isolation: The actor of the caller.
///   - sourceLocation: The line that failures name.
///   - start: Starts the work, and passes the callback on to it.
@inlinable public func withCallback<First, Second, Failure: Error, Kept>(
  timeout: Duration = .seconds(10), clock: any Clock<Duration> = ContinuousClock(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ start: (@escaping @Sendable (First, Second, Failure?) -> Void) throws -> Kept
) async throws -> sending (First, Second) {
  let bridge = CallbackBridge(timeout: timeout, clock: clock, sourceLocation: sourceLocation)
  let (first, second, error): (First, Second, Failure?) = try await bridge.value(isolation: isolation) { callback in
    try start { callback(($0, $1, $2)) }
  }
  if let error { throw error }
  return (first, second)
}

extension CallbackBridge {
  @usableFromInline func missingValue(_ answer: String) -> CallbackError {
    var error = CallbackError(.calledWithoutValue, limit: limit, sourceLocation: sourceLocation).counting(1)
    error.answer = answer
    return error
  }
}
