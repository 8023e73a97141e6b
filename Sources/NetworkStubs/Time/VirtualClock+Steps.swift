extension VirtualClock {
  /// Moves the time forward and stops at each deadline on the way, so timers tick.
  ///
  /// ```swift
  /// let poller = Task { while true { try await clock.sleep(for: .seconds(1)); await poll() } }
  /// await clock.advance(stepwiseBy: .seconds(10))   // ten polls
  /// ```
  ///
  /// Before the step, all tasks that this task has started or woken must settle, and all that these have led to, so that code
  /// that is about to sleep does. A task that only calls `Task.yield()` again and again is not waited for. If the clock was made
  /// elsewhere, such as in a property of an XCTestCase, a task is followed from the first time that it uses the clock; work that
  /// it started earlier gets some turns.
  ///
  /// The tasks that sleep until a deadline wake one after another. Each wakes when the one before it waits again or has ended.
  /// Then the time moves to the next deadline, which may be a new one. The step waits for all work that a task leads to: on the
  /// pool, on the main and other actors, in tasks that it starts or wakes, and in mocked sessions, until nothing of it is ready
  /// or running. It does not wait for a task that continues on a dispatch queue or on an executor of its own, or that sleeps in
  /// real time: for those, alternate ``waitForSleepers(_:timeout:isolation:fileID:filePath:line:column:)`` and ``advance(by:)``.
  /// If something has not settled after a minute of real time, that is an issue, and time goes on.
  ///
  /// - Parameter duration: The distance to move.
  public func advance(stepwiseBy duration: Duration) async { await advance(stepwiseTo: now.advanced(by: duration)) }

  /// Moves the time forward to an instant, stopping at each deadline on the way; see ``advance(stepwiseBy:)``.
  ///
  /// - Parameter instant: The new time of the clock. Time never goes back.
  public func advance(stepwiseTo instant: Instant) async {
    let harness = home.ofCaller
    steps.withLock { $0 += 1 }
    defer { steps.withLock { $0 -= 1 } }
    await settle(in: harness)
    while let next = nextDeadline, next <= instant, !Task.isCancelled { await stop(at: next, in: harness) }
    advance(to: instant)
  }

  /// Moves the time from deadline to deadline until no task sleeps; see ``advance(stepwiseBy:)``.
  ///
  /// Code that sleeps again and again, such as a poll, never ends: move the time by a duration there.
  ///
  /// - Parameters:
  ///   - timeout: The longest time that may take in real time. A thousand deadlines are passed in any case, so that a busy machine
  ///   fails no test.
  ///   - fileID: The file that a failure names.
  ///   - filePath: The path of that file.
  ///   - line: The line that a failure names.
  ///   - column: The column of the call.
  /// - Throws: ``VirtualClockError`` if tasks still sleep then; `CancellationError` if the task is cancelled.
  public func run(
    timeout: Duration = .seconds(10), fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async throws {
    let end = ContinuousClock.now + timeout
    var stops = 0
    let harness = home.ofCaller
    steps.withLock { $0 += 1 }
    defer { steps.withLock { $0 -= 1 } }
    await settle(in: harness)
    while let next = contents.withLock({ $0.sleepers.count == 0 ? nil : $0.sleepers.nextDeadline }) {
      try Task.checkCancellation()
      guard stops < 1_000 || ContinuousClock.now < end else {
        throw VirtualClockError(
          endlessOn: self, after: stops, within: timeout,
          at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
      }
      await stop(at: next, in: harness)
      stops += 1
    }
  }

  /// Waits until what the current task has started or woken waits, or has ended.
  private func settle(in harness: any Harness) async {
    if let order = SimulationContext.current.order { return await order.becomeQuiet() }
    // The clock of another task has not seen what this one started, which has some turns.
    if follow() { for _ in 0..<32 { await Task.yield() } }
    guard let task = RuntimeHooks.currentTaskID else { return }
    // Where something sleeps on it, the test sees what that leads to. Otherwise it may wait for what the clock does not move.
    guard !hasSleepers else { return await ClockStep.settlePrelude(of: task) }
    let started = Guarded<[TaskReference]>([])
    await ClockStep.settlePrelude(of: task) { tasks in started.withLock { $0 = tasks } }
    warnOfRealSleeps(of: started.withLock { $0 }, in: harness)
  }

  /// Follows what the current task starts from now on; returns whether that is new.
  func follow() -> Bool {
    guard SimulationContext.current.order == nil, let task = RuntimeHooks.currentTaskID,
      ClockStep.prelude(of: task).map({ $0.root == task }) ?? true, users.withLock({ $0.insert(task).inserted })
    else { return false }
    ClockStep.follow(task)
    return true
  }

  /// Moves the time to a deadline, and waits after each task that it wakes until that waits again.
  private func stop(at deadline: Instant, in harness: any Harness) async {
    for sleeper in removeSleepers(at: deadline) {
      if let order = SimulationContext.current.order {
        sleeper.wake()
        await order.becomeQuiet()
      } else {
        await CaughtJobs.run(in: harness) { sleeper.wake(checkingInWith: $0) }
      }
    }
  }
}
