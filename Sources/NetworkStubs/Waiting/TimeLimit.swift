/// The longest duration of something, and the clock that measures it.
@usableFromInline package struct TimeLimit: Sendable {
  package let duration: Duration
  package let clock: any Clock<Duration>

  package init(duration: Duration, clock: any Clock<Duration>) {
    self.duration = duration
    self.clock = clock
  }

  /// Suspends until the wait has ended, at the latest when the time is over or the task is cancelled.
  @usableFromInline package func waitForEnd(of state: CallbackState, isolation: isolated (any Actor)?) async {
    if isOnRealClock {
      if state.hasEnded { return }
      // No separate task until then, which would cost more than all the rest.
      let timer = RealTime.shared.run(at: .now + duration) {
        Task.detached {
          await RealTime.grantTurns()
          state.finish(.timedOut)
        }
      }
      await state.waitForEnd(isolation: isolation)
      RealTime.shared.cancel(timer)
    } else {
      await waitOnClock(forEndOf: state, isolation: isolation)
    }
  }

  /// Runs work in a task of its own until it ends, at the latest until the time is over or the task is cancelled. The work is then
  /// cancelled, and abandoned if it ignores that.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which the work runs.
  ///   - work: The work, which must not share what it uses with others until it has ended.
  /// - Returns: The end of the wait.
  /// - Throws: The work's error.
  package func run(
    isolation: isolated (any Actor)?, _ work: @escaping () async throws -> Void
  ) async throws -> CallbackState.End {
    let state = CallbackState()
    // Unchecked: the state's lock guards it.
    nonisolated(unsafe) var failure: (any Error)?
    // Unchecked: it is the task's until it has ended.
    nonisolated(unsafe) let work = work
    let task = Task {
      do {
        try await Self.call(work, isolation: isolation)
        state.call {}
      } catch {
        state.call { failure = error }
      }
    }
    await waitForEnd(of: state, isolation: isolation)
    task.cancel()
    let end = state.outcome?.end ?? .cancelled
    if end == .called, let failure { throw failure }
    return end
  }

  private static func call(_ work: () async throws -> Void, isolation: isolated (any Actor)?) async throws {
    try await work()
  }

  private func waitOnClock(forEndOf state: CallbackState, isolation: isolated (any Actor)?) async {
    // Abandoned at the end, since a clock of the test's own may ignore a cancellation: a task group would wait for it.
    let timer = Task(operation: timeOut(of: state))
    await state.waitForEnd(isolation: isolation)
    timer.cancel()
  }

  /// Returns the end of a wait when the time is over, unless its task is cancelled first.
  private func timeOut(of state: CallbackState) -> @Sendable () async -> Void {
    // Made here: beside an isolated parameter, Swift 6.2 with assertions does not compile a closure that opens `any Clock`.
    { [self] in
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      state.finish(.timedOut)
    }
  }

  package var isOnRealClock: Bool { type(of: clock) == ContinuousClock.self }
}

extension TimeLimit: CustomStringConvertible {
  @usableFromInline
  package var description: String { isOnRealClock ? duration.inWords : "\(duration.inWords) on \(type(of: clock))" }
}
