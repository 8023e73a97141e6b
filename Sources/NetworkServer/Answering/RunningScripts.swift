/// The running scripts of WebSockets, which the end of a server awaits: their problems belong to its test.
final class RunningScripts: Sendable {
  private struct State {
    var count = 0
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Returns the waiters that need not wait any longer.
    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      guard count <= 0 else { return [] }
      defer { waiters = [] }
      return waiters
    }
  }

  private let state = Guarded(State())

  func run(_ script: () async -> Void) async {
    state.withLock { $0.count += 1 }
    await script()
    change { $0.count -= 1 }
  }

  /// Waits for all of them, but not for ever: a script may wait in vain.
  func finish(within limit: Duration) async {
    let patience = RealTime.shared.run(at: .now + limit) { [weak self] in self?.change { $0.count = 0 } }
    await withCheckedContinuation { continuation in change { $0.waiters.append(continuation) } }
    RealTime.shared.cancel(patience)
  }

  private func change(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }
}
