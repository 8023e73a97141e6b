import Foundation

/// Somebody who waits for a request.
struct RequestWaiter {
  let id: UUID
  let matcher: RequestMatcher
  let continuation: CheckedContinuation<ReceivedRequest, any Error>
}

extension MockTransport {
  /// The next request that a matcher takes: waits until it arrives.
  ///
  /// Each call takes requests that arrive after it; one that came before is in ``requests(matching:)``.
  ///
  /// - Parameter matcher: The matcher.
  /// - Returns: The request.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func nextRequest(matching matcher: RequestMatcher = .any) async throws -> ReceivedRequest {
    let id = UUID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          waiters.append(RequestWaiter(id: id, matcher: matcher, continuation: continuation))
        }
      }
    } onCancel: {
      Task { await self.cancelWaiter(id) }
    }
  }

  func resumeWaiters(with request: ReceivedRequest) {
    let reader = RequestReader(request)
    let ready = waiters.filter { $0.matcher.matches(reader) }
    waiters.removeAll { waiter in ready.contains { $0.id == waiter.id } }
    for waiter in ready { waiter.continuation.resume(returning: request) }
  }

  private func cancelWaiter(_ id: UUID) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    waiters.remove(at: index).continuation.resume(throwing: CancellationError())
  }
}
