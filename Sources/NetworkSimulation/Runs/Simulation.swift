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
    /// A job of the main actor.
    case main(UnownedJob)
    /// A request or an answer that can arrive.
    case arrival(SimulatedArrival)
  }

  /// Work that is ready at a later time.
  struct Coming {
    let deadline: VirtualClock.Instant
    let work: Work
    /// The number of its task, for a job.
    var task: Int?
    var kind: Scheduler<Work>.Kind
  }

  enum Phase { case starting, running, over }

  struct Contents {
    var scheduler: Scheduler<Work>
    var phase = Phase.starting
    /// Whether the thread waits for an outside event.
    var isWaiting = false
    var outsideWakes = 0
    /// The executor of the app from which it was woken, and how often that was looked for.
    var executor: String?
    var looks = 0
    /// What the run has waited for in real time.
    var realWaits = RealWaits()
    /// The answers that take time, in the order of their requests, and jobs that are held back.
    var coming: [Coming] = []
    /// The number of jobs that could have been held back.
    var jobs = 0
    /// The numbers of tasks in this run, by the numbers that the runtime gave them, which differ from run to run.
    var tasks: [UInt64: Int] = [:]
    /// The tasks' last jobs, by the numbers of the tasks minus one; the tasks may have ended since.
    var lastJobs: [(id: UInt64, job: UInt)] = []
    /// The current job, and the job with which its task continues directly.
    var running: RunningJob?
    /// The executor of the main actor, once the run has used it.
    var mainExecutor: SimulatedMainExecutor?
    var body: BodyTask?
    /// The continuation for the run's result; nil once it has been resumed.
    var verdict: CheckedContinuation<SimulatedRun, Never>?
    /// The thread on which the current step runs.
    var thread: pthread_t?
    var hasEnded = false
    /// The work of sessions, done and awaited before the next step.
    var handovers: ArraySlice<@Sendable () -> Void> = []
    /// Whether one is under way: what it makes ready is the run's, whatever the thread.
    var isHandingOver = false
    /// Whether a task that has left may come back: what an actor's thread makes ready is the run's.
    var mayComeBack = false
    /// Whether a job of an actor has run, in which a task may have called `Task.yield()`.
    var mayYield = false
    /// Whether a task that yielded has run on the pool, whose thread may still hold the actor: the next one in line runs there.
    var hasLeft = false
    /// The tasks that continue when no other is ready, before time moves.
    var waitingForQuiet: [UnsafeContinuation<Void, Never>] = []
    var record = SimulationRecord()
    /// The choices of the run, except for its turns, which the scheduler records.
    var choices = SimulatedChoices()
  }

  let seed: UInt64
  let settings: SimulationSettings
  let clock = VirtualClock(isSimulated: true)
  let contents: Guarded<Contents>
  private let wakes = DispatchSemaphore(value: 0)
  /// A semaphore signalled by the first job.
  let start = DispatchSemaphore(value: 0)
  /// The longest latency of an answer in this run.
  let longestLatency: Duration
  /// The average number of requests per fault; 0 for no faults.
  let faultInterval: Int
  /// The average number of jobs per job that is held back; 0 for none.
  let slowInterval: Int
  /// Whether a call of an idle actor waits for its turn.
  let hasBusyActors: Bool
  /// The text for a crash of the process in this run, in memory that a signal handler may read.
  // Unchecked: never changed, and released with the run.
  nonisolated(unsafe) let note: UnsafeRawBufferPointer
  /// The choices that replace those of the seed.
  let prescribed: SimulatedChoices?
  /// Whether the run records its choices and steps.
  let isNoted: Bool

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - seed: Its seed.
  ///   - settings: The settings of its test.
  ///   - choices: The choices that replace those of the seed.
  init(seed: UInt64, settings: SimulationSettings, choices: SimulatedChoices? = nil) {
    self.seed = seed
    self.settings = settings
    prescribed = choices
    isNoted = settings.isNoted || choices != nil
    var scheduler = Scheduler<Work>(
      seed: seed, strategy: settings.strategy, turns: choices?.turns, isNoted: isNoted)
    // The latency of answers limits what can happen between two of them.
    longestLatency = settings.latency / [1, 1, 30, Int.max][scheduler.generator.index(below: 4)]
    // Some runs have no faults, so that failures that need none are found without them.
    faultInterval = settings.faults.isEmpty ? 0 : [0, 2, 4, 10][scheduler.generator.index(below: 4)]
    let isSlow = !settings.faults.isDisjoint(with: [.slowTasks, .slowStarts])
    slowInterval = isSlow ? [0, 3, 10, 30][scheduler.generator.index(below: 4)] : 0
    hasBusyActors = settings.faults.contains(.busyActors) && scheduler.generator.index(below: 4) > 0
    contents = Guarded(Contents(scheduler: scheduler))
    let text = Array((settings.name.isEmpty ? "" : settings.crashText(seed: seed)).utf8)
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    memory.copyBytes(from: text)
    note = UnsafeRawBufferPointer(memory)
    CrashNote.install
  }

  deinit {
    note.deallocate()
  }

  /// The executor of the main actor for this run.
  var mainExecutor: SimulatedMainExecutor {
    contents.withLock { contents in
      if let executor = contents.mainExecutor { return executor }
      let executor = SimulatedMainExecutor.make(for: self)
      contents.mainExecutor = executor
      return executor
    }
  }

  /// Adds ready work, and wakes the thread if it waits.
  ///
  /// - Parameters:
  ///   - isOfSession: Whether it is what a session does on its own queue, which the run waits for.
  ///   - make: Adds it.
  /// - Returns: Whether the run accepts it, which it does until it is over.
  func add(isOfSession: Bool = false, _ make: (inout Contents) -> Void) -> Bool {
    let isFromOutside = SimulationThread.simulation !== self
    if isNoted, !isFromOutside { noteTaskName() }
    let isFromActor = isFromOutside && RuntimeHooks.isOnActor
    if isFromOutside, !isOfSession { noteExecutor(isFromActor: isFromActor) }
    let (isTaken, mustWake) = contents.withLock { contents in
      guard contents.phase != .over else { return (false, false) }
      make(&contents)
      if contents.phase == .starting {
        contents.phase = .running
        start.signal()
        return (true, false)
      }
      if isFromOutside, !isOfSession {
        let isOfRun = contents.isHandingOver || contents.mayComeBack && isFromActor && contents.executor == nil
        if isOfRun { contents.hasLeft = true } else { contents.outsideWakes += 1 }
      }
      defer { contents.isWaiting = false }
      return (true, contents.isWaiting)
    }
    if mustWake { wakes.signal() }
    return isTaken
  }

  /// Notes the executor of the app on which the current thread runs a job, if there is one.
  private func noteExecutor(isFromActor: Bool) {
    let ofActor = isFromActor ? AppExecutor.ofActor : nil
    let executor = ofActor ?? (looksForExecutor(isFromActor) ? AppExecutor.ofTask : nil)
    if let executor { contents.withLock { $0.executor = executor } }
  }

  /// Whether the stack of the current thread is worth a look, which takes a while: a task that the run waits for must not be late.
  private func looksForExecutor(_ isFromActor: Bool) -> Bool {
    contents.withLock { contents in
      let isOfRun = contents.isHandingOver || contents.mayComeBack && isFromActor
      guard !isOfRun, contents.executor == nil, contents.phase == .running else { return false }
      // A run may be woken very often, as by a timer.
      contents.looks += 1
      return contents.looks <= 20
    }
  }

  private func noteTaskName() {
    guard let name = CurrentTask.name else { return }
    contents.withLock { contents in
      if let task = contents.scheduler.current { contents.record.name(task: task, name) }
    }
  }

  /// Takes a job that the runtime would have given to the pool.
  func takeFromPool(_ job: UnownedJob) {
    if !take(.pooled(job), task: CurrentTask.id(of: job)) {
      Self.runOutside { job.runSynchronously(on: .generic) }
    }
  }

  /// Takes a job of the main actor.
  ///
  /// - Returns: Whether the run accepts it, which it does until it is over.
  func takeForMainActor(_ job: UnownedJob) -> Bool {
    take(.main(job), task: CurrentTask.id(of: job))
  }

  /// Takes a job, now or, of a slow task, later.
  private func take(_ work: Work, task id: UInt64?) -> Bool {
    let now = clock.now
    return add { contents in
      if contents.phase == .starting, let id { SimulatedTasks.add(self, body: id) }
      let isStart = id.map { contents.tasks[$0] == nil } ?? false
      guard let entry = contents.entry(of: work, task: id) else { return }
      guard let pause = pause(isStart: isStart, &contents) else {
        return contents.scheduler.add(work, kind: entry.kind, task: entry.task)
      }
      contents.coming.append(
        Coming(deadline: now.advanced(by: pause), work: work, task: entry.task, kind: entry.kind))
      if isNoted { contents.record.add(.pause(task: entry.task, pause), at: now) }
    }
  }

  /// Chooses how long a job is held back; nil for most.
  private func pause(isStart: Bool, _ contents: inout Contents) -> Duration? {
    guard settings.faults.contains(isStart ? .slowStarts : .slowTasks), contents.phase == .running else { return nil }
    defer { contents.jobs += 1 }
    let pause: Duration? =
      if let prescribed {
        prescribed.pauses[contents.jobs]
      } else if slowInterval > 0, contents.scheduler.generator.index(below: slowInterval) == 0 {
        .milliseconds(1 + contents.scheduler.generator.index(below: 500))
      } else {
        nil
      }
    if isNoted { contents.choices.pauses[contents.jobs] = pause }
    return pause
  }

  /// Takes a request or an answer that can arrive, immediately or after a while.
  func add(_ arrival: SimulatedArrival, after latency: Duration) {
    let deadline = clock.now.advanced(by: latency)
    let isTaken = add { contents in
      if latency > .zero {
        contents.coming.append(Coming(deadline: deadline, work: .arrival(arrival), kind: .arrival))
      } else {
        contents.scheduler.add(.arrival(arrival), kind: .arrival)
      }
    }
    if !isTaken { arrival.arrive() }
  }

  /// Waits until outside code adds work, or sleeps on the clock.
  ///
  /// - Returns: Whether that happened.
  func waitForArrival(atMost patience: Duration) -> Bool {
    let mustWait = contents.withLock { contents in
      contents.isWaiting =
        contents.scheduler.entries.isEmpty && contents.handovers.isEmpty && !contents.hasEnded
      return contents.isWaiting
    }
    guard mustWait else { return true }
    var left = patience
    defer { noteRealWait(patience - left) }
    var probe = PoolProbe()
    while true {
      // In slices, since a sleep that begins outside sends no signal.
      let slice = min(max(left, .milliseconds(1)), .milliseconds(50))
      if wakes.wait(timeout: .now() + .nanoseconds(Int(slice / .nanoseconds(1)))) == .success { return true }
      // If the threads of the process are too busy, the awaited event has had no chance.
      left -= patience == .zero ? slice : slice * probe.share()
      if left <= .zero || clock.nextDeadline != nil { break }
    }
    let hasCome = contents.withLock { contents in
      defer { contents.isWaiting = false }
      return !contents.isWaiting
    }
    // The new work has signalled, or is about to.
    if hasCome { wakes.wait() }
    return hasCome || clock.nextDeadline != nil
  }

  /// Runs a job that came too late.
  func runOutside(_ job: UnownedJob) {
    Self.runOutside { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// Runs late work elsewhere: a dropped job would hang the task that waits for it.
  static func runOutside(_ work: @escaping () -> Void) {
    // Unchecked: the caller gives it away, and the queue calls it once.
    nonisolated(unsafe) let work = work
    DispatchQueue.global().async { ThreadOwner.with(nil, work) }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation: TaskExecutor {
  /// Takes a job of a task that prefers this executor.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !take(.preferred(job), task: CurrentTask.id(of: job)) { runOutside(job) }
  }
}

extension RuntimeHooks {
  /// Whether the current thread runs a job of an actor, and not a block of a dispatch queue; true where that cannot be told.
  fileprivate static var isOnActor: Bool { currentExecutor.map { $0.identity != 0 } ?? true }
}

/// The jobs of simulated tasks, found by its name.
final class SimulatedJobs: JobKeeping {
  static func takes(_ job: UnownedJob) -> Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *),
      let simulation = SimulatedTasks.simulation(of: job)
    else { return false }
    simulation.takeFromPool(job)
    return true
  }

  static var mainExecutor: UnownedSerialExecutor? {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return nil }
    return SimulatedTasks.current?.mainExecutor.asUnownedSerialExecutor()
  }
}
