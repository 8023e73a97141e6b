/// Messages on their way to the reader of a ``WebSocket``, in order.
///
/// Concurrent reads get one message each, in the order of the calls.
// The lock guards the properties below it.
package final class WebSocketInbox: @unchecked Sendable {
  private typealias Waiter = (id: Int, continuation: CheckedContinuation<WebSocketMessage?, any Error>)

  private let lock = NSLock()
  private var messages: ArraySlice<WebSocketMessage> = []
  private var waiters: [Waiter] = []
  private var lastID = 0
  private var readCount = 0
  /// Whether the reader has a message and has not come back for the next one.
  private var isAnswering = false
  private var end: Result<Void, any Error>?
  private let onSpace: @Sendable () -> Void

  /// - Parameter onSpace: Called when all messages were read.
  package init(onSpace: @escaping @Sendable () -> Void = {}) { self.onSpace = onSpace }

  /// Adds a message, unless the socket has ended; returns the number of unread messages.
  @discardableResult
  package func add(_ message: WebSocketMessage) -> Int {
    let (waiter, count): (Waiter?, Int) = lock.withLock {
      if end != nil { return (nil, 0) }
      if !waiters.isEmpty {
        isAnswering = true
        readCount += 1
        return (waiters.removeFirst(), 0)
      }
      messages.append(message)
      return (nil, messages.count)
    }
    waiter?.continuation.resume(returning: message)
    return count
  }

  /// Ends the messages, once; after the last one, a reader gets the error.
  package func finish(_ error: (any Error)? = nil) {
    let left: [Waiter] = lock.withLock {
      guard end == nil else { return [] }
      end = error.map { .failure($0) } ?? .success(())
      defer { waiters = [] }
      return waiters
    }
    for waiter in left { waiter.continuation.resume(with: error.map { .failure($0) } ?? .success(nil)) }
  }

  /// Whether the reader may still have something to say to a message.
  package var isBusy: Bool { lock.withLock { isAnswering || !messages.isEmpty } }

  /// The number of the message that a reader waits for, from 1; nil if none waits.
  package var awaitedNumber: Int? { lock.withLock { waiters.isEmpty ? nil : readCount + 1 } }

  /// The error for a sender that is too late; nil while the socket is open.
  package var closed: (any Error)? {
    switch lock.withLock({ end }) {
    case nil: nil
    case .success: WebSocketClosed(code: .normal)
    case .failure(let error): error
    }
  }

  /// Waits for the next message; nil after the last.
  package func next() async throws -> WebSocketMessage? {
    let id = lock.withLock {
      lastID += 1
      return lastID
    }
    let message = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let ready: Result<WebSocketMessage?, any Error>? = lock.withLock {
          isAnswering = !messages.isEmpty
          if let message = messages.popFirst() {
            readCount += 1
            return .success(message)
          }
          if let end { return end.map { nil } }
          // A later cancellation finds the waiter.
          if Task.isCancelled { return .failure(CancellationError()) }
          waiters.append((id, continuation))
          return nil
        }
        if let ready { continuation.resume(with: ready) }
      }
    } onCancel: {
      let waiter = lock.withLock { waiters.firstIndex { $0.id == id }.map { waiters.remove(at: $0) } }
      waiter?.continuation.resume(throwing: CancellationError())
    }
    if lock.withLock({ messages.isEmpty && end == nil }) { onSpace() }
    return message
  }
}
