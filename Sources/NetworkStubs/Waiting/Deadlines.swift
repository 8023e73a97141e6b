/// The time-outs that run on the real clock, all behind one timer.
///
/// Nearly every wait ends long before its deadline. So a wait is only added here: those that have ended are removed
/// whenever the list has doubled, and when the timer fires.
struct Deadlines: Sendable {
  static let shared = Deadlines()

  private struct Contents {
    var entries: [(deadline: ContinuousClock.Instant, state: CallbackState)] = []
    /// The number of entries that is worth a sweep.
    var limit = 64
    /// The time at which the timer fires, or nil.
    var wake: ContinuousClock.Instant?
  }

  private let contents = Guarded(Contents())

  /// Ends the wait as timed out when the duration has passed, unless it has ended before.
  func add(_ state: CallbackState, after duration: Duration) {
    let deadline = ContinuousClock.now + duration
    let mustWake = contents.withLock { contents in
      if contents.entries.count >= contents.limit {
        contents.entries.removeAll { $0.state.hasEnded }
        contents.limit = max(64, contents.entries.count * 2)
      }
      contents.entries.append((deadline, state))
      if let wake = contents.wake, wake <= deadline { return false }
      contents.wake = deadline
      return true
    }
    if mustWake { RealTime.shared.run(at: deadline) { finishDueWaits(wokenFor: deadline) } }
  }

  /// Lets tasks that are queued now run first: the pool may be too busy for what ends a wait to have come through.
  static func grantTurns() async { await Task.detached { for _ in 0..<32 { await Task.yield() } }.value }

  private func finishDueWaits(wokenFor deadline: ContinuousClock.Instant) {
    let now = max(ContinuousClock.now, deadline)
    let (due, next) = contents.withLock { contents in
      contents.entries.removeAll { $0.state.hasEnded }
      let due = contents.entries.filter { $0.deadline <= now }
      contents.entries.removeAll { $0.deadline <= now }
      // If an earlier deadline set a timer of its own, that one looks after what comes next.
      guard contents.wake == deadline else { return (due, nil as ContinuousClock.Instant?) }
      contents.wake = contents.entries.lazy.map(\.deadline).min()
      return (due, contents.wake)
    }
    if let next { RealTime.shared.run(at: next) { finishDueWaits(wokenFor: next) } }
    guard !due.isEmpty else { return }
    Task.detached {
      await Self.grantTurns()
      for entry in due { entry.state.finish(.timedOut) }
    }
  }
}
