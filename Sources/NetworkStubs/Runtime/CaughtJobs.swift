/// The jobs that code on one thread makes ready for the pool, which run there one after the other.
///
/// So it is known when a task that was woken waits again, or has ended: nothing is left that it made ready.
///
/// `@unchecked Sendable` because only its thread uses the jobs.
package final class CaughtJobs: @unchecked Sendable {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()
  private static let queue = DispatchQueue(label: "NetworkTesting steps", attributes: .concurrent)
  /// A task that polls would never leave the thread.
  private static let limit = 10_000
  /// How often a task is asked onto the thread that continues elsewhere.
  private static let attempts = 20
  /// How long to wait for the main queue, or the task, in seconds: the program may not serve them, and a busy one does so late.
  static let patience = 60.0

  private var jobs: ArraySlice<UnownedJob> = []
  /// A task that has continued elsewhere.
  private enum Elsewhere {
    case expected
    case waits(UnsafeContinuation<Void, Never>)
    /// It is not waited for any more, and goes on where it is.
    case ignored
  }

  private let elsewhere = Guarded(Elsewhere.expected)
  private let arrival = DispatchSemaphore(value: 0)
  private let patience: Double
  private let woken: WokenTasks

  /// Waits for nothing yet.
  ///
  /// - Parameters:
  ///   - patience: How long to wait for the task, in seconds: the pool may be too busy for it.
  ///   - woken: The tasks whose jobs these are.
  init(patience: Double = patience, of woken: WokenTasks = WokenTasks()) {
    (self.patience, self.woken) = (patience, woken)
  }

  /// Those of the current thread; nil where jobs go to the pool.
  package static var current: CaughtJobs? {
    pthread_getspecific(key).map { Unmanaged<CaughtJobs>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Adds a job, in place of the pool.
  package func add(_ job: UnownedJob) { jobs.append(job) }

  /// Wakes a task, and waits until that and what it woke wait again, as far as they run on the pool and the main actor. Where
  /// the runtime does not tell of jobs, it waits for some turns of the pool.
  ///
  /// - Parameter wake: Wakes the task, which has to check in with what is handed over.
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

  /// Waits until the tasks are done on the main actor, and with what they come back with to the pool.
  private static func waitForReturns(of woken: WokenTasks, turn: Int = 0, _ end: @escaping @Sendable () -> Void) {
    let before = woken.endedReturns
    // What was woken on the main actor is before this in its queue.
    QueueTurns.main.wait {
      queue.async {
        woken.waitForReturns(for: patience)
        // What has come back meanwhile may have gone to the main actor again.
        if woken.endedReturns > before, turn < limit {
          waitForReturns(of: woken, turn: turn + 1, end)
        } else {
          woken.forget()
          end()
        }
      }
    }
  }

  /// Takes a job on its way to the pool that belongs to a task which a step has woken, and which comes from the main actor.
  ///
  /// - Returns: Whether it does.
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

  /// Called by the task that was woken: makes sure that it continues on this thread, or the main one.
  ///
  /// A task that is woken in the moment before it suspends does not suspend, and continues where it is.
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

  /// Waits until the task is on this thread, or the main one.
  private func waitForTask() {
    var pause = 1e-6
    while jobs.isEmpty, arrival.wait(timeout: .now() + patience) == .success {
      guard let task = takeWaiting(next: .expected) else { break }
      // It suspends about now; its thread may need a core for that.
      Thread.sleep(forTimeInterval: pause)
      pause = min(pause * 2, 1e-3)
      task.resume()
    }
    // A task that comes only now, or came a moment ago, would wait for ever.
    takeWaiting(next: .ignored)?.resume()
  }

  /// Runs the jobs, and those that they make ready.
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

/// The tasks that a step of a clock has woken, which it follows where they leave its thread.
final class WokenTasks: Sendable {
  /// The steps that go on, by the numbers of their tasks.
  private static let steps = Guarded<[UInt64: WokenTasks]>([:])

  private let ids = Guarded<Set<UInt64>>([])
  private let returns = DispatchGroup()
  private let ended = Guarded(0)

  /// How many jobs have come back, and have run.
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

  /// The tasks that a job belongs to, or that have made it ready; nil for those of no step.
  static func returning(_ job: UnownedJob) -> WokenTasks? {
    let woken: WokenTasks? = steps.withLock { steps in
      // As in a simulation, which has many jobs.
      if steps.isEmpty { return nil }
      return [RuntimeHooks.taskID(of: job), RuntimeHooks.currentTaskID].compactMap { $0.flatMap { steps[$0] } }.first
    }
    woken?.returns.enter()
    return woken
  }

  /// Notes that a job which has come back has run.
  func endReturn() {
    ended.withLock { $0 += 1 }
    returns.leave()
  }

  /// Waits until all jobs that have come back have run.
  ///
  /// - Parameter patience: How long, in seconds: they may block their threads.
  func waitForReturns(for patience: Double) { _ = returns.wait(timeout: .now() + patience) }
}

/// Waits for a queue to come to what is in it.
///
/// A queue that does not do so for long is not waited for again before it does: each step of a clock would take that long.
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
    /// Those that were given up, and to which the queue has not come.
    var missed: Set<Int> = []
  }

  private let queue: DispatchQueue
  private let patience: Double
  private let giveUp: @Sendable () -> Void
  private let contents = Guarded(Contents())

  /// Waits for nothing yet.
  ///
  /// - Parameters:
  ///   - queue: A serial queue.
  ///   - patience: How long to wait for it, in seconds.
  ///   - giveUp: Called when that was in vain.
  init(of queue: DispatchQueue, patience: Double, giveUp: @escaping @Sendable () -> Void) {
    (self.queue, self.patience, self.giveUp) = (queue, patience, giveUp)
  }

  /// Calls back when the queue has come to all that is in it now, or is not waited for any more.
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
