/// The state of an awaited callback: the number of calls, whether it can still be called, and the end of the wait.
///
/// The threads that call back and the waiting task meet here. At most one continuation listens at a time: first that of the
/// waiting task, then, if a call can still come, that of the watcher (see ``CallbackBridge``). The value is stored elsewhere:
/// code that is not generic need not look up types at run time, which would cost more than all the rest.
@usableFromInline package struct CallbackState: Sendable {
  /// The end of a wait; the first one counts.
  package enum End { case called, dropped, timedOut, cancelled }

  /// The result of a wait.
  @usableFromInline package struct Outcome {
    package let end: End
    package let calls: Int
    /// Whether the callback is still held, and so can be called.
    package let isHeld: Bool
  }

  private struct Contents {
    package var end: End?
    var calls = 0
    /// Whether the waiting code releases what the start of the work returned, which may call back once more.
    var isLettingGo = false
    var isHeld = true
    var listener: UnsafeContinuation<Void, Never>?

    mutating func takeListener() -> UnsafeContinuation<Void, Never>? {
      defer { listener = nil }
      return listener
    }
  }

  private let contents: Guarded<Contents>

  @usableFromInline package init() { contents = Guarded(Contents()) }

  /// Counts a call; the first one keeps its value.
  @usableFromInline
  package func call(keepingValue keep: () -> Void) {
    let listener: UnsafeContinuation<Void, Never>? = contents.withLock { contents in
      if contents.isLettingGo { return nil }
      contents.calls += 1
      if contents.end == nil {
        // Under the lock, so that code that sees the end sees the value.
        keep()
        contents.end = .called
      }
      return contents.takeListener()
    }
    listener?.resume()
  }

  /// Releases what the start of the work returned; calls from its `deinit` do not count.
  @usableFromInline
  package func letGo(_ release: () -> Void) {
    contents.withLock { $0.isLettingGo = true }
    release()
    contents.withLock { $0.isLettingGo = false }
  }

  /// Records that the last copy of the callback was released, so no further call is possible.
  @usableFromInline package func release() {
    let listener = contents.withLock { contents in
      contents.isHeld = false
      if contents.end == nil { contents.end = .dropped }
      return contents.takeListener()
    }
    listener?.resume()
  }

  /// Ends the wait from outside, unless it has already ended.
  package func finish(_ end: End) {
    let listener: UnsafeContinuation<Void, Never>? = contents.withLock { contents in
      guard contents.end == nil else { return nil }
      contents.end = end
      return contents.takeListener()
    }
    listener?.resume()
  }

  package var hasEnded: Bool { contents.withLock { $0.end != nil } }

  /// The result of the wait, or nil until it has ended.
  @usableFromInline package var outcome: Outcome? {
    contents.withLock { contents in
      contents.end.map { Outcome(end: $0, calls: contents.calls, isHeld: contents.isHeld) }
    }
  }

  /// Suspends until the wait has ended, which also happens when the task is cancelled.
  package func waitForEnd(isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler(
      operation: {
        await withUnsafeContinuation(isolation: isolation) { listen($0) { $0.end != nil } }
      },
      onCancel: { finish(.cancelled) },
      isolation: isolation
    )
  }

  /// Suspends until there are more calls than these, or no more are possible; returns their number.
  package func waitForCalls(beyond expected: Int) async -> Int {
    func isDone(_ contents: Contents) -> Bool { contents.calls > expected || !contents.isHeld }
    // Each call wakes the listener, including the expected ones.
    while !contents.withLock({ isDone($0) }) { await withUnsafeContinuation { listen($0, unless: isDone) } }
    return contents.withLock { $0.calls }
  }

  private func listen(_ continuation: UnsafeContinuation<Void, Never>, unless isDone: (Contents) -> Bool) {
    let isDone = contents.withLock { contents in
      if isDone(contents) { return true }
      contents.listener = continuation
      return false
    }
    if isDone { continuation.resume() }
  }
}

/// A token that only the callback closure holds: its release means that no further call is possible.
@usableFromInline package final class CallbackToken: Sendable {
  @usableFromInline package let state: CallbackState

  @usableFromInline package init(_ state: CallbackState) { self.state = state }

  deinit { state.release() }
}

/// An action that runs when its last reference is released, such as by a closure that was dropped.
package final class ReleaseAction: Sendable {
  private let action: @Sendable () -> Void

  package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}
