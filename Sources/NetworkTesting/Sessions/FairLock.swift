/// A lock that lets one task at a time through, or several that share it, in the order of arrival, without blocking a thread.
final class FairLock: Sendable {
  private struct Waiter {
    let id: UUID
    let isSharing: Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    /// The number of tasks that are let through.
    var holders = 0
    /// Whether they share it with others.
    var isShared = false
    var waiters: [Waiter] = []

    func lets(_ waiter: Waiter) -> Bool { holders == 0 || isShared && waiter.isSharing }

    /// Lets the first waiters through, as many as can hold it together.
    mutating func takeNext() -> [Waiter] {
      var next: [Waiter] = []
      while let first = waiters.first, lets(first) {
        waiters.removeFirst()
        holders += 1
        isShared = first.isSharing
        next.append(first)
      }
      return next
    }
  }

  private let state = Guarded(State())

  /// Runs an operation while no other one runs, or only those that share the lock; throws if the task is cancelled while it waits.
  func withLock(sharing: Bool = false, _ operation: @Sendable () async throws -> Void) async throws {
    try await acquire(sharing: sharing)
    defer { release() }
    try await operation()
  }

  private func acquire(sharing isSharing: Bool) async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let next = state.withLock { state in
          // Who comes later does not overtake: one who wants it alone would wait for ever.
          state.waiters.append(Waiter(id: id, isSharing: isSharing, continuation: continuation))
          return state.takeNext()
        }
        for waiter in next { waiter.continuation.resume() }
        // A cancellation before the waiter was added found none.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: UUID) {
    let (waiter, next) = state.withLock { state in
      let waiter = state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      return (waiter, state.takeNext())
    }
    waiter?.continuation.resume(throwing: CancellationError())
    for waiter in next { waiter.continuation.resume() }
  }

  private func release() {
    let next = state.withLock { state in
      state.holders -= 1
      return state.takeNext()
    }
    for waiter in next { waiter.continuation.resume() }
  }
}
