/// The running scripts of WebSockets, which the end of a server awaits: their problems belong to its test.
final class RunningScripts: Sendable {
  private struct State {
    /// The titles of their requests.
    var titles: [Int: String] = [:]
    var lastNumber = 0
    var isPatient = true
    var waiters: [CheckedContinuation<Void, Never>] = []

    /// Returns the waiters that need not wait any longer.
    mutating func takeWaiters() -> [CheckedContinuation<Void, Never>] {
      guard titles.isEmpty || !isPatient else { return [] }
      defer { waiters = [] }
      return waiters
    }
  }

  private let state = Guarded(State())

  func run(_ title: String, _ script: () async -> Void) async {
    let number = state.withLock { state in
      state.lastNumber += 1
      state.titles[state.lastNumber] = title
      return state.lastNumber
    }
    await script()
    change { $0.titles[number] = nil }
  }

  /// Waits for all of them, but not for ever: a script may wait in vain.
  ///
  /// - Returns: The titles of those that still run.
  func finish(within limit: Duration) async -> [String] {
    let patience = RealTime.shared.run(at: .now + limit) { [weak self] in self?.change { $0.isPatient = false } }
    await withCheckedContinuation { continuation in change { $0.waiters.append(continuation) } }
    RealTime.shared.cancel(patience)
    return state.withLock { $0.titles.values.sorted() }
  }

  private func change(_ change: (inout State) -> Void) {
    let waiters = state.withLock { state in
      change(&state)
      return state.takeWaiters()
    }
    for waiter in waiters { waiter.resume() }
  }
}
