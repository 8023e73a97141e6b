/// How long something may take, and on which clock.
@usableFromInline
struct TimeLimit: Sendable {
  let duration: Duration
  let clock: any Clock<Duration>

  /// Suspends until the wait has ended, which it has when the time is over or the task is cancelled.
  @usableFromInline
  func waitForEnd(of state: CallbackState, isolation: isolated (any Actor)?) async {
    if isOnRealClock {
      // No task of its own, which would cost more than all the rest.
      Deadlines.shared.add(state, after: duration)
      await state.waitForEnd(isolation: isolation)
    } else {
      await waitOnClock(forEndOf: state, isolation: isolation)
    }
  }

  private func waitOnClock(forEndOf state: CallbackState, isolation: isolated (any Actor)?) async {
    // A child task, so that it stays on the executor that the test runs on.
    await withTaskGroup(of: Void.self, isolation: isolation) { group in
      group.addTask { [self] in
        guard (try? await clock.sleep(for: duration)) != nil else { return }
        state.finish(.timedOut)
      }
      await state.waitForEnd(isolation: isolation)
      group.cancelAll()
    }
  }

  var isOnRealClock: Bool {
    type(of: clock) == ContinuousClock.self
  }
}

extension TimeLimit: CustomStringConvertible {
  @usableFromInline
  var description: String {
    isOnRealClock ? duration.inWords : "\(duration.inWords) on \(type(of: clock))"
  }
}
