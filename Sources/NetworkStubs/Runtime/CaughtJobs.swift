/// The jobs that code on one thread enqueues on the pool, run on that thread one after the other.
///
/// So it is known when a woken task waits again or has ended: nothing that it enqueued is left.
///
/// `@unchecked Sendable` because only its thread uses the jobs.
package final class CaughtJobs: @unchecked Sendable {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
  private static let queue = DispatchQueue(label: "NetworkTesting steps", attributes: .concurrent)
  /// The most jobs: a task that polls would never leave the thread.
  private static let limit = 10_000
  /// The most attempts to move a task that continues elsewhere onto the thread.
  private static let attempts = 20
  /// The longest wait for the main queue, or the task, in seconds: the program may not serve them, and a busy one is late.
  static let patience = 60.0

  private var jobs: ArraySlice<UnownedJob> = []
  /// A task that has continued elsewhere.
  private enum Elsewhere {
    case expected
    case waits(UnsafeContinuation<Void, Never>)
    /// It is no longer awaited, and continues where it is.
    case ignored
  }

  private let elsewhere = Guarded(Elsewhere.expected)
  private let arrival = DispatchSemaphore(value: 0)
  private let patience: Double
  private let woken: WokenTasks

  /// Creates an empty list.
  ///
  /// - Parameters:
  ///   - patience: The longest wait for the task, in seconds: the pool may be too busy for it.
  ///   - woken: The tasks whose jobs these are.
  init(patience: Double = patience, of woken: WokenTasks = WokenTasks()) {
    (self.patience, self.woken) = (patience, woken)
  }

  /// The jobs of the current thread; nil if jobs go to the pool.
  package static var current: CaughtJobs? {
    pthread_getspecific(key).map { Unmanaged<CaughtJobs>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Adds a job, in place of the pool.
  package func add(_ job: UnownedJob) { jobs.append(job) }

  /// Wakes a task, and waits until it and the tasks it wakes wait again, as far as they run on the pool and the main actor.
  ///
  /// If the runtime does not report jobs, waits for some turns of the pool.
  ///
  /// - Parameter wake: Wakes the task, which has to check in with the argument.
  package static func run(_ wake: @escaping @Sendable (CaughtJobs?) -> Void) async {
    let canCatch = RuntimeHooks.begin()
    defer { RuntimeHooks.end() }
    guard canCatch else {
      wake(nil)
      for _ in 0..<32 { await Task.yield() }
      return
    }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      queue.async {
        let woken = WokenTasks()
        CaughtJobs(of: woken).drain(wake)
        waitForReturns(of: woken) { continuation.resume() }
      }
    }
  }

  /// Waits until the tasks are done on the main actor, and with the work they return to the pool with.
  private static func waitForReturns(of woken: WokenTasks, turn: Int = 0, _ end: @escaping @Sendable () -> Void) {
    let before = woken.endedReturns
    // Anything woken on the main actor comes before this in its queue.
    QueueTurns.main.wait {
      queue.async {
        woken.waitForReturns(for: patience)
        // Tasks that have come back since may have gone to the main actor again.
        if woken.endedReturns > before, turn < limit {
          waitForReturns(of: woken, turn: turn + 1, end)
        } else {
          woken.forget()
          end()
        }
      }
    }
  }

  /// Takes a job that returns to the pool from the main actor and belongs to a task woken by a step.
  ///
  /// - Returns: Whether the job was taken.
  static func takeReturn(_ job: UnownedJob) -> Bool {
    guard let woken = WokenTasks.returning(job) else { return false }
    queue.async {
      let jobs = CaughtJobs(of: woken)
      jobs.add(job)
      jobs.runAll()
      woken.endReturn()
    }
    return true
  }

  /// Makes sure that the woken task, which calls this, continues on this thread or the main thread.
  ///
  /// A task that is woken just before it suspends does not suspend, and continues where it is.
  func checkIn() async {
    for _ in 0..<Self.attempts {
      if Self.current === self { return }
      if Thread.isMainThread { break }
      await withUnsafeContinuation { continuation in
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
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    wake(self)
    waitForTask()
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
    pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
    for _ in 0..<Self.limit {
      guard let job = jobs.popFirst() else { break }
      woken.add(job)
      if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
        // On this executor, to which `Task.yield()` returns.
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else {
        job.runSynchronously(on: .generic)
      }
    }
    pthread_setspecific(Self.key, nil)
    for job in jobs { Self.runOutside(job) }
  }

  private func takeWaiting(next: Elsewhere) -> UnsafeContinuation<Void, Never>? {
    elsewhere.withLock { elsewhere in
      defer { elsewhere = next }
      if case .waits(let task) = elsewhere { return task } else { return nil }
    }
  }

  private static func runOutside(_ job: UnownedJob) {
    queue.async { job.runSynchronously(on: .generic) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CaughtJobs: TaskExecutor {
  /// Takes a job that continues where it was.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if Self.current === self { add(job) } else if !Self.takeReturn(job) { Self.runOutside(job) }
  }
}

/// The tasks woken by one step of a clock, which follows them where they leave its thread.
final class WokenTasks: Sendable {
  /// The steps in progress, by the numbers of their tasks.
  private static let steps = Guarded<[UInt64: WokenTasks]>([:])

  private let ids = Guarded<Set<UInt64>>([])
  private let returns = DispatchGroup()
  private let ended = Guarded(0)

  /// The number of jobs that have come back and have run.
  var endedReturns: Int { ended.withLock { $0 } }

  /// Adds the task of a job.
  package func add(_ job: UnownedJob) {
    guard let id = RuntimeHooks.taskID(of: job), ids.withLock({ $0.insert(id).inserted }) else { return }
    Self.steps.withLock { $0[id] = self }
  }

  /// Forgets the tasks, when the step is over.
  func forget() {
    let ids = ids.withLock { $0 }
    Self.steps.withLock { steps in
      for id in ids where steps[id] === self { steps[id] = nil }
    }
  }

  /// Returns the woken tasks that a job belongs to, or that enqueued it; nil for a job of no step.
  static func returning(_ job: UnownedJob) -> WokenTasks? {
    let woken: WokenTasks? = steps.withLock { steps in
      // As in a simulation, which has many jobs.
      if steps.isEmpty { return nil }
      return [RuntimeHooks.taskID(of: job), RuntimeHooks.currentTaskID].compactMap { $0.flatMap { steps[$0] } }.first
    }
    woken?.returns.enter()
    return woken
  }

  /// Records that a returned job has run.
  func endReturn() {
    ended.withLock { $0 += 1 }
    returns.leave()
  }

  /// Waits until all returned jobs have run.
  ///
  /// - Parameter patience: The longest wait, in seconds: they may block their threads.
  func waitForReturns(for patience: Double) { _ = returns.wait(timeout: .now() + patience) }
}

/// A wait until a queue has reached everything in it.
///
/// A queue that takes too long is not awaited again before it catches up: each step of a clock would take that long.
final class QueueTurns: Sendable {
  static let main = QueueTurns(of: .main, patience: CaughtJobs.patience) {
    StandardError.print(
      """
      The main thread has been blocked for \(Int(CaughtJobs.patience)) seconds, as by a semaphore. Steps of virtual clocks go on \
      without what they wake on it, until it is free.
      """)
  }

  private struct Contents {
    var lastID = 0
    var waiting: [Int: @Sendable () -> Void] = [:]
    /// The waits that were given up and that the queue has not reached.
    var missed: Set<Int> = []
  }

  private let queue: DispatchQueue
  private let patience: Double
  private let giveUp: @Sendable () -> Void
  private let contents = Guarded(Contents())

  /// Creates an object without waits.
  ///
  /// - Parameters:
  ///   - queue: A serial queue.
  ///   - patience: The longest wait for it, in seconds.
  ///   - giveUp: Called when the wait was in vain.
  init(of queue: DispatchQueue, patience: Double, giveUp: @escaping @Sendable () -> Void) {
    (self.queue, self.patience, self.giveUp) = (queue, patience, giveUp)
  }

  /// Calls back when the queue has reached everything in it now, or is no longer awaited.
  package func wait(_ end: @escaping @Sendable () -> Void) {
    let id: Int? = contents.withLock { contents in
      guard contents.missed.isEmpty else { return nil }
      contents.lastID += 1
      contents.waiting[contents.lastID] = end
      return contents.lastID
    }
    guard let id else { return end() }
    let timeout = RealTime.shared.run(at: .now + .seconds(patience)) { [self] in
      let end: (@Sendable () -> Void)? = contents.withLock { contents in
        guard let end = contents.waiting.removeValue(forKey: id) else { return nil }
        contents.missed.insert(id)
        return end
      }
      guard let end else { return }
      giveUp()
      end()
    }
    queue.async { [self] in
      RealTime.shared.cancel(timeout)
      let end = contents.withLock { contents in
        contents.missed.remove(id)
        return contents.waiting.removeValue(forKey: id)
      }
      end?()
    }
  }
}
