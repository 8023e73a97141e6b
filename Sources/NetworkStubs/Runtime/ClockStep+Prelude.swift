extension ClockStep {
  /// The most yields of a task in a prelude: one that polls would never end, and on a busy machine each takes long.
  private static let mostYields = 200

  /// Follows what a task starts and wakes, until its clock ends.
  static func follow(_ task: UInt64) {
    _ = RuntimeHooks.begin()
    let new = ClockStep(in: DefaultHarness.current, preludeOf: task)
    let prelude = registry.withLock { registry in
      registry.preludes[task, default: (new, 0)].clocks += 1
      return registry.preludes[task]?.step
    }
    guard MainQueue.isCurrent else { return }
    // For the rest of this job.
    MainQueue.prelude = prelude
    DispatchQueue.main.async { MainQueue.prelude = nil }
  }

  /// The prelude that a task belongs to, or is the root of.
  static func prelude(of task: UInt64) -> ClockStep? {
    registry.withLock { $0.step(of: task) }.flatMap { $0.root == nil ? nil : $0 }
  }

  /// Ends what `follow(_:)` began.
  static func unfollow(_ task: UInt64) {
    let prelude = registry.withLock { registry in
      registry.preludes[task]?.clocks -= 1
      return registry.preludes[task]?.clocks == 0 ? registry.preludes.removeValue(forKey: task)?.step : nil
    }
    prelude?.forget()
    RuntimeHooks.end()
  }

  /// Waits until what a task has started and woken since its last step has settled.
  ///
  /// If the task is itself part of a step, since another task moves the clock that it has slept on, that step settles first.
  ///
  /// - Parameters:
  ///   - task: The number of the task.
  ///   - look: Is called with the tasks before they are forgotten, unless there are none.
  static func settlePrelude(of task: UInt64, _ look: (@Sendable ([TaskReference]) -> Void)? = nil) async {
    if let step = registry.withLock({ $0.steps[task] }), step.root == nil { await step.settle(look) }
    await prelude(of: task)?.settle(look)
  }

  private func settle(_ look: (@Sendable ([TaskReference]) -> Void)?) async {
    guard contents.withLock({ !$0.tasks.isEmpty || !$0.works.isEmpty || $0.mayHaveMore }) else { return }
    if contents.withLock({ $0.mayHaveMore }) { for _ in 0..<64 { await Task.yield() } }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      CaughtJobs.queue.async { [self] in
        TaskStatus.prepare()
        whenSettled(look) { continuation.resume() }
      }
    }
  }

  /// Notes the task of a job that a prelude has made ready.
  func note(_ job: UnownedJob) {
    guard let task = TaskReference(of: job), task.id != root else { return }
    let isAwaited = contents.withLock { contents in
      if contents.tasks.count >= contents.mostTasks { prune(&contents) }
      if TaskStatus.continuesAfterYield(job) {
        contents.yields[task.id, default: 0] += 1
        if contents.yields[task.id, default: 0] > Self.mostYields {
          contents.asleep.insert(task.id)
          return false
        }
      }
      contents.count += 1
      return true
    }
    if isAwaited { add(task) }
  }

  /// Forgets tasks that wait or have ended, where no step does for long.
  private func prune(_ contents: inout Contents) {
    let idle = contents.tasks.map(TaskReference.init).filter { TaskStatus.state(of: $0) == .nothing }
    Self.registry.withLock { registry in
      for task in idle where registry.steps[task.id] === self { registry.steps[task.id] = nil }
    }
    for task in idle {
      contents.tasks[task.id] = nil
      contents.yields[task.id] = nil
    }
    contents.mostTasks = max(1_000, 2 * contents.tasks.count)
  }
}
