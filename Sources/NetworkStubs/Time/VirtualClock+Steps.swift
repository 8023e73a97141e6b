extension VirtualClock {
  /// Moves the time forward and stops at each deadline on the way, so that timers tick.
  ///
  /// ```swift
  /// let poller = Task { while true { try await clock.sleep(for: .seconds(1)); await poll() } }
  /// await clock.advance(by: .seconds(10))   // ten polls
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
  /// real time: for those, alternate ``waitForSleepers(_:timeout:isolation:fileID:filePath:line:column:)`` and this function.
  /// If something has not settled after a minute of real time, that is an issue, and time goes on.
  ///
  /// - Parameters:
  ///   - duration: The distance to move, at most a century. A negative one is an issue, since time never goes back.
  ///   - fileID: The file that an issue names.
  ///   - filePath: The path of that file.
  ///   - line: The line that an issue names.
  ///   - column: The column of the call.
  public func advance(
    by duration: Duration, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await advance(by: duration, at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Moves the time forward to an instant and stops at each deadline on the way, as `advance(by:)` does.
  ///
  /// - Parameters:
  ///   - instant: The new time of the clock, at most a century away. An earlier one is an issue, since time never goes back.
  ///   - fileID: The file that an issue names.
  ///   - filePath: The path of that file.
  ///   - line: The line that an issue names.
  ///   - column: The column of the call.
  public func advance(
    to instant: Instant, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) async {
    await advance(
      by: now.duration(to: instant), at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Moves the time forward in one jump, and wakes the tasks with deadlines until then.
  ///
  /// This is the exception: write `await clock.advance(by:)` if you have no reason for it. A jump doesn't wait for the code, neither
  /// before nor after it, and a task that sleeps again and again wakes only once, with the new time. Use it in code that can't
  /// wait, or to test what your code does after a gap, such as that of a computer that was asleep.
  ///
  /// - Parameters:
  ///   - duration: The distance to move. A negative one is an issue, since time never goes back.
  ///   - fileID: The file that an issue names.
  ///   - filePath: The path of that file.
  ///   - line: The line that an issue names.
  ///   - column: The column of the call.
  public func jump(
    by duration: Duration, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    checkMove(by: duration, at: place)
    move(noting: place) { $0.now.advanced(by: max(.zero, duration)) }
  }

  /// Moves the time forward to an instant in one jump, as `jump(by:)` does.
  ///
  /// - Parameters:
  ///   - instant: The new time of the clock. An earlier one is an issue, since time never goes back.
  ///   - fileID: The file that an issue names.
  ///   - filePath: The path of that file.
  ///   - line: The line that an issue names.
  ///   - column: The column of the call.
  public func jump(
    to instant: Instant, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
    column: Int = #column
  ) {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    checkMove(by: now.duration(to: instant), at: place)
    move(noting: place) { max($0.now, instant) }
  }

  /// Moves the time to the last deadline, which wakes all sleeping tasks.
  ///
  /// - Parameters:
  ///   - fileID: The file that an issue names.
  ///   - filePath: The path of that file.
  ///   - line: The line that an issue names.
  ///   - column: The column of the call.
  public func wakeSleepers(
    fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
  ) {
    let place = CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)
    move(noting: place) { $0.sleepers.deadlines.last ?? $0.now }
  }

  private func advance(by duration: Duration, at place: CodePlace) async {
    let harness = home.ofCaller
    checkMove(by: duration, at: place)
    steps.withLock { $0 += 1 }
    defer { steps.withLock { $0 -= 1 } }
    let end = now.advanced(by: max(.zero, duration))
    await settle(in: harness)
    if duration <= Self.longestStep {
      while let next = nextDeadline, next <= end, !Task.isCancelled {
        await stop(at: next, in: harness)
        if isLeftBehind(at: place) { return }
      }
    }
    move(noting: place) { _ in end }
  }

  /// The longest distance that is moved from deadline to deadline: a poll has billions of them in a longer one.
  private static let longestStep = Duration.seconds(3_155_760_000.0)

  /// Records an issue about a move that cannot be meant.
  private func checkMove(by duration: Duration, at place: CodePlace) {
    if duration < .zero {
      report(
        """
        A virtual clock can't move by \(duration.inWords): time never goes back

        The clock stays at \(now). Move it by a positive duration, or make a new clock.
        """, at: place)
    } else if duration > Self.longestStep, nextDeadline != nil {
      report(
        """
        A virtual clock moves more than a century in one jump, and doesn't stop at the deadlines on the way

        The clock is at \(now), and moves by \(duration.inWords). Pass the duration that the code waits.
        """, at: place)
    }
    guard home.isOfTest, home.owner(andTask: false) != .own else { return }
    report(
      """
      This test moves the clock of another test

      The clock belongs to \(home.testName). Make a clock in each test: `let clock = VirtualClock()`.
      """, at: place)
  }

  private func report(_ text: String, at place: CodePlace) {
    DefaultHarness.current.record(Problem(text: text, place: place))
  }

  /// Moves the time from deadline to deadline until no task sleeps; see `advance(by:)`.
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
      if isLeftBehind(at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column)) { return }
    }
  }

  /// Whether the test has ended while the current task, which it doesn't await, moves its clock; warns of that.
  private func isLeftBehind(at place: CodePlace) -> Bool {
    guard home.isOver == true else { return false }
    let text = """
      A task still moves the clock of this test, which has ended

      The clock stays at \(now). Await the task that moves it, so that the test sees what comes after that: with \
      `async let moves: Void = clock.advance(by: …)`, or `await task.value`.
      """
    home.warn(Problem(text: text, place: place))
    return true
  }

  /// Waits until what the current task has started or woken waits, or has ended.
  private func settle(in harness: any Harness) async {
    if let order = SimulationContext.current.order { return await order.becomeQuiet() }
    // The clock of another task has not seen what this one started, which has some turns.
    if follow() { for _ in 0..<32 { await Task.yield() } }
    guard let task = CurrentTask.id else { return }
    let started = Guarded<[TaskReference]>([])
    await ClockStep.settlePrelude(of: task) { tasks in started.withLock { $0 += tasks } }
    warnOfRealSleeps(of: started.withLock { $0 }, in: harness)
  }

  /// Follows what the current task starts from now on; returns whether that is new.
  func follow() -> Bool {
    guard SimulationContext.current.order == nil, let task = CurrentTask.id,
      ClockStep.prelude(of: task).map({ $0.root == task }) ?? true, users.withLock({ $0.insert(task).inserted })
    else { return false }
    ClockStep.follow(task)
    return true
  }

  /// The number of the oldest task that has used the clock, mostly that of the test.
  var oldestUser: UInt64 {
    let oldest = users.withLock { $0.min() }
    return [oldest, contents.withLock { $0.oldestTask }].compactMap(\.self).min() ?? 0
  }

  /// Moves the time to a deadline, and waits after each task that it wakes until that waits again.
  private func stop(at deadline: Instant, in harness: any Harness) async {
    for sleeper in removeSleepers(at: deadline) {
      if let order = SimulationContext.current.order {
        sleeper.wake()
        await order.becomeQuiet()
      } else {
        await CaughtJobs.run(in: harness, oldest: oldestUser) { sleeper.wake(checkingInWith: $0) }
      }
    }
  }
}
