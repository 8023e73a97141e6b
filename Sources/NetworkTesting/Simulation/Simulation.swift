import Foundation

/// One run of a test in which the simulation makes every choice, and moves the time.
///
/// Its jobs run one at a time on one thread. When none is ready, time moves to the next deadline; when no task sleeps either,
/// it waits a while for an outside event, and then the run is stuck.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class Simulation: Sendable {
  /// Ready work.
  enum Work {
    /// A job of a task that prefers this executor.
    case preferred(UnownedJob)
    /// A job that was on its way to the pool of threads.
    case pooled(UnownedJob)
    /// A request or an answer that can arrive.
    case arrival(SimulatedArrival)
  }

  enum Phase { case starting, running, over }

  struct Contents {
    var scheduler: Scheduler<Work>
    var phase = Phase.starting
    /// Whether the thread waits for an outside event.
    var isWaiting = false
    var outsideWakes = 0
    /// The answers that take some time, in the order of their requests.
    var arrivals: [(deadline: VirtualClock.Instant, arrival: SimulatedArrival)] = []
    /// The numbers of tasks in this run, by the numbers that the runtime gave them, which differ from run to run.
    var tasks: [UInt64: Int] = [:]
    /// Tasks without a preference that are noted as this run's.
    var pooled: Set<UInt64> = []
    var body: BodyTask?
    var hasEnded = false
    var record = SimulationRecord()
  }

  let seed: UInt64
  let settings: SimulationSettings
  let clock = VirtualClock()
  let contents: Guarded<Contents>
  private let wakes = DispatchSemaphore(value: 0)
  /// Signalled by the first job.
  let start = DispatchSemaphore(value: 0)
  /// The longest that an answer takes in this run.
  let longestLatency: Duration

  /// Whether it waits for the main queue before each step.
  let meetsOutside: Bool

  init(seed: UInt64, settings: SimulationSettings, meetsOutside: Bool = false) {
    self.seed = seed
    self.settings = settings
    self.meetsOutside = meetsOutside
    var scheduler = Scheduler<Work>(seed: seed, strategy: settings.strategy)
    // How late answers come changes what can happen between two of them.
    longestLatency = settings.latency / [1, 1, 30, Int.max][scheduler.generator.index(below: 4)]
    contents = Guarded(Contents(scheduler: scheduler))
    _ = EnqueueHook.isInstalled
  }

  /// Adds ready work, and wakes the thread if it waits.
  ///
  /// - Parameter make: Adds it, unless the run is over.
  /// - Returns: Whether the run takes it.
  private func add(_ make: (inout Contents) -> Bool) -> Bool {
    let isFromOutside = SimulationThread.simulation !== self && MainWindow.simulation !== self
    let (isTaken, mustWake) = contents.withLock { contents in
      guard make(&contents) else { return (false, false) }
      if contents.phase == .starting {
        contents.phase = .running
        start.signal()
        return (true, false)
      }
      if isFromOutside, contents.phase == .running { contents.outsideWakes += 1 }
      defer { contents.isWaiting = false }
      return (true, contents.isWaiting)
    }
    if mustWake { wakes.signal() }
    return isTaken
  }

  /// Takes a job that the runtime would have given to the pool of threads.
  func takeFromPool(_ job: UnownedJob) {
    let id = EnqueueHook.taskID(of: job)
    // The main queue may have run other work; only what this thread has run certainly belongs to this run.
    let isOwn = SimulationThread.simulation === self
    let isNew =
      isOwn
      && contents.withLock { contents in
        guard let id, contents.phase != .over else { return false }
        return contents.pooled.insert(id).inserted
      }
    if isNew, let id { SimulatedTasks.add(id, to: self) }
    let isTaken = add { contents in
      guard contents.phase != .over else { return false }
      contents.scheduler.add(.pooled(job), task: contents.task(id))
      return true
    }
    if !isTaken { Self.runOutside { job.runSynchronously(on: .generic) } }
  }

  /// Takes a request or an answer that can arrive, at once or after a while.
  func add(_ arrival: SimulatedArrival, after latency: Duration) {
    let deadline = clock.now.advanced(by: latency)
    let isTaken = add { contents in
      guard contents.phase != .over else { return false }
      if latency > .zero {
        contents.arrivals.append((deadline, arrival))
        return true
      }
      contents.scheduler.add(.arrival(arrival), kind: .arrival)
      return true
    }
    if !isTaken { arrival.arrive() }
  }

  /// Waits until code outside adds work, or sleeps on the clock.
  ///
  /// - Returns: Whether that happened.
  func waitForArrival(atMost patience: Duration) -> Bool {
    let mustWait = contents.withLock { contents in
      contents.isWaiting = contents.scheduler.entries.isEmpty && !contents.hasEnded
      return contents.isWaiting
    }
    guard mustWait else { return true }
    var left = patience
    while true {
      // In slices, since a sleep that begins outside sends no signal.
      let slice = min(left, .milliseconds(50))
      if wakes.wait(timeout: .now() + .nanoseconds(Int(slice / .nanoseconds(1)))) == .success { return true }
      left -= slice
      if left <= .zero || clock.nextDeadline != nil { break }
    }
    let hasCome = contents.withLock { contents in
      defer { contents.isWaiting = false }
      return !contents.isWaiting
    }
    // The work that came has signalled, or is about to.
    if hasCome { wakes.wait() }
    return hasCome || clock.nextDeadline != nil
  }

  /// Runs a job that came too late.
  func runOutside(_ job: UnownedJob) {
    Self.runOutside { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Runs what came too late elsewhere: a dropped job would hang the task that waits for it.
  static func runOutside(_ work: @escaping () -> Void) {
    nonisolated(unsafe) let work = work
    DispatchQueue.global().async { ThreadOwner.with(nil, work) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation: TaskExecutor {
  /// Takes a job of a task that prefers this executor.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let id = EnqueueHook.taskID(of: job)
    let isTaken = add { contents in
      guard contents.phase != .over else { return false }
      contents.scheduler.add(.preferred(job), task: contents.task(id))
      return true
    }
    if !isTaken { runOutside(job) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation.Contents {
  /// The number of a task in this run; a job without a task, such as an actor's, counts as the current one's.
  mutating func task(_ id: UInt64?) -> Int? {
    guard let id else { return scheduler.current }
    if let number = tasks[id] { return number }
    tasks[id] = tasks.count + 1
    return tasks.count
  }
}

extension UnownedSerialExecutor {
  /// No actor in particular, as on the threads of the pool: the null executor of Swift's ABI.
  static var generic: Self { unsafeBitCast((0, 0), to: Self.self) }
}
