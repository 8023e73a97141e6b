import NetworkTesting

#if (os(macOS) || os(Linux)) && compiler(>=6.3)
  /// The place where the code of a test runs.
  enum VerdictWay: CaseIterable {
    case inTest, childTask, detached, immediate, immediateDetached, asyncLet
    case group, throwingGroup, discardingGroup
    case actor, mainActor, ownExecutor, taskExecutor
    case queue, thread

    /// Runs a body there, and returns when it has ended.
    func run(_ body: @escaping @Sendable () async -> Void) async {
      switch self {
      case .inTest: await body()
      case .childTask: await Task { await body() }.value
      case .detached: await Task.detached { await body() }.value
      case .immediate: await Task.immediate { await body() }.value
      case .immediateDetached: await Task.immediateDetached { await body() }.value
      case .asyncLet:
        async let end: Void = body()
        await end
      case .group: await withTaskGroup(of: Void.self) { $0.addTask { await body() } }
      case .throwingGroup: await inThrowingGroup(body)
      case .discardingGroup: await withDiscardingTaskGroup { $0.addTask { await body() } }
      case .actor: await VerdictActor().run(body)
      case .mainActor: await Task { @MainActor in await body() }.value
      case .ownExecutor: await OwnExecutor().run(body)
      case .taskExecutor: await withTaskExecutorPreference(PoolExecutor()) { await body() }
      case .queue: await outsideOfTasks(body) { work in DispatchQueue.global().async { work() } }
      case .thread: await outsideOfTasks(body) { work in Thread.detachNewThread { work() } }
      }
    }

    private func inThrowingGroup(_ body: @escaping @Sendable () async -> Void) async {
      try? await withThrowingTaskGroup(of: Void.self) {
        $0.addTask {
          await body()
          throw WrongError()
        }
        try await $0.waitForAll()
      }
    }

    /// Begins a task where none is current.
    private func outsideOfTasks(
      _ body: @escaping @Sendable () async -> Void, _ start: (@escaping @Sendable () -> Void) -> Void
    ) async {
      await withCheckedContinuation { done in
        start {
          Task {
            await body()
            done.resume()
          }
        }
      }
    }
  }

  private actor VerdictActor {
    func run(_ body: @Sendable () async -> Void) async { await body() }
  }

  /// An actor with an executor of its own.
  private actor OwnExecutor {
    private final class Executor: SerialExecutor {
      private let queue = DispatchQueue(label: "own")

      func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
      }
    }

    private let executor = Executor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func run(_ body: @Sendable () async -> Void) async { await body() }
  }

  /// An executor of tasks.
  private final class PoolExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "pool", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
#endif
