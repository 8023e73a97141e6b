/// The time-outs that run on the real clock, all behind one sleeping task.
///
/// Nearly every wait ends long before its deadline. So a wait is only added here: those that have ended are removed whenever the
/// list has doubled, and when the task wakes.
struct Deadlines: Sendable {
  static let shared = Deadlines()

  private struct Entry {
    let deadline: ContinuousClock.Instant
    package let state: CallbackState
  }

  private struct Contents {
    package var entries: [Entry] = []
    /// The number of entries that is worth a sweep.
    package var limit = 64
    /// The time at which the sleeping task wakes; nil if there is none.
    package var wake: ContinuousClock.Instant?
  }

  private static let turns = 32

  private let contents = Guarded(Contents())

  /// Ends the wait as timed out when the duration has passed, unless it has already ended.
  package func add(_ state: CallbackState, after duration: Duration) {
    let deadline = ContinuousClock.now + duration
    let mustWake = contents.withLock { contents in
      if contents.entries.count >= contents.limit {
        contents.entries.removeAll { $0.state.hasEnded }
        contents.limit = max(64, contents.entries.count * 2)
      }
      contents.entries.append(Entry(deadline: deadline, state: state))
      if let wake = contents.wake, wake <= deadline { return false }
      contents.wake = deadline
      return true
    }
    if mustWake { wake(at: deadline) }
  }

  private func wake(at deadline: ContinuousClock.Instant) {
    // Detached, since it serves all tests: it must not inherit the first one's priority and task-locals.
    startOutsideSimulation {
      try? await ContinuousClock().sleep(until: deadline)
      finishDueWaits(wokenFor: deadline)
    }
  }

  private func finishDueWaits(wokenFor deadline: ContinuousClock.Instant) {
    let now = max(ContinuousClock.now, deadline)
    let (due, next) = contents.withLock { contents in
      contents.entries.removeAll { $0.state.hasEnded }
      let due = contents.entries.filter { $0.deadline <= now }
      contents.entries.removeAll { $0.deadline <= now }
      // If an earlier deadline started a task of its own, that one takes care of the following ones.
      guard contents.wake == deadline else { return (due, nil as ContinuousClock.Instant?) }
      contents.wake = contents.entries.lazy.map(\.deadline).min()
      return (due, contents.wake)
    }
    if let next { wake(at: next) }
    guard !due.isEmpty else { return }
    Task.detached {
      // The pool may have been too busy for the call to get through: tasks that are queued now run first.
      for _ in 0..<Self.turns { await Task.yield() }
      for entry in due { entry.state.finish(.timedOut) }
    }
  }
}

/// The longest duration of something, and the clock that measures it.
@usableFromInline
package struct TimeLimit: Sendable {
  package let duration: Duration
  package let clock: any Clock<Duration>

  package init(duration: Duration, clock: any Clock<Duration>) {
    (self.duration, self.clock) = (duration, clock)
  }

  /// Suspends until the wait has ended, at the latest when the time is over or the task is cancelled.
  @usableFromInline
  package func waitForEnd(of state: CallbackState, isolation: isolated (any Actor)?) async {
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

  /// The end of a wait when the time is over, unless its task is cancelled first.
  private func timeOut(of state: CallbackState) -> @Sendable () async -> Void {
    { [self] in
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      state.finish(.timedOut)
    }
  }

  package var isOnRealClock: Bool {
    type(of: clock) == ContinuousClock.self
  }
}

extension TimeLimit: CustomStringConvertible {
  @usableFromInline
  package var description: String {
    isOnRealClock ? duration.inWords : "\(duration.inWords) on \(type(of: clock))"
  }
}

/// Starts a task that serves the whole process and belongs to no simulation.
///
/// - Parameter operation: The operation. It inherits nothing: neither a test's priority nor its task-locals.
package func startOutsideSimulation(_ operation: @escaping @Sendable () async -> Void) {
  ThreadOwner.with(nil) { _ = Task.detached(operation: operation) }
}

/// The owner of the current thread's work: a simulation, or nothing in particular.
package enum ThreadOwner {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The address of the owner, which the code that set it keeps alive.
  package static var address: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  /// Runs a body on the current thread for an owner, or for none.
  package static func with<Result>(_ owner: UnsafeMutableRawPointer?, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, owner)
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}
