/// The state of a task of which no job is known, as far as it can be read from the task's own notes.
///
/// Two things reach no hook: a task that waits for its turn on an actor that others keep busy, and `Task.yield()` on an actor,
/// whose job goes straight to the pool since Swift 6.2. A step of a clock could not tell either from a wait for an event. The
/// places of the notes are not part of Swift's ABI, so they are found by an experiment: a task is taken from state to state, and
/// only a word that fits each of them is used: see ``TaskFlags``. Without one such tasks are not waited for. Not yet run on Apple
/// platforms, nor read where a word has 32 bits, as on watches.
package enum TaskStatus {
  /// In the count of references, which is part of Swift's ABI.
  private static let isFreed: UInt = 1 << 32

  private struct Places {
    /// The first word of every task; that of memory which has been freed is another.
    let head: UInt
    /// The offset of the flags.
    let flags: UInt
    /// How they tell that a task runs.
    let layout: TaskFlags
    /// The code with which a task continues after `Task.yield()`.
    let yield: UInt
  }

  private static let places: Places? = {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), !AppleDifference.unknownTasks.isOn else {
      return nil
    }
    return TaskExperiment().find()
  }()

  /// Whether the experiment has found the notes.
  package static var isKnown: Bool { places != nil }

  /// Makes the experiment, if this is the first use. Not in a task.
  package static func prepare() { _ = places }

  /// The state of a task; `.nothing` if it waits for an event, has ended, or where that cannot be told.
  package enum State { case nothing, yields, runs, isInLine }

  /// Returns what a task, which may have ended, does by itself.
  package static func state(of task: TaskReference) -> State {
    guard var last = notes(of: task) else { return .nothing }
    while true {
      // What was read of a task that has ended meanwhile counts for nothing.
      guard let now = notes(of: task), ForeignMemory.holds(task) else { return .nothing }
      if let state = places?.layout.state(of: now.flags) { return state }
      // A task that began to run between two looks did not wait for an event.
      if now == last { return now.code == places?.yield ? .yields : .nothing }
      last = now
    }
  }

  /// Returns the flags of a task that has not ended, and the code with which it continues.
  ///
  /// Freed memory can look like a task for a long time, while others write into parts of it. One sign against a task is enough:
  /// the count of its references, or flags that are no flags.
  private static func notes(of task: TaskReference) -> (flags: UInt, code: UInt)? {
    guard let places, let head = ForeignMemory.words(at: task.address), head.0 == places.head, head.1 & isFreed == 0,
      let flags = flags(of: task, places), !TaskFlags.haveEnded(flags),
      let code = ForeignMemory.words(at: task.address + AsyncBacktrace.offset)?.0
    else { return nil }
    return (flags, code)
  }

  /// Returns the flags of the task of a job that is about to run; nil where they are not known.
  package static func flags(of job: UnownedJob) -> UInt? {
    places.flatMap { UnsafePointer<UInt>(bitPattern: unsafeBitCast(job, to: UInt.self) + $0.flags)?.pointee }
  }

  /// Returns the flags of a task; nil if they can't be read, or are none.
  private static func flags(of task: TaskReference, _ places: Places) -> UInt? {
    let word = ForeignMemory.words(at: task.address + places.flags).map { TaskFlags.seen($0.0) }
    return word.flatMap { TaskFlags.areFlags($0) ? $0 : nil }
  }

  /// Whether a task is certain to be there, and has not ended.
  package static func isThere(_ task: TaskReference) -> Bool { notes(of: task) != nil && ForeignMemory.holds(task) }

  /// Whether a task, which the caller keeps, has ended; false where that cannot be told.
  package static func hasEnded(_ task: TaskReference) -> Bool {
    places.flatMap { flags(of: task, $0) }.map(TaskFlags.haveEnded) == true
  }

  /// Returns whether a job, which is about to be made ready, is that of a task which continues after `Task.yield()`.
  static func continuesAfterYield(_ job: UnownedJob) -> Bool {
    guard let places, let words = UnsafePointer<UInt>(bitPattern: unsafeBitCast(job, to: UInt.self)),
      words.pointee == places.head
    else { return false }
    return words[Int(AsyncBacktrace.offset) / MemoryLayout<UInt>.size] == places.yield
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
      let samples = Guarded(TaskFlags.Samples())
      let task = Task(executorPreference: self) {
        samples.withLock { $0.running = TaskReference.current.map { Self.words(of: $0.address) } ?? [] }
        await Task.yield()
      }
      defer { withExtendedLifetime(task) {} }
      guard let first = jobs.withLock({ $0.first }) else { return nil }
      let address = unsafeBitCast(first, to: UInt.self)
      samples.withLock { $0.enqueued = Self.words(of: address) }
      runNext()
      let code = ForeignMemory.words(at: address + AsyncBacktrace.offset)?.0
      samples.withLock { $0.waiting = Self.words(of: address) }
      let head = ForeignMemory.words(at: address)?.0
      // The job of the yield, and that of the task.
      runNext()
      runNext()
      samples.withLock { $0.ended = Self.words(of: address) }
      guard let head, let code, code != 0, let found = TaskFlags.find(in: samples.withLock { $0 }) else { return nil }
      return Places(head: head, flags: Self.offsets[found.index], layout: found.layout, yield: code)
    }

    private func runNext() {
      let job = jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() }
      job?.runSynchronously(on: asUnownedTaskExecutor())
    }

    /// The offsets at which the flags may be.
    private static let offsets = Array(stride(from: UInt(64), to: 128, by: 8))

    /// The words of a task at these offsets; 0, which is no flags, for one that can't be read.
    private static func words(of task: UInt) -> [UInt] {
      offsets.map { TaskFlags.seen(ForeignMemory.words(at: task + $0)?.0 ?? 0) }
    }
  }
}
