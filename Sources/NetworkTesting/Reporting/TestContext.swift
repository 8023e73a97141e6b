/// The test around a place, for its code that runs elsewhere: on a queue, in a detached task, at a release.
///
/// Such code runs with the task-locals of the place. An issue that it records belongs to the test, and to the
/// `withKnownIssue` that surrounds the place.
// Only tasks have task-locals. So tasks wait here, and each runs its body on the thread of the caller.
package final class TestContext: Sendable {
  let test: Test.ID
  let testCase = Test.Case.current
  private let idle: Guarded<[ContextTask]>
  /// The number of idle tasks, as a semaphore.
  private let idleCount = DispatchSemaphore(value: 0)
  private let makeTask: @Sendable () -> ContextTask

  /// Creates the context of the current task; nil if no test is current.
  package convenience init?() { self.init { ContextTask() } }

  /// - Parameter makeTask: Creates a task with the task-locals of its caller.
  init?(makeTask: @escaping @Sendable () -> ContextTask) {
    guard let test = Test.current?.id else { return nil }
    self.test = test
    self.makeTask = makeTask
    idle = Guarded([makeTask()])
    // A semaphore must not end below its initial value, so it starts at zero.
    idleCount.signal()
  }

  /// Whether the current test and its arguments are those of the place.
  var isCurrent: Bool {
    test == Test.current?.id && String(describing: testCase) == String(describing: Test.Case.current)
  }

  /// Runs a body with the task-locals of the place; returns when it is done.
  package func run(_ body: @escaping @Sendable () -> Void) {
    // Only a task of the context can create another one. So the last one leaves a new one behind before it runs the body; a
    // caller that comes in between waits for it. Nothing is awaited with the lock held: where tasks cannot choose their thread, a
    // thread of the pool runs the body, and it may need the lock first.
    idleCount.wait()
    let (task, isLast) = idle.withLock { idle in
      let task = idle.popLast()
      return (task, idle.isEmpty)
    }
    // The semaphore counts the tasks, so there is one.
    guard let task else { return body() }
    let step = ClockStep.current
    task.run {
      if isLast { self.add(self.makeTask()) }
      if let step { step.perform(body) } else { body() }
      if Task.isCancelled { self.add(self.makeTask()) }
    }
    if !task.isOver { add(task) }
  }

  private func add(_ task: ContextTask) {
    idle.withLock { $0.append(task) }
    idleCount.signal()
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
  /// Runs a body directly if a test is current, otherwise in the context, if there is one.
  package func enter(_ body: @escaping @Sendable () -> Void) {
    if let self, Test.current == nil { self.run(body) } else { body() }
  }
}

/// A waiting task that runs bodies with the task-locals of its creator.
///
/// A body may cancel it, as code is cancelled that repeats a request for ever. Then it takes no other body.
final class ContextTask: Sendable {
  private let (stream, work) = AsyncStream<@Sendable () -> Void>.makeStream()
  private let wasCancelled = Guarded(false)

  init() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      run(on: CallingThread.shared)
    } else {
      Task { [stream] in for await body in stream { body() } }
    }
  }

  /// Creates a task whose thread an executor chooses, or the pool on systems where a task has no such choice.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  init(on executor: any TaskExecutor) { run(on: executor) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func run(on executor: any TaskExecutor) {
    Task(executorPreference: executor) { [stream] in for await body in stream { body() } }
  }

  deinit { work.finish() }

  /// Whether it takes no more bodies.
  var isOver: Bool { wasCancelled.withLock { $0 } }

  /// Runs a body, and returns when it is done; must be called from one thread at a time.
  func run(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    work.yield { [wasCancelled] in
      body()
      if Task.isCancelled { wasCancelled.withLock { $0 = true } }
      isDone.signal()
    }
    // It is already done, except on systems where a task cannot choose its thread.
    isDone.wait()
  }
}

/// An executor whose tasks resume immediately, on the thread that resumes them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class CallingThread: TaskExecutor {
  static let shared = CallingThread()

  func enqueue(_ job: consuming ExecutorJob) { UnownedJob(job).runSynchronously(on: asUnownedTaskExecutor()) }
}
