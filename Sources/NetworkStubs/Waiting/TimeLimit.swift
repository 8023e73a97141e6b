/// The longest duration of something, and the clock that measures it.
@usableFromInline package struct TimeLimit: Sendable {
  package let duration: Duration
  package let clock: any Clock<Duration>

  package init(duration: Duration, clock: any Clock<Duration>) { (self.duration, self.clock) = (duration, clock) }

  /// Suspends until the wait has ended, at the latest when the time is over or the task is cancelled.
  @usableFromInline package func waitForEnd(of state: CallbackState, isolation: isolated (any Actor)?) async {
    if isOnRealClock {
      // No separate task, which would cost more than all the rest.
      Deadlines.shared.add(state, after: duration)
      await state.waitForEnd(isolation: isolation)
    } else {
      await waitOnClock(forEndOf: state, isolation: isolation)
    }
  }

  private func waitOnClock(forEndOf state: CallbackState, isolation: isolated (any Actor)?) async {
    // Made here: beside an isolated parameter, Swift 6.2 with assertions does not compile a closure that opens `any Clock`.
    let timeOut = timeOut(of: state)
    // A child task, so that it stays on the executor that the test runs on.
    await withTaskGroup(of: Void.self, isolation: isolation) { group in
      group.addTask(operation: timeOut)
      await state.waitForEnd(isolation: isolation)
      group.cancelAll()
    }
  }

  /// Returns the end of a wait when the time is over, unless its task is cancelled first.
  private func timeOut(of state: CallbackState) -> @Sendable () async -> Void {
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
