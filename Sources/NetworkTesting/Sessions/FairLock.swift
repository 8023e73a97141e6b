/// A lock that lets one task at a time through, in the order of arrival, without blocking a thread.
final class FairLock: Sendable {
  private struct State {
    var isHeld = false
    var waiters: [(id: UUID, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  private let state = Guarded(State())

  /// Runs an operation while no other one runs; throws if the task is cancelled while it waits.
  func withLock(_ operation: @Sendable () async throws -> Void) async throws {
    try await acquire()
    defer { release() }
    try await operation()
  }

  private func acquire() async throws {
    let id = UUID()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let next: CheckedContinuation<Void, any Error>? = state.withLock { state in
          guard state.isHeld else {
            state.isHeld = true
            return continuation
          }
          state.waiters.append((id, continuation))
          return nil
        }
        next?.resume()
        // A cancellation before the waiter was added found none.
        if Task.isCancelled { cancel(id) }
      }
    } onCancel: {
      cancel(id)
    }
  }

  private func cancel(_ id: UUID) {
    let waiter = state.withLock { state in
      state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
    }
    waiter?.continuation.resume(throwing: CancellationError())
  }

  private func release() {
    let next = state.withLock { state in
      state.isHeld = !state.waiters.isEmpty
      return state.waiters.isEmpty ? nil : state.waiters.removeFirst()
    }
    next?.continuation.resume()
  }
}
