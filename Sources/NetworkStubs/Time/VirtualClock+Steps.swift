extension VirtualClock {
  /// Moves the time forward, stopping at each deadline on the way, so that timers tick.
  ///
  /// ```swift
  /// let poller = Task { while true { try await clock.sleep(for: .seconds(1)); await poll() } }
  /// try await clock.waitForSleepers(1)
  /// await clock.advance(stepwiseBy: .seconds(10))   // ten polls
  /// ```
  ///
  /// The tasks that sleep until a deadline wake one after the other, each when the one before waits again or has ended; then the
  /// time moves to the next deadline, which may be a new one. That holds for tasks on the pool, their actors, and the main actor,
  /// from which they may come back to the pool. It does not wait for a task that continues on a dispatch queue or on an executor
  /// of its own, or that goes from the main actor directly to another actor, such as a `MockTransport`: for those, alternate
  /// ``waitForSleepers(_:timeout:isolation:fileID:filePath:line:column:)`` and ``advance(by:)``. It does not wait for the main
  /// actor either while the main thread is blocked for more than a minute.
  ///
  /// - Parameter duration: The distance to move.
  public func advance(stepwiseBy duration: Duration) async {
    await advance(stepwiseTo: now.advanced(by: duration))
  }

  /// Moves the time forward to an instant, stopping at each deadline on the way; see ``advance(stepwiseBy:)``.
  ///
  /// - Parameter instant: The new time of the clock. Time never goes back.
  public func advance(stepwiseTo instant: Instant) async {
    while let next = nextDeadline, next <= instant, !Task.isCancelled { await stop(at: next) }
    advance(to: instant)
  }

  /// Moves the time from deadline to deadline until no task sleeps; see ``advance(stepwiseBy:)``.
  ///
  /// - Parameters:
  ///   - timeout: The longest time that may take in real time, for code that sleeps for ever. A thousand deadlines are passed in
  ///   any case, so that a busy machine fails no test.
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
    while let next = contents.withLock({ $0.sleepers.count == 0 ? nil : $0.sleepers.nextDeadline }) {
      try Task.checkCancellation()
      guard stops < 1_000 || ContinuousClock.now < end else {
        throw VirtualClockError(
          stillAsleepOn: self, at: CodePlace(fileID: fileID, filePath: filePath, line: line, column: column))
      }
      await stop(at: next)
      stops += 1
    }
  }

  /// Moves the time to a deadline, and waits after each task that it wakes until that waits again.
  package func stop(at deadline: Instant) async {
    for sleeper in removeSleepers(at: deadline) {
      if let order = SimulationContext.current.order {
        sleeper.wake()
        await order.becomeQuiet()
      } else {
        await CaughtJobs.run { sleeper.wake(checkingInWith: $0) }
      }
    }
  }
}
