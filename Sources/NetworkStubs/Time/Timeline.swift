/// The time since a moment, such as the arrival of a request, on some clock.
package struct Timeline: Sendable {
  /// The longest wait of a caller for something to arrive; nil for ever.
  package let timeout: Duration?
  /// The longest wait of a caller for an answer that a stub withholds on purpose; nil for ever.
  private let patience: Duration?
  /// Whether faults take time.
  let faultsWait: Bool
  /// Whether the answer goes over a socket, which can carry out a fault.
  var isOnSocket = false
  /// Whether the body of the request came at the rate of its answer.
  var hasUploaded = false
  /// Whether time is real.
  package let isReal: Bool
  /// Whether no sleep takes time, so that time-outs would come before everything else.
  package let isImmediate: Bool
  private let readElapsed: @Sendable () -> Duration
  /// The purpose of a sleep: an answer, a silence that a time-out ends, or a time-out beside another wait.
  private enum Sleep { case answer, silence, limit }
  private let sleepUntil: @Sendable (Duration, Sleep) async throws -> Void

  /// Creates a timeline that begins now.
  ///
  /// - Parameters:
  ///   - request: The request whose time-out counts, if there is one. In real time only an explicit time-out counts: a slow
  ///     machine must not fail a test by a default.
  ///   - clock: The clock.
  ///   - harness: The test that is told when a virtual clock is not moved.
  ///   - faultsWait: Whether faults take time.
  package init(
    of request: URLRequest? = nil, on clock: any Clock<Duration>, in harness: any Harness,
    faultsWait: Bool = true
  ) {
    isReal = clock is ContinuousClock || clock is SuspendingClock
    isImmediate = clock is ImmediateClock
    patience = request?.timeoutInterval.timeLimit
    timeout = isReal ? request?.timeLimit : patience
    self.faultsWait = faultsWait
    let subject = request.map { request in
      { @Sendable in "the answer to \("\(ReceivedRequest(request))".shortened(to: 200))" }
    }
    (readElapsed, sleepUntil) = Self.start(clock, harness, subject)
  }

  private static func start<C: Clock>(
    _ clock: C, _ harness: any Harness, _ subject: (@Sendable () -> String)?
  ) -> (@Sendable () -> Duration, @Sendable (Duration, Sleep) async throws -> Void) where C.Duration == Duration {
    let start = clock.now
    return (
      { start.duration(to: clock.now) },
      { offset, sleep in
        let deadline = start.advanced(by: offset)
        if let deadline = deadline as? ContinuousClock.Instant {
          guard sleep == .answer, let subject else { return try await RealTime.shared.sleep(until: deadline) }
          try await RealAnswers.shared.note(in: harness, { "\(subject()) takes \(offset.inWords)" }) {
            try await RealTime.shared.sleep(until: deadline)
          }
        } else if let clock = clock as? VirtualClock, let deadline = deadline as? VirtualClock.Instant {
          guard sleep != .limit else { return try await clock.sleep(until: deadline, as: .timeLimit) }
          try await StillClock.watch(clock, until: deadline, in: harness, for: subject) {
            try await clock.sleep(until: deadline, as: sleep == .silence ? .timeLimit : .sleeper)
          }
        } else {
          try await clock.sleep(until: deadline, tolerance: nil)
        }
      }
    )
  }

  /// The timeline of a clock that is neither real nor of this package, such as a test's own; nil for others.
  package static func ofOtherClock(_ clock: (any Clock<Duration>)?, in harness: any Harness) -> Timeline? {
    guard let clock, virtualNow(on: clock) == nil else { return nil }
    let timeline = Timeline(on: clock, in: harness)
    return timeline.isReal ? nil : timeline
  }

  /// Returns the time that a clock of this package shows; nil for others, such as a real one.
  package static func virtualNow(on clock: (any Clock<Duration>)?) -> Duration? {
    (clock as? VirtualClock)?.now.offset ?? (clock as? ImmediateClock)?.now.offset
  }

  /// The time since the moment.
  package var elapsed: Duration { readElapsed() }

  /// Sleeps until a time after the moment.
  ///
  /// - Throws: `URLError.cancelled` if the task is cancelled, like a call on a real network.
  package func sleep(until offset: Duration) async throws { try await sleep(until: offset, .answer) }

  /// Sleeps until a time-out, which is not a sleep of the code under test and so not among the sleepers of a ``VirtualClock``.
  package func sleepTimeLimit(until offset: Duration) async throws {
    try await sleep(until: offset, .limit)
    guard isReal else { return }
    // Where the whole process stood still, the answer is due as well, and goes first: for as long as it stood, a second at most.
    let late = elapsed - offset
    if late > .milliseconds(50) { try await sleep(until: elapsed + min(late, .seconds(1)), .limit) }
    await RealTime.grantTurns()
  }

  private func sleep(until offset: Duration, _ sleep: Sleep) async throws {
    do { try await sleepUntil(offset, sleep) } catch { throw URLError(.cancelled) }
  }

  /// Runs an operation that is cancelled, and reported as timed out, if it takes longer than a limit.
  package func limit<Result: Sendable>(
    to limit: Duration?, _ operation: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    guard let limit else { return try await operation() }
    return try await withThrowingTaskGroup(of: Result.self) { group in
      defer { group.cancelAll() }
      group.addTask { try await operation() }
      group.addTask {
        try await sleepTimeLimit(until: limit)
        throw URLError(.timedOut)
      }
      guard let first = try await group.next() else { throw URLError(.cancelled) }
      return first
    }
  }

  /// Waits for something that never comes, if time passes: until the caller's time is over, or for ever without a limit.
  func stall(after moment: Duration, waits: Bool) async throws {
    if waits, let patience {
      try await sleep(until: moment + patience, .silence)
    } else if waits {
      // Nothing is ever yielded, so only a cancellation ends it.
      let (silence, source) = AsyncStream.makeStream(of: Never.self)
      for await _ in silence {}
      source.finish()
      throw URLError(.cancelled)
    }
    throw URLError(.timedOut)
  }
}

extension URLRequest {
  package static var usualTimeout: TimeInterval { 60 }
  /// The time-out that the request sets; nil if it has the usual one, or none.
  package var timeLimit: Duration? { timeoutInterval == Self.usualTimeout ? nil : timeoutInterval.timeLimit }
}

extension TimeInterval {
  /// The limit that a time-out sets; nil for none.
  ///
  /// A century or more counts as no limit, and would not fit into every clock.
  package var timeLimit: Duration? { self > 0 && self < 3_155_760_000 ? .seconds(self) : nil }
}
