/// What a task does of which no job is known, as far as it can be read from the task's own notes.
///
/// Two things reach no hook: a task that waits for its turn on an actor that others keep busy, and `Task.yield()` on an actor,
/// whose job goes straight to the pool since Swift 6.2. A step of a clock could not tell either from a wait for an event. The
/// places of the notes are not part of Swift's ABI, so they are found by an experiment: a task is taken from state to state, and
/// only a word that fits each of them is used. Without one such tasks are not waited for. Not yet run on Apple platforms.
///
/// Source: [ActiveTaskStatus](https://github.com/swiftlang/swift/blob/main/stdlib/public/Concurrency/TaskPrivate.h).
enum TaskStatus {
  private static let isRunning: UInt = 0x800, isEnqueued: UInt = 0x1000, isComplete: UInt = 0x2000

  private struct Places {
    /// The offset of the flags.
    let flags: UInt
    /// The code with which a task continues after `Task.yield()`.
    let yield: UInt
  }

  private static let places: Places? = {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return TaskExperiment().find()
  }()

  /// Makes the experiment, if this is the first use. Not in a task.
  static func prepare() { _ = places }

  /// Returns whether a task, which may have ended, runs or will continue by itself; false where that cannot be told.
  static func isReady(_ id: UInt64, at task: UInt) -> Bool {
    guard let places, let flags = ForeignMemory.words(at: task + places.flags)?.0,
      let code = ForeignMemory.words(at: task + AsyncBacktrace.offset)?.0,
      // Read last: what was read of a task that has ended meanwhile counts for nothing.
      ForeignMemory.holdsTask(id, at: task), flags & isComplete == 0
    else { return false }
    return flags & (isRunning | isEnqueued) != 0 || code == places.yield
  }

  /// The experiment: a task whose jobs are run one by one.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private final class TaskExperiment: TaskExecutor {
    private let jobs = Guarded<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    func find() -> Places? {
      let running = Guarded<[UInt]>([])
      let task = Task(executorPreference: self) {
        running.withLock { $0 = RuntimeHooks.currentTask.map { Self.offsets(in: $0, isRunning) } ?? [] }
        await Task.yield()
      }
      defer { withExtendedLifetime(task) {} }
      guard let first = jobs.withLock({ $0.first }) else { return nil }
      let address = unsafeBitCast(first, to: UInt.self)
      let enqueued = Self.offsets(in: address, isEnqueued)
      runNext()
      let code = ForeignMemory.words(at: address + AsyncBacktrace.offset)?.0
      let waiting = Self.offsets(in: address, 0)
      // The job of the yield, and that of the task.
      runNext()
      runNext()
      let ended = Self.offsets(in: address, isComplete)
      let fit = running.withLock { $0 }.filter { enqueued.contains($0) && waiting.contains($0) && ended.contains($0) }
      guard let code, code != 0, fit.count == 1 else { return nil }
      return Places(flags: fit[0], yield: code)
    }

    private func runNext() {
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// The words that have one of the three flags, or none.
    private static func offsets(in task: UInt, _ flag: UInt) -> [UInt] {
      stride(from: 64, to: 128, by: 8).filter { offset in
        ForeignMemory.words(at: task + offset).map {
          $0.0 & (isRunning | isEnqueued | isComplete) == flag && $0.0 & 0xFF != 0
        }
          ?? false
      }
    }
  }
}
