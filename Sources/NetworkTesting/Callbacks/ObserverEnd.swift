internal import Testing

/// The end of an observed work: the first word on it counts, and what comes after is a problem.
struct ObserverEnd: Sendable {
  private let state = CallbackState()
  private let sourceLocation: SourceLocation
  private let onEnd: @Sendable ((any Error)?) -> Void

  init(sourceLocation: SourceLocation, onEnd: @escaping @Sendable ((any Error)?) -> Void) {
    self.sourceLocation = sourceLocation
    self.onEnd = onEnd
  }

  /// What observer and completion handler hold between them, and nobody else does.
  func hold() -> ReleaseAction {
    ReleaseAction {
      state.release()
      guard state.outcome?.end == .dropped else { return }
      onEnd(CallbackError(.dropped, sourceLocation: sourceLocation))
    }
  }

  /// Notes that the work is done.
  func finish(_ error: (any Error)?) {
    var isFirst = false
    state.call { isFirst = true }
    if isFirst { onEnd(error) }
  }

  /// Whether the observer may still be called; counts the call if not.
  func allowsCall() -> Bool {
    guard state.hasEnded else { return true }
    state.call {}
    return false
  }

  /// Records calls after the end, in a task that belongs to the test.
  func watch() {
    Task {
      let calls = await state.waitForCalls(beyond: 1)
      guard calls > 1 else { return }
      CallbackProblems.record(CallbackError(.calledAfterEnd, sourceLocation: sourceLocation).counting(calls - 1))
    }
  }
}
