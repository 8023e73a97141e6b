/// The task of a run's body, used to cancel it.
///
/// `@unchecked Sendable` because the body can end only on the thread of its simulation, which alone cancels it, and which forgets
/// it when it ends.
struct BodyTask: @unchecked Sendable {
  private let task: UnsafeCurrentTask

  init?() {
    guard let task = withUnsafeCurrentTask(body: { $0 }) else { return nil }
    self.task = task
  }

  func cancel() { task.cancel() }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation {
  /// Runs a body from beginning to end.
  ///
  /// - Parameters:
  ///   - body: The body to run.
  ///   - failure: Called immediately when the run is stuck or does not end. The body is then cancelled. If it ignores that, this
  ///   function cannot return, and after a while the process is ended instead.
  /// - Returns: The result of the run.
  func run(
    _ body: @Sendable () async throws -> Void, onFailure failure: (SimulatedRun) -> Void = { _ in }
  ) async -> SimulatedRun {
    _ = RuntimeHooks.begin()
    defer { RuntimeHooks.end() }
    async let result = perform(body)
    // Checked: the thread sanitizer takes an unsafe one for a race.
    let run = await withCheckedContinuation { verdict in
      SimulationThread.perform { [self] in drain(verdict) }
    }
    if run.end != .ended { failure(run) }
    return run.with(await result)
  }

  private func perform(_ body: @Sendable () async throws -> Void) async -> Result<Void, any Error> {
    let context = SimulationContext(order: self, clock: clock, seed: seed)
    return await SimulationContext.$current.withValue(context) {
      await VirtualClock.$current.withValue(clock) {
        await withTaskExecutorPreference(self) {
          contents.withLock { $0.body = BodyTask() }
          let result: Result<Void, any Error>
          do { result = .success(try await body()) } catch { result = .failure(error) }
          contents.withLock { contents in
            contents.hasEnded = true
            // An `async let` is part of its function's frame: a later use would write to freed memory.
            contents.body = nil
          }
          return result
        }
      }
    }
  }

  private func drain(_ verdict: CheckedContinuation<SimulatedRun, Never>) {
    contents.withLock { contents in
      contents.verdict = verdict
      contents.thread = pthread_self()
    }
    TaskStatus.prepare()
    if settings.faults.contains(.busyActors) { ActorTurn.prepare() }
    start.wait()
    StepWatch.add(self)
    defer { StepWatch.remove(self) }
    SimulationThread.withSimulation(self) {
      let end = drain(steps: settings.stepLimit, patience: settings.patience) { $0.verdict == nil }
      self.end(end)
      if end != .ended { endCancelledBody() }
    }
    finish()
  }

  /// Reports the end of the run, unless it is already known.
  func end(_ end: SimulatedRun.End) {
    let now = clock.now.offset
    let (verdict, run) = contents.withLock { contents in
      defer { contents.verdict = nil }
      return (contents.verdict, SimulatedRun(end, contents, time: now))
    }
    ThreadOwner.with(nil) { verdict?.resume(returning: run) }
  }

  private func endCancelledBody() {
    contents.withLock { $0.body }?.cancel()
    var left = settings.grace
    // Meanwhile other tests continue. A body that sleeps despite its cancellation gets its time as well.
    repeat {
      // The body may wait for a task that is not its child.
      cancelTasks()
      left -= .milliseconds(100)
    } while drain(steps: 10_000, patience: .milliseconds(100)) != .ended && left > .zero
    if !contents.withLock({ $0.hasEnded }) { endProcess() }
  }

  /// Cancels the tasks of the run that are ready or wait.
  ///
  /// One that runs on an executor of the app may end, and be freed, at any moment. It is ready or waits later, or it ends.
  private func cancelTasks() {
    let (tasks, ready) = contents.withLock { ($0.lastJobs, $0.readyTasks) }
    for (index, task) in tasks.enumerated() {
      let reference = TaskReference(id: task.id, address: task.job)
      let isHere = ready.contains(index + 1) || TaskStatus.state(of: reference) == .nothing
      guard isHere, TaskStatus.isThere(reference) else { continue }
      UnsafeRawPointer(bitPattern: task.job).map { CurrentTask.cancel?($0) }
    }
  }

  /// Ends the process, since Swift has no way to leave a function that still runs.
  func endProcess() -> Never {
    StandardError.print(settings.lastWords(seed: seed))
    // What runs at the exit of a process, its own or an app's, may wait for a lock that the step holds.
    Thread.detachNewThread {
      Thread.sleep(forTimeInterval: 60)
      _exit(EXIT_FAILURE)
    }
    exit(EXIT_FAILURE)
  }

  private enum Next {
    case run(Scheduler<Work>.Entry), wait, wakeForQuiet(UnsafeContinuation<Void, Never>), end(SimulatedRun.End)
  }

  /// Makes steps until the body has ended, or cannot continue.
  ///
  /// - Parameters:
  ///   - steps: The most steps.
  ///   - patience: The longest wait for outside events.
  ///   - isOver: Whether the run has been ended, which happens when a step blocks its thread.
  private func drain(
    steps: Int, patience: Duration, unless isOver: (Contents) -> Bool = { _ in false }
  ) -> SimulatedRun.End {
    var left = steps
    while true {
      while let work = contents.withLock({ $0.takeHandover() }) { work() }
      left -= 1
      let next: Next = contents.withLock { contents in
        // Tasks that the body has left behind get some steps, in which time stands still.
        if contents.hasEnded { left = min(left, settings.settlingSteps) }
        guard left > 0 else { return .end(contents.hasEnded ? .ended : .endless) }
        if isOver(contents) { return .end(.blocked(step: contents.scheduler.steps, at: [])) }
        if let entry = contents.scheduler.next() { return .run(entry) }
        if contents.hasEnded { return .end(.ended) }
        return contents.waitingForQuiet.isEmpty ? .wait : .wakeForQuiet(contents.waitingForQuiet.removeFirst())
      }
      switch next {
      case .run(let entry): run(entry)
      case .wakeForQuiet(let continuation): continuation.resume()
      case .wait:
        // Again as long as one was away: its actor may have run others meanwhile, which yield as well.
        let mayYield = contents.withLock { contents in
          contents.mayComeBack = contents.mayYield
          return contents.mayYield
        }
        if mayYield, waitForYields(of: { _ in true }) { continue }
        // What has come meanwhile comes before time moves.
        let isQuiet = contents.withLock { contents in
          contents.mayYield = false
          contents.mayComeBack = false
          return contents.scheduler.entries.isEmpty && contents.handovers.isEmpty
        }
        guard isQuiet else { continue }
        if !moveTime(), !waitForArrival(atMost: patience) { return .stuck }
      case .end(let end): return end
      }
    }
  }

  /// Moves the time to the next deadline, and wakes everything due then, in an order the seed chooses.
  ///
  /// - Returns: Whether anything was due.
  private func moveTime() -> Bool {
    if settings.looksForRealSleeps { noteRealSleeps() }
    let coming = contents.withLock { $0.coming.isEmpty ? nil : $0.coming.lazy.map(\.deadline).min() }
    guard let (next, sleepers) = clock.removeNextSleepers(orAt: coming) else { return false }
    if coming == nil, sleepers.count == 1 {
      // The usual case, in a test that polls thousands of times.
      sleepers[0].wake()
      return true
    }
    let due: [Due] = contents.withLock { contents in
      let due = sleepers.map(Due.sleeper) + contents.coming.filter { $0.deadline <= next }.map(Due.coming)
      contents.coming.removeAll { $0.deadline <= next }
      guard due.count > 1 else { return due }
      return order(of: due.count, &contents).map { due[$0] }
    }
    for one in due {
      switch one {
      case .sleeper(let sleeper): sleeper.wake()
      case .coming(let coming):
        if case .arrival(let arrival) = coming.work { arrival.arrive() } else { makeReady(coming) }
      }
    }
    return true
  }

  private func makeReady(_ coming: Coming) {
    contents.withLock { $0.scheduler.add(coming.work, kind: coming.kind, task: coming.task) }
  }

  /// Returns the order of events that happen at the same time.
  private func order(of count: Int, _ contents: inout Contents) -> [Int] {
    var order = Array(0..<count)
    if let prescribed {
      let place = contents.choices.ties.count
      if place < prescribed.ties.count, prescribed.ties[place].count == count { order = prescribed.ties[place] }
    } else {
      order = contents.scheduler.generator.shuffled(order)
    }
    if isNoted { contents.choices.ties.append(order) }
    return order
  }

  private enum Due { case sleeper(VirtualClock.Sleeper), coming(Coming) }

  private func run(_ entry: Scheduler<Work>.Entry) {
    if isNoted { note(entry) }
    RuntimeHooks.look()
    let mayLeave = contents.withLock { contents in
      let mayLeave = entry.kind == .actor || contents.hasLeft
      if mayLeave { contents.mayComeBack = true }
      return mayLeave
    }
    if hasBusyActors, let job = entry.work.job { ActorTurn.begin(with: job, of: asUnownedTaskExecutor()) }
    switch entry.work {
    case .preferred(let job): job.runSynchronously(on: asUnownedTaskExecutor())
    case .pooled(let job):
      // On this executor as well, not on the generic one, so that each switch to an actor is a choice of the next job.
      run(job, at: .pool) { [self] in $0.runSynchronously(on: asUnownedTaskExecutor()) }
    case .main(let job): runOnMainQueue(job)
    case .arrival(let arrival): arrival.arrive()
    }
    guard mayLeave else { return }
    if let task = entry.task { waitForYields(of: { $0 == task }) }
    contents.withLock { $0.mayYield = true }
  }

  /// Waits for tasks that have called `Task.yield()` on an actor: since Swift 6.2 their jobs go through the pool, past all hooks.
  ///
  /// - Parameter isMeant: Whether to look at a task, by its number.
  /// - Returns: Whether there was one.
  @discardableResult
  private func waitForYields(of isMeant: (Int) -> Bool) -> Bool {
    let tasks = contents.withLock { contents in
      let ready = contents.readyTasks
      return contents.lastJobs.enumerated().filter { !ready.contains($0.offset + 1) && isMeant($0.offset + 1) }
        .map { (number: $0.offset + 1, task: TaskReference(id: $0.element.id, address: $0.element.job)) }
    }
    let end = ContinuousClock.now + settings.patience
    return tasks.reduce(false) { waitForYield(of: $1.number, $1.task, until: end) || $0 }
  }

  private func waitForYield(of number: Int, _ task: TaskReference, until end: ContinuousClock.Instant) -> Bool {
    var wasAway = false
    while ContinuousClock.now < end {
      let state = TaskStatus.state(of: task)
      // Read after it, so that a task that has come meanwhile is seen.
      let (isHere, hasActor) = contents.withLock { contents in
        (
          contents.scheduler.entries.contains { $0.task == number } || contents.coming.contains { $0.task == number },
          contents.scheduler.entries.contains { $0.kind == .actor } || contents.coming.contains { $0.kind == .actor }
        )
      }
      if isHere { return true }
      switch state {
      case .nothing: return wasAway
      // Most likely at an actor whose turn the run will choose.
      case .isInLine where hasActor: return wasAway
      case .isInLine, .runs, .yields:
        wasAway = true
        contents.withLock { $0.hasLeft = true }
      }
      Thread.sleep(forTimeInterval: 1e-5)
    }
    return false
  }

  private func note(_ entry: Scheduler<Work>.Entry) {
    guard let job = entry.work.job, let task = entry.task else { return }
    let now = clock.now
    // The turn of an actor is its callers'.
    let caller = hasBusyActors ? ActorTurn.firstJob(inTurnBy: job) : nil
    let functions = AsyncBacktrace.functions(of: caller ?? job)
    contents.withLock { contents in
      let task = caller.flatMap(CurrentTask.id(of:)).flatMap { contents.tasks[$0] } ?? task
      contents.record.add(
        .step(task: task, functions: functions, isOutOfLine: contents.scheduler.isOutOfLine),
        at: now)
    }
  }

  private func runOnMainQueue(_ job: UnownedJob) {
    let executor = mainExecutor
    let isDone = DispatchSemaphore(value: 0)
    DispatchQueue.main.async { [self] in
      ThreadBacktrace.allowCurrentThread()
      contents.withLock { $0.thread = pthread_self() }
      SimulationThread.withSimulation(self) { run(job, at: .mainActor, executor.run) }
      isDone.signal()
    }
    isDone.wait()
    contents.withLock { $0.thread = pthread_self() }
  }

  /// Runs a job, and the jobs with which its task continues at the same place.
  private func run(_ job: UnownedJob, at place: RunningJob.Place, _ run: (UnownedJob) -> Void) {
    guard let id = CurrentTask.id(of: job) else { return run(job) }
    contents.withLock { $0.running = RunningJob(task: id, place: place) }
    run(job)
    while let next = contents.withLock({ $0.takeNextOfRunning() }) { run(next) }
    contents.withLock { $0.running = nil }
  }

  /// Passes the remaining jobs to the process: the body has ended without waiting for their tasks.
  private func finish() {
    // All at once: what comes later is not accepted, and what came before is in here.
    let (rest, handovers, mainExecutor, quiet) = contents.withLock { contents in
      contents.phase = .over
      contents.isHandingOver = false
      defer {
        contents.coming.removeAll()
        contents.handovers = []
        contents.waitingForQuiet = []
      }
      let rest = contents.scheduler.removeAll().map(\.work) + contents.coming.map(\.work)
      return (rest, contents.handovers, contents.mainExecutor, contents.waitingForQuiet)
    }
    for work in handovers { Self.runOutside(work) }
    for continuation in quiet { continuation.resume() }
    SimulatedTasks.remove(self)
    mainExecutor?.leave()
    for work in rest {
      switch work {
      case .pooled(let job): Self.runOutside { job.runSynchronously(on: .generic) }
      case .preferred(let job): runOutside(job)
      case .main(let job): mainExecutor?.enqueue(ExecutorJob(job))
      case .arrival(let arrival): Self.runOutside { arrival.arrive() }
      }
    }
  }
}
