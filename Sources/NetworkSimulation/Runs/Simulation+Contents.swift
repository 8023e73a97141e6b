/// The current job of a run.
struct RunningJob {
  enum Place { case pool, mainActor }

  /// The number of its task.
  let task: UInt64
  let place: Place
  /// The task's next job at the same place, and the number of those so far.
  var next: UnownedJob?
  var count = 0
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation.Work {
  /// The job; nil for an arrival.
  var job: UnownedJob? {
    switch self {
    case .preferred(let job), .pooled(let job), .main(let job): job
    case .arrival: nil
    }
  }

  /// The request or answer; nil for a job.
  var arrival: SimulatedArrival? {
    if case .arrival(let arrival) = self { arrival } else { nil }
  }

  /// The job, and its place; nil for work that is always a choice.
  var placedJob: (job: UnownedJob, place: RunningJob.Place)? {
    switch self {
    case .pooled(let job): (job, .pool)
    case .main(let job): (job, .mainActor)
    case .preferred, .arrival: nil
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation.Contents {
  /// Returns the task and kind of a job, or adds it to the current job.
  ///
  /// A task that runs on the pool or on the main actor, and is enqueued there by its own code, has called a function that also
  /// runs there. Otherwise Swift continues it without asking an executor, and code may rely on that: nothing comes between a
  /// call to `withCheckedContinuation` and its body, for which some hold a lock.
  mutating func entry(
    of work: Simulation.Work, task id: UInt64?
  ) -> (task: Int?, kind: Scheduler<Simulation.Work>.Kind)? {
    if let (job, place) = work.placedJob, let id, let running, running.task == id, running.place == place,
      running.next == nil, running.count < Self.longestRun
    {
      self.running?.next = job
      self.running?.count += 1
      return nil
    }
    let number = task(id)
    if let number, let id, let job = work.job { lastJobs[number - 1] = (id, job.address) }
    return (number, id == nil ? .actor : .job)
  }

  /// Removes and returns the next work of a session.
  mutating func takeHandover() -> (@Sendable () -> Void)? {
    isHandingOver = !handovers.isEmpty
    mayComeBack = false
    // A slice keeps what was removed from it, and with it sessions whose queues hold the run.
    defer { if handovers.isEmpty { handovers = [] } }
    return handovers.popFirst()
  }

  /// Removes and returns the next job of the running task.
  mutating func takeNextOfRunning() -> UnownedJob? {
    defer { running?.next = nil }
    return running?.next
  }

  /// The most jobs in a row: a task that polls with calls that do not suspend must not keep the others waiting for ever.
  private static var longestRun: Int { 10_000 }

  /// The numbers of the tasks that have a job to run, now or later.
  var readyTasks: Set<Int> { Set(scheduler.entries.compactMap(\.task) + coming.compactMap(\.task)) }

  /// Returns the number of a task in this run; a job without a task, such as an actor's, counts as the current one's.
  mutating func task(_ id: UInt64?) -> Int? {
    guard let id else { return scheduler.current }
    // Usually it is the running task.
    if let current = scheduler.current, current <= lastJobs.count, lastJobs[current - 1].id == id { return current }
    if let number = tasks[id] { return number }
    tasks[id] = tasks.count + 1
    lastJobs.append((id, 0))
    if scheduler.turns != nil { record.addTask(startedBy: ThreadBacktrace.callers(), of: scheduler.current) }
    return tasks.count
  }
}
