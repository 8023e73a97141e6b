/// Operations of which the first to end counts. The others are cancelled, and abandoned if they ignore that.
package struct Race<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiter: CheckedContinuation<Value, any Error>?
    var tasks: [Task<Void, Never>] = []
  }

  private let state = Guarded(State())

  package init() {}

  /// Starts an operation in a task of its own. It does not need the pool, whose threads may be blocked by tests that wait for it.
  package func add(_ operation: @escaping @Sendable () async throws -> Value) {
    let work: @Sendable () async -> Void = {
      do { finish(.success(try await operation())) } catch { finish(.failure(error)) }
    }
    let task = startOnOwnThreads(work)
    let isOver = state.withLock { state in
      if state.result == nil { state.tasks.append(task) }
      return state.result != nil
    }
    if isOver { task.cancel() }
  }

  /// Ends the race, unless it has ended.
  package func finish(_ result: Result<Value, any Error>) {
    let (waiter, tasks) = state.withLock { state in
      if state.result != nil { return (CheckedContinuation<Value, any Error>?.none, [Task<Void, Never>]()) }
      defer {
        state.waiter = nil
        state.tasks = []
      }
      state.result = result
      return (state.waiter, state.tasks)
    }
    // First, so that nothing of the losers is left when the caller goes on, unless they ignore that.
    for task in tasks { task.cancel() }
    waiter?.resume(with: result)
  }

  /// Waits for the first result.
  ///
  /// - Throws: The error of the operation that ended first; `URLError.cancelled` if the current task is cancelled.
  package func first() async throws -> Value {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiter = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      finish(.failure(URLError(.cancelled)))
    }
  }
}
