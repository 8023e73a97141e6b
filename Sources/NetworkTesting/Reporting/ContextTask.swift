/// A waiting task that runs bodies with the task-locals of its creator.
final class ContextTask: Sendable {
  private let (stream, work) = AsyncStream<@Sendable () -> Void>.makeStream()

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

  /// Runs a body, and returns when it is done; must be called from one thread at a time.
  package func run(_ body: @escaping @Sendable () -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    work.yield {
      body()
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
