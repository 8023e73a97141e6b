import Testing

/// The test around a place, for code that belongs to it and runs elsewhere: on a queue, in a detached task, at a release.
///
/// Such code runs with the task-locals of the place. An issue that it records belongs to the test, and to the
/// `withKnownIssue` that surrounds the place.
// Only tasks have task-locals. So tasks wait here, and each runs what it is given on the thread of the caller.
package final class TestContext: Sendable {
  let test: Test.ID
  private let idle: Guarded<[ContextTask]>

  /// The context of the current task; nil where no test is current.
  package init?() {
    guard let test = Test.current?.id else { return nil }
    self.test = test
    idle = Guarded([ContextTask()])
  }

  /// Runs a body with the task-locals of the place; returns when it is done.
  func run(_ body: @escaping @Sendable () -> Void) {
    // One task is always left for the next caller. The lock is not held while the body runs.
    let task = idle.withLock { idle in
      let task = idle.popLast() ?? ContextTask()
      if idle.isEmpty {
        let other = Guarded<ContextTask?>(nil)
        task.run { other.withLock { $0 = ContextTask() } }
        if let other = other.withLock({ $0 }) { idle.append(other) }
      }
      return task
    }
    task.run(body)
    idle.withLock { $0.append(task) }
  }

  /// Runs an operation in a new task with the task-locals of the place; it is cancelled with the calling task.
  func perform<Result: Sendable>(_ operation: @escaping @Sendable () async throws -> Result) async throws -> Result {
    let made = Guarded<Task<Result, any Error>?>(nil)
    run {
      let task = Task { try await operation() }
      made.withLock { $0 = task }
    }
    guard let task = made.withLock({ $0 }) else { throw CancellationError() }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }
}

extension TestContext? {
  /// Runs a body as it is where a test is current, and else in the context, if there is one.
  package func enter(_ body: @escaping @Sendable () -> Void) {
    if let self, Test.current == nil { self.run(body) } else { body() }
  }
}
