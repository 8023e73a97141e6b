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
  private let clock: any Clock<Duration>
  private let harness: any Harness
  private let subject: Subject?
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
    self.clock = clock
    self.harness = harness
    patience = request?.timeoutInterval.timeLimit
    timeout = isReal ? request?.timeLimit : patience
    self.faultsWait = faultsWait
    let subject = request.map(Subject.init)
    self.subject = subject
    (readElapsed, sleepUntil) = Self.start(clock, harness, subject)
  }

  /// A request in the words of a failure.
  private struct Subject: Sendable {
    let request: URLRequest

    var title: String { request.title }

    @Sendable func answer() -> String { "the answer to \(title)" }
    @Sendable func timeout() -> String { "the time-out of \(title), which gets no answer," }
  }

  private static func start<C: Clock>(
    _ clock: C, _ harness: any Harness, _ subject: Subject?
  ) -> (@Sendable () -> Duration, @Sendable (Duration, Sleep) async throws -> Void) where C.Duration == Duration {
    let start = clock.now
    return (
      { start.duration(to: clock.now) },
      { offset, sleep in
        let deadline = start.advanced(by: offset)
        if let deadline = deadline as? ContinuousClock.Instant {
          guard sleep == .answer, let subject else { return try await RealTime.shared.sleep(until: deadline) }
          try await RealAnswers.shared.note(in: harness, { "\(subject.answer()) takes \(offset.inWords)" }) {
            try await RealTime.shared.sleep(until: deadline)
          }
        } else if let clock = clock as? VirtualClock, let deadline = deadline as? VirtualClock.Instant {
          switch sleep {
          case .answer: try await clock.sleep(until: deadline, as: .sleeper, for: subject?.answer)
          case .silence: try await clock.sleep(until: deadline, as: .silence, for: subject?.timeout)
          case .limit: try await clock.sleep(until: deadline, as: .timeLimit)
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

  /// The request in words.
  var title: String { subject?.title ?? "A request" }

  /// The time since the moment.
  package var elapsed: Duration { readElapsed() }

  /// Sleeps until a time after the moment.
  ///
  /// - Throws: `URLError.cancelled` if the task is cancelled, like a call on a real network.
  package func sleep(until offset: Duration) async throws { try await sleep(until: offset, .answer) }

  /// Sleeps before a reader of events connects again.
  package func sleep(for duration: Duration, before request: URLRequest) async throws {
    guard let clock = clock as? VirtualClock else { return try await sleep(until: duration) }
    do {
      try await clock.sleep(until: clock.now.advanced(by: duration), as: .sleeper, before: request)
    } catch {
      throw URLError(.cancelled)
    }
  }

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
  ///
  /// Both are abandoned if they ignore their cancellation, as a closure of the test or a clock of its own may: a task group would
  /// wait for them.
  package func limit<Value: Sendable>(
    to limit: Duration?, _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    // A simulation ends a run that is stuck, and shows each task.
    guard let limit else { return try await operation() }
    if SimulationContext.current.order != nil { return try await limitAsChildren(to: limit, operation) }
    let race = Race<Value>()
    race.add { try await operation() }
    race.add {
      try await sleepTimeLimit(until: limit)
      throw URLError(.timedOut)
    }
    return try await race.first()
  }

  private func limitAsChildren<Value: Sendable>(
    to limit: Duration?, _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let limit else { return try await operation() }
    return try await withThrowingTaskGroup(of: Value.self) { group in
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

  /// Runs code of the test that gives an answer, within the time-out of the request.
  ///
  /// - Parameters:
  ///   - text: The first line of the issue about code that doesn't return for ten seconds of real time.
  ///   - cure: What to do about it.
  ///   - place: The line of the code; nil for that of the test.
  ///   - operation: The code.
  func answer<Value: Sendable>(
    orSay text: @escaping @Sendable () -> String, _ cure: String, at place: CodePlace?, within limit: Duration?,
    _ operation: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    if SimulationContext.current.order != nil { return try await limitAsChildren(to: limit, operation) }
    // In real time, the limit ends it.
    if isReal, limit != nil { return try await self.limit(to: limit, operation) }
    let race = Race<Value>()
    do {
      return try await TestWait.run(on: clock, in: harness) {
        race.add { try await operation() }
        if let limit {
          race.add {
            try await sleepTimeLimit(until: limit)
            throw URLError(.timedOut)
          }
        }
        return try await race.first()
      } giveUp: {
        race.finish(.failure(HungWait()))
      }
    } catch is HungWait {
      let text = """
        \(text()) for ten seconds of real time

        So that the test can end, its caller got URLError.timedOut. \(cure)
        """
      harness.recordHang(Problem(text: text, place: place ?? harness.place))
      throw URLError(.timedOut)
    }
  }

  /// Waits for something that never comes, if time passes: until the caller's time is over, or for ever without a limit.
  func stall(after moment: Duration, waits: Bool) async throws {
    if waits, let patience {
      try await sleep(until: moment + patience, .silence)
    } else if waits {
      try await answer(
        orSay: { "\(title) has waited for the rest of an answer that stalls, and sets no time-out," },
        "Cancel the caller in the test, or give the request a `timeoutInterval`.", at: nil, within: nil
      ) {
        // Nothing is ever yielded, so only a cancellation ends it.
        let (silence, source) = AsyncStream.makeStream(of: Never.self)
        for await _ in silence {}
        source.finish()
        throw URLError(.cancelled)
      }
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
