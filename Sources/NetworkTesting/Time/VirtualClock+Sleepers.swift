public import Testing

extension VirtualClock {
  /// When those who sleep now will wake, the next one first.
  public var deadlines: [Instant] {
    snapshot.deadlines
  }

  var snapshot: (now: Instant, deadlines: [Instant]) {
    contents.withLock { ($0.now, $0.sleepers.map(\.deadline)) }
  }

  /// Waits until at least so many tasks sleep on this clock, which is the moment to move its time.
  ///
  /// - Parameters:
  ///   - count: How many must sleep at once.
  ///   - timeout: How long to wait for that in real time, so that a test that is wrong does not hang.
  ///   - isolation: The actor of the caller.
  ///   - sourceLocation: The line that a failure names.
  /// - Returns: When they will wake, the next one first.
  /// - Throws: ``VirtualClockError`` if too few fall asleep; `CancellationError`.
  @discardableResult
  public func sleepers(
    count: Int,
    timeout: Duration = .seconds(300),
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Instant] {
    try await sleepers(
      count: count,
      limit: TimeLimit(duration: timeout, clock: ContinuousClock()),
      isolation: isolation,
      sourceLocation: sourceLocation
    )
  }

  func sleepers(
    count: Int,
    limit: TimeLimit,
    isolation: isolated (any Actor)? = #isolation,
    sourceLocation: SourceLocation
  ) async throws -> [Instant] {
    let state = CallbackState()
    contents.withLock { contents in
      if contents.sleeperCount >= count { return state.call {} }
      contents.add(Watcher(count: count, state: state))
    }
    await limit.waitForEnd(of: state, isolation: isolation)
    switch state.outcome?.end {
    case .called: return deadlines
    case .timedOut: throw VirtualClockError(tooFewOf: count, within: limit, on: self, at: sourceLocation)
    default: throw CancellationError()
    }
  }

  /// Records an issue if somebody still sleeps on this clock, and lists until when.
  ///
  /// - Parameter sourceLocation: The line that the issue names.
  public func verifyNobodySleeps(sourceLocation: SourceLocation = #_sourceLocation) {
    guard !deadlines.isEmpty else { return }
    Issue.record(VirtualClockError(stillAsleepOn: self, at: sourceLocation), sourceLocation: sourceLocation)
  }
}

extension VirtualClock: CustomStringConvertible {
  /// The time, and who sleeps until when.
  public var description: String {
    let (now, deadlines) = snapshot
    return "VirtualClock at \(now), \(VirtualClockError.whoSleeps(until: deadlines))"
  }
}
