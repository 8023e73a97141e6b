extension VirtualClock {
  /// Sleeps until the time has been moved to a deadline; cancelling the task ends the sleep at once.
  ///
  /// - Parameters:
  ///   - deadline: When to wake.
  ///   - tolerance: Ignored, since virtual time is exact.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, as: .sleeper)
  }

  func sleep(until deadline: Instant, as kind: Sleeper.Kind) async throws {
    let id = contents.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation { continuation in
        fallAsleep(Sleeper(id: id, kind: kind, deadline: deadline, continuation: continuation))
      }
    } onCancel: {
      let sleeper = contents.withLock { $0.removeSleeper(id) }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  private func fallAsleep(_ sleeper: Sleeper) {
    enum Next { case sleep([Watcher]), wake, cancel }
    let next: Next = contents.withLock { contents in
      // Under the lock: a cancellation that comes later finds the sleeper.
      if Task.isCancelled { return .cancel }
      if sleeper.deadline <= contents.now { return .wake }
      contents.add(sleeper)
      return .sleep(contents.removeSatisfiedWatchers())
    }
    switch next {
    case .sleep(let watchers): for watcher in watchers { watcher.state.call {} }
    case .wake: sleeper.continuation.resume()
    case .cancel: sleeper.continuation.resume(throwing: CancellationError())
    }
  }
}
