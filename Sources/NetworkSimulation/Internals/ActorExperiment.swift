/// The experiment that shows whether the turns of actors can be had, and where the runtime has what they need.
///
/// Two tasks call an actor, which calls another one that is idle. Each task must be where the experiment expects it, and the second
/// actor must be called by a job of its own. If anything else happens, the experiment finds nothing.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class ActorExperiment: TaskExecutor {
  private actor Probe {
    func call(_ other: Probe, _ log: Guarded<[String]>) async {
      log.withLock { $0.append("call") }
      await other.answer(log)
      log.withLock { $0.append("return") }
    }

    func answer(_ log: Guarded<[String]>) { log.withLock { $0.append("answer") } }

    nonisolated var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }
  }

  private let offsets: JobOffsets
  private let function: String
  private let changesTurns: Bool
  private let log = Guarded<[String]>([])
  private let preferring = Guarded<[UnownedJob]>([])

  /// Creates an experiment.
  ///
  /// - Parameters:
  ///   - offsets: The offsets to try.
  ///   - function: The name of the runtime's function.
  ///   - changesTurns: Whether turns are prepared; false is like a runtime that calls idle actors nevertheless.
  init(offsets: JobOffsets = JobOffsets(), function: String = "swift_task_deinitOnExecutor", changesTurns: Bool = true)
  {
    self.offsets = offsets
    self.function = function
    self.changesTurns = changesTurns
  }

  /// Takes the job of the task that prefers this executor.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    preferring.withLock { $0.append(job) }
  }

  /// The calls of the actors, in their order.
  var events: [String] { log.withLock { $0 } }

  /// Makes the experiment, on a thread that runs no task.
  func find() -> ActorTurn? {
    guard ForeignMemory.knowsOffsets, !AppleDifference.noActorLines.isOn,
      let performOnActor = RuntimeSymbol.function(function, as: ActorTurn.PerformOnActor.self)
    else { return nil }
    let (caller, callee) = (Probe(), Probe())
    let tasks = CaughtJobs.jobs { [log] in
      for _ in 1...2 { Task.detached { await caller.call(callee, log) } }
    }
    guard tasks.count == 2, tasks.allSatisfy(offsets.isTask), let preference = preference(besides: tasks[0])
    else { return end(tasks) }
    let addresses = tasks.map { unsafeBitCast($0, to: UInt.self) }
    var jobs = run(tasks)
    guard jobs.count == 1, !offsets.isTask(jobs[0]), offsets.actor(of: jobs[0]) == caller.address,
      offsets.next(after: tasks[1]) == addresses[0], offsets.next(after: tasks[0]) == 0,
      let line = line(of: caller, endingWith: addresses[1])
    else { return end(jobs) }
    let kind = offsets.kind(of: jobs[0])
    let turn = ActorTurn(
      kind: kind, line: line, preference: preference, offsets: offsets, performOnActor: performOnActor)
    jobs = run(jobs, changesTurns ? turn : nil)
    guard jobs.count == 1, offsets.kind(of: jobs[0]) == kind, offsets.actor(of: jobs[0]) == callee.address,
      events == ["call", "call"]
    else { return end(jobs) }
    while !jobs.isEmpty { jobs = run(jobs, turn) }
    return events == ["call", "call", "answer", "answer", "return", "return"] ? turn : nil
  }

  /// The flag that a task has only if it prefers an executor.
  private func preference(besides job: UnownedJob) -> UInt? {
    let task = Task.detached(executorPreference: self) {}
    defer { withExtendedLifetime(task) {} }
    guard let preferring = preferring.withLock({ $0.first }) else { return nil }
    let (with, without) = (TaskStatus.flags(of: preferring), TaskStatus.flags(of: job))
    preferring.runSynchronously(on: asUnownedTaskExecutor())
    guard let with, let without, with & without == without, (with - without).nonzeroBitCount == 1 else { return nil }
    return with - without
  }

  /// The only offset in an actor at which the job is that came last.
  private func line(of actor: Probe, endingWith job: UInt) -> UInt? {
    // An actor without properties has two words of an object, and twelve of the runtime.
    let words = UnsafePointer<UInt>(bitPattern: actor.address).map { UnsafeBufferPointer(start: $0, count: 14) }
    let places = words?.indices.filter { words?[$0] == job } ?? []
    return places.count == 1 ? UInt(places[0] * MemoryLayout<UInt>.size) : nil
  }

  /// Runs jobs; returns those that they make ready.
  private func run(_ jobs: [UnownedJob], _ turn: ActorTurn? = nil) -> [UnownedJob] {
    CaughtJobs.jobs {
      for job in jobs {
        turn?.begin(with: job, of: asUnownedTaskExecutor())
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  private func end(_ jobs: [UnownedJob]) -> ActorTurn? {
    var jobs = jobs
    while !jobs.isEmpty { jobs = run(jobs) }
    return nil
  }
}
