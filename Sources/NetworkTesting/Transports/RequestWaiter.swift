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
  /// Each call takes the first such request that no call took before, also one that has arrived already: there is no race
  /// between the code that sends and the test that waits.
  ///
  /// - Parameter matcher: The matcher.
  /// - Returns: The request.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func nextRequest(matching matcher: RequestMatcher = .any) async throws -> ReceivedRequest {
    if let request = takeArrived(matcher) { return request }
    let wait = SimulationContext.current.order?.waiting { "a request that matches \(matcher.shownCode)" }
    defer { withExtendedLifetime(wait) {} }
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

  private func takeArrived(_ matcher: RequestMatcher) -> ReceivedRequest? {
    let index = log.firstIndex { !$0.isTaken && matcher.matches(RequestReader($0.request)) }
    guard let index else { return nil }
    log[index].isTaken = true
    return log[index].request
  }

  /// Hands the newest request to the first who waits for one like it.
  func resumeWaiter() {
    guard let request = log.last?.request else { return }
    let reader = RequestReader(request)
    guard let index = waiters.firstIndex(where: { $0.matcher.matches(reader) }) else { return }
    log[log.count - 1].isTaken = true
    waiters.remove(at: index).continuation.resume(returning: request)
  }

  private func cancelWaiter(_ id: UUID) {
    guard let index = waiters.firstIndex(where: { $0.id == id }) else { return }
    waiters.remove(at: index).continuation.resume(throwing: CancellationError())
  }
}
