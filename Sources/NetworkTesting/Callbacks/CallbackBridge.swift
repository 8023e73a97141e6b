/// One awaited call: the common part of all variants of `withCallback`.
///
/// The generic parts are inlinable, and the rest is not generic. Looking up types at run time would make a bridge many times more
/// expensive than its continuation.
@usableFromInline struct CallbackBridge: Sendable {
  @usableFromInline let limit: TimeLimit
  package let sourceLocation: SourceLocation

  @usableFromInline init(timeout: Duration, clock: any Clock<Duration>, sourceLocation: SourceLocation) {
    limit = TimeLimit(duration: timeout, clock: clock)
    self.sourceLocation = sourceLocation
  }

  /// Starts the work, waits for its callback, and reports its problems.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the test, on which `start` runs.
  ///   - start: Passes the callback to the code under test. Its result is kept until the wait is over, so that a subscription
  ///   lives as long as it is needed.
  /// - Returns: The value of the first call. Sending it relies on the caller of the callback: a completion handler gives its
  ///   arguments away, but its type cannot express that.
  /// - Throws: ``CallbackError``, `CancellationError`, and any error of `start`.
  @inlinable func value<Value, Kept>(
    isolation: isolated (any Actor)?, start: (@escaping @Sendable (Value) -> Void) throws -> Kept
  ) async throws -> sending Value {
    let state = CallbackState()
    // Unchecked, because the lock of the state guards it: written by the call that ends the wait, read afterwards.
    nonisolated(unsafe) var answer: Value?
    // The closure alone holds the token. A second reference to it would hide that the closure was dropped.
    var kept: Kept? = try start { [token = CallbackToken(state)] value in
      token.state.call { answer = value }
    }
    while true {
      if let outcome = state.outcome {
        if Kept.self != Void.self { state.letGo { kept = nil } }
        lookForMoreCalls(outcome, of: state)
        guard let value = answer else { throw reason(for: outcome) }
        // A callback that is never released must not keep its value.
        answer = nil
        return value
      }
      let note = waitNote()
      await limit.waitForEnd(of: state, isolation: isolation)
      withExtendedLifetime((note, kept)) {}
    }
  }

  /// Records that the test waits, in a simulated run or for long, for as long as the result is kept.
  @usableFromInline func waitNote() -> AnyObject? {
    SimulationContext.current.order?.waiting { "the callback awaited at \(sourceLocation.place)" }
      ?? TimedWaits.note(limit)
  }

  @usableFromInline func reason(for outcome: CallbackState.Outcome) -> any Error {
    switch outcome.end {
    case .dropped: reported(.dropped)
    case .timedOut: reported(.timedOut)
    case .called, .cancelled: CancellationError()
    }
  }

  /// Returns an error that is an issue as well: a test that expects its code to throw must not take this for it.
  private func reported(_ code: CallbackError.Code) -> CallbackError {
    var error = error(code)
    error.isReported = CallbackProblems.record(error)
    return error
  }

  /// Records extra calls: in the waiting task if they have already been made, otherwise as they come.
  @usableFromInline func lookForMoreCalls(_ outcome: CallbackState.Outcome, of state: CallbackState) {
    guard outcome.end != .cancelled else { return }
    let expected = outcome.end == .called ? 1 : 0
    if outcome.calls > expected {
      record(outcome.calls, beyond: expected)
    } else if outcome.isHeld {
      // A task inherits the test that an issue belongs to; the thread that calls back does not know it.
      Task {
        let calls = await state.waitForCalls(beyond: expected)
        if calls > expected { record(calls, beyond: expected) }
      }
    }
  }

  private func record(_ calls: Int, beyond expected: Int) {
    CallbackProblems.record(error(expected == 1 ? .calledAgain : .calledAfterTimeout).counting(calls))
  }

  private func error(_ code: CallbackError.Code) -> CallbackError {
    CallbackError(code, limit: limit, sourceLocation: sourceLocation)
  }
}

/// The destination of problems that are issues: the test, unless a scope keeps them.
package struct CallbackProblems: Sendable {
  /// The keeper of the current scope's problems, which the test would otherwise show.
  @TaskLocal static var keeper: CallbackProblems?

  let keep: @Sendable (CallbackError) -> Void

  /// Records a problem at the line of its bridge. Call it from a task that belongs to the test.
  ///
  /// - Returns: Whether it is certain to fail a test.
  @discardableResult package static func record(_ problem: CallbackError) -> Bool {
    guard let keeper else { return Problem.record(problem, at: CodePlace(problem.sourceLocation)) }
    keeper.keep(problem)
    return false
  }
}
