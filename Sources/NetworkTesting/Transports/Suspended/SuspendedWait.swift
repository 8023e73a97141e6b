import Foundation

/// How the call of a suspended transport stands: its caller waits here, and the test answers here.
struct SuspendedWait: Sendable {
  enum End {
    case answered
    /// The caller was cancelled, or its request timed out.
    case left
    /// The test let go of the call.
    case dropped
  }

  private struct State {
    var caller: CheckedContinuation<Answer, any Error>?
    var result: Result<Answer, any Error>?
    var end: End?
    var watchers: [CallbackState] = []
  }

  private let state = Guarded(State())

  /// How the wait ended; nil as long as the caller waits.
  var end: End? { state.withLock { $0.end } }

  /// Waits for the answer, on the caller's side.
  func answer() async throws -> Answer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.caller = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      finish(.left, .failure(URLError(.cancelled)))
    }
  }

  /// Ends the wait, unless it has ended.
  ///
  /// - Returns: How it had ended before; nil if this was the end.
  @discardableResult
  func finish(_ end: End, _ result: Result<Answer, any Error>) -> End? {
    let (before, caller, watchers) = state.withLock { state in
      let before = state.end
      guard before == nil else { return (before, CheckedContinuation<Answer, any Error>?.none, [CallbackState]()) }
      defer { (state.caller, state.watchers) = (nil, []) }
      (state.end, state.result) = (end, result)
      return (before, state.caller, end == .left ? state.watchers : [])
    }
    caller?.resume(with: result)
    for watcher in watchers { watcher.call {} }
    return before
  }

  /// Has somebody told when the caller leaves.
  func watch(_ watcher: CallbackState) {
    let hasLeft = state.withLock { state in
      if state.end != .left { state.watchers.append(watcher) }
      return state.end == .left
    }
    if hasLeft { watcher.call {} }
  }
}
