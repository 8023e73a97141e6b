/// The jobs that code on one thread enqueues on the pool, run on that thread one after the other.
///
/// So it is known when a woken task waits again or has ended: nothing that it enqueued is left.
///
/// `@unchecked Sendable` because only its thread uses the jobs.
package final class CaughtJobs: @unchecked Sendable {
  private static let mark = ThreadMark<CaughtJobs>()
  static let queue = DispatchQueue(label: "NetworkTesting steps", attributes: .concurrent)
  /// The most jobs: a task that polls would never leave the thread.
  private static let limit = 10_000
  /// The most attempts to move a task that continues elsewhere onto the thread.
  private static let attempts = 20
  /// The longest wait for the main queue, or the task, in seconds: the program may not serve them, and a busy one is late.
  static let patience = 60.0

  private var jobs: ArraySlice<UnownedJob> = []
  /// Whether the tasks that the step begins with are being woken.
  private var isWaking = false
  /// A task that has continued elsewhere.
  private enum Elsewhere {
    case expected
    case waits(CheckedContinuation<Void, Never>)
    /// It is no longer awaited, and continues where it is.
    case ignored
  }

  private let elsewhere = Guarded(Elsewhere.expected)
  private let arrival = DispatchSemaphore(value: 0)
  private let patience: Double
  private let step: ClockStep

  /// Creates the empty list of a step, which waits for its task for some seconds: the pool may be too busy for it.
  init(patience: Double = patience, of step: ClockStep = ClockStep()) {
    self.patience = patience
    self.step = step
  }

  /// The jobs of the current thread; nil if jobs go to the pool.
  package static var current: CaughtJobs? { mark.current }

  /// Adds a job, in place of the pool.
  package func add(_ job: UnownedJob) { jobs.append(job) }

  /// Adds a job, unless it is another step's or none's: an actor that several steps use runs what they have in line there, one after
  /// the other.
  func takes(_ job: UnownedJob) -> Bool {
    // What is woken belongs to this step from now on, whatever it did before.
    if !isWaking, step.isOthers(job) { return false }
    add(job)
    return true
  }

  /// Runs a body, and returns the jobs that it enqueues on the pool; the caller runs them. Only in a use of the hooks.
  package static func jobs(of body: () -> Void) -> [UnownedJob] {
    let caught = CaughtJobs()
    mark.with(caught, body)
    return Array(caught.jobs)
  }

  /// Wakes a task, and waits until all that this leads to has settled; see ``ClockStep``.
  ///
  /// If the runtime does not report jobs, waits for some turns of the pool.
  ///
  /// - Parameters:
  ///   - harness: The test that moves the clock.
  ///   - oldest: The number of the oldest task that may belong to the step.
  ///   - wake: Wakes the task.
  package static func run(
    in harness: any Harness, oldest: UInt64 = 0, _ wake: @escaping @Sendable (CaughtJobs?) -> Void
  ) async {
    let canCatch = RuntimeHooks.begin()
    defer { RuntimeHooks.end() }
    guard canCatch else {
      wake(nil)
      for _ in 0..<32 { await Task.yield() }
      return
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      queue.async {
        TaskStatus.prepare()
        let step = ClockStep(in: harness, oldest: oldest)
        // A task of the step that moves a clock itself waits for the rest of it.
        withExtendedLifetime(step.begin(.awakening)) { CaughtJobs(of: step).drain(wake) }
        step.whenSettled { continuation.resume() }
      }
    }
  }

  /// Takes a job on its way to the pool if it belongs to a step; returns whether it does.
  static func take(_ job: UnownedJob) -> Bool {
    let works = ClockStep.works(of: job)
    guard let step = works.first?.step else { return false }
    queue.async {
      if step.root == nil {
        let jobs = CaughtJobs(of: step)
        jobs.add(job)
        jobs.runAll()
      } else {
        step.perform { job.runSynchronously(on: .generic) }
      }
      withExtendedLifetime(works) {}
    }
    return true
  }

  /// Makes sure that the woken task, which calls this, continues on this thread or the main thread.
  ///
  /// A task that is woken just before it suspends does not suspend, and continues where it is.
  func checkIn() async {
    for _ in 0..<Self.attempts {
      if Self.current === self { return }
      if MainQueue.isCurrent || Thread.isMainThread { break }
      // Checked: the thread sanitizer takes an unsafe one for a race.
      await withCheckedContinuation { continuation in
        let isExpected = elsewhere.withLock { elsewhere in
          if case .ignored = elsewhere { return false }
          elsewhere = .waits(continuation)
          return true
        }
        if isExpected { arrival.signal() } else { continuation.resume() }
      }
    }
    if Self.current !== self { arrival.signal() }
  }

  func drain(_ wake: (CaughtJobs?) -> Void) {
    step.perform {
      isWaking = true
      Self.mark.with(self) { wake(self) }
      isWaking = false
      waitForTask()
    }
    runAll()
  }

  /// Waits until the task is on this thread or the main thread.
  private func waitForTask() {
    var pause = 1e-6
    while jobs.isEmpty, arrival.wait(timeout: .now() + patience) == .success {
      guard let task = takeWaiting(next: .expected) else { break }
      // It is about to suspend; its thread may need a core for that.
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 2, 1e-3)
      task.resume()
    }
    // A task that arrives only now, or arrived a moment ago, would wait for ever.
    takeWaiting(next: .ignored)?.resume()
  }

  /// Runs the jobs, and those that they enqueue.
  private func runAll() {
    step.perform { Self.mark.with(self, runJobs) }
    if !jobs.isEmpty { step.giveUp() }
    for job in jobs { Self.runOutside(job) }
  }

  private func runJobs() {
    for _ in 0..<Self.limit {
      guard let job = jobs.popFirst() else { break }
      RuntimeHooks.look()
      step.addTask(of: job)
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        // On this executor, to which `Task.yield()` returns.
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else {
        job.runSynchronously(on: .generic)
      }
    }
  }

  private func takeWaiting(next: Elsewhere) -> CheckedContinuation<Void, Never>? {
    elsewhere.withLock { elsewhere in
      defer { elsewhere = next }
      if case .waits(let task) = elsewhere { return task } else { return nil }
    }
  }

  private static func runOutside(_ job: UnownedJob) { queue.async { job.runSynchronously(on: .generic) } }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CaughtJobs: TaskExecutor {
  /// Takes a job that continues where it was.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if Self.current === self, takes(job) { return }
    if !Self.take(job) { Self.runOutside(job) }
  }
}

/// An object that each thread can be marked with while it does something on the object's behalf.
package struct ThreadMark<Owner: AnyObject>: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    self.key = key
  }

  /// The owner that the current thread does something for.
  package var current: Owner? {
    pthread_getspecific(key).map { Unmanaged<Owner>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs a body on the current thread on behalf of an owner, or of none.
  ///
  /// There is no other way to set a mark: it is taken back on the thread that has it, and its owner lives until then.
  package func with<Result>(_ owner: Owner?, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, owner.map { Unmanaged.passUnretained($0).toOpaque() })
    defer { pthread_setspecific(key, outer) }
    return try withExtendedLifetime(owner) { try body() }
  }
}
