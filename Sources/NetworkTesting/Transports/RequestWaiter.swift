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
    let wait = SimulationContext.current.order?.waiting { "a request that matches \(matcher.shownCode)" }
    defer { withExtendedLifetime(wait) {} }
    let id = UUID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let arrived: Result<ReceivedRequest, any Error>? = state.withLock { state in
          if let request = state.takeArrived(matcher) { return .success(request) }
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiters.append(RequestWaiter(id: id, matcher: matcher, continuation: continuation))
          return nil
        }
        if let arrived { continuation.resume(with: arrived) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}

extension MockState {
  fileprivate mutating func takeArrived(_ matcher: RequestMatcher) -> ReceivedRequest? {
    let index = log.firstIndex { !$0.isTaken && matcher.matches(RequestReader($0.request)) }
    guard let index else { return nil }
    log[index].isTaken = true
    return log[index].request
  }
}
