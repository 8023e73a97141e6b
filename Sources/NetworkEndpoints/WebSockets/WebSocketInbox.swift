/// Messages on their way to the reader of a ``WebSocket``, in order.
///
/// Concurrent reads get one message each, in the order of the calls.
package final class WebSocketInbox: Sendable {
  private typealias Waiter = (id: Int, continuation: CheckedContinuation<WebSocketMessage?, any Error>)

  private struct State {
    var messages: ArraySlice<WebSocketMessage> = []
    var waiters: [Waiter] = []
    var lastID = 0
    var readCount = 0
    /// Whether the reader has a message and has not come back for the next one.
    var isAnswering = false
    var end: Result<Void, any Error>?
  }

  private let state = Locked(State())
  private let onSpace: @Sendable () -> Void

  /// - Parameter onSpace: Called when all messages were read.
  package init(onSpace: @escaping @Sendable () -> Void = {}) { self.onSpace = onSpace }

  /// Adds a message, unless the socket has ended; returns the number of unread messages.
  @discardableResult
  package func add(_ message: WebSocketMessage) -> Int {
    let (waiter, count) = state.withLock { state -> (Waiter?, Int) in
      if state.end != nil { return (nil, 0) }
      if !state.waiters.isEmpty {
        state.isAnswering = true
        state.readCount += 1
        return (state.waiters.removeFirst(), 0)
      }
      state.messages.append(message)
      return (nil, state.messages.count)
    }
    waiter?.continuation.resume(returning: message)
    return count
  }

  /// Ends the messages, once; after the last one, a reader gets the error.
  package func finish(_ error: (any Error)? = nil) {
    let left = state.withLock { state -> [Waiter] in
      guard state.end == nil else { return [] }
      state.end = error.map { .failure($0) } ?? .success(())
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in left { waiter.continuation.resume(with: error.map { .failure($0) } ?? .success(nil)) }
  }

  /// Whether the reader may still have something to say to a message.
  package var isBusy: Bool { state.withLock { $0.isAnswering || !$0.messages.isEmpty } }

  /// The number of the message that a reader waits for, from 1; nil if none waits.
  package var awaitedNumber: Int? { state.withLock { $0.waiters.isEmpty ? nil : $0.readCount + 1 } }

  /// The error for a sender that is too late; nil while the socket is open.
  package var closed: (any Error)? {
    switch state.withLock({ $0.end }) {
    case nil: nil
    case .success: WebSocketClosed(code: .normal)
    case .failure(let error): error
    }
  }

  /// Waits for the next message; nil after the last.
  package func next() async throws -> WebSocketMessage? {
    let id = state.withLock { state in
      state.lastID += 1
      return state.lastID
    }
    let message = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready = state.withLock { state -> Result<WebSocketMessage?, any Error>? in
          state.isAnswering = !state.messages.isEmpty
          if let message = state.messages.popFirst() {
            state.readCount += 1
            return .success(message)
          }
          if let end = state.end { return end.map { nil } }
          // A later cancellation finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiters.append((id, continuation))
          return nil
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
    if state.withLock({ $0.messages.isEmpty && $0.end == nil }) { onSpace() }
    return message
  }
}
