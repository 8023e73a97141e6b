import Foundation

/// The scripts of WebSockets that run now, for which the end of a server waits: their problems belong to its test.
// The lock guards the properties below it.
final class RunningScripts: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0
  private var waiters: [CheckedContinuation<Void, Never>] = []

  func run(_ script: () async -> Void) async {
    lock.withLock { count += 1 }
    await script()
    leave { $0.count -= 1 }
  }

  /// Waits for all of them, but not for ever: a script may wait for what does not come.
  func finish(within limit: Duration) async {
    let patience = Task {
      try await Task.sleep(for: limit)
      leave { $0.count = 0 }
    }
    await withCheckedContinuation { continuation in
      let isOver = lock.withLock {
        if count > 0 { waiters.append(continuation) }
        return count <= 0
      }
      if isOver { continuation.resume() }
    }
    patience.cancel()
  }

  private func leave(_ change: (RunningScripts) -> Void) {
    let waiters = lock.withLock {
      change(self)
      guard count <= 0 else { return [CheckedContinuation<Void, Never>]() }
      defer { self.waiters = [] }
      return self.waiters
    }
    for waiter in waiters { waiter.resume() }
  }
}
