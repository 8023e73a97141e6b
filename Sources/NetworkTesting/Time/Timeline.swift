import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The time since a moment, such as the arrival of a request, on some clock.
struct Timeline: Sendable {
  /// How long a caller waits for something to arrive; nil for ever.
  let timeout: Duration?
  /// Whether faults take time.
  let faultsWait: Bool
  private let readElapsed: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration, Bool) async throws -> Void

  /// Begins now.
  ///
  /// - Parameters:
  ///   - clock: The clock.
  ///   - timeout: How long a caller waits for something to arrive.
  ///   - faultsWait: Whether faults take time.
  init(on clock: any Clock<Duration>, timeout: Duration? = nil, faultsWait: Bool = true) {
    self.timeout = timeout
    self.faultsWait = faultsWait
    (readElapsed, sleepUntil) = Self.start(clock)
  }

  private static func start<C: Clock>(
    _ clock: C
  ) -> (@Sendable () -> Duration, @Sendable (Duration, Bool) async throws -> Void) where C.Duration == Duration {
    let start = clock.now
    return (
      { start.duration(to: clock.now) },
      { offset, isTimeLimit in
        let deadline = start.advanced(by: offset)
        if isTimeLimit, let clock = clock as? VirtualClock, let deadline = deadline as? VirtualClock.Instant {
          try await clock.sleep(until: deadline, as: .timeLimit)
        } else {
          try await clock.sleep(until: deadline, tolerance: nil)
        }
      }
    )
  }

  /// How long ago the moment was.
  var elapsed: Duration { readElapsed() }

  /// Sleeps until a time after the moment.
  ///
  /// - Throws: `URLError.cancelled` when the task is cancelled, as a call on a real network ends then.
  func sleep(until offset: Duration) async throws {
    try await sleep(until: offset, isTimeLimit: false)
  }

  /// Sleeps until a time-out, which is not work of the code under test: it is not among the sleepers of a ``VirtualClock``.
  func sleepTimeLimit(until offset: Duration) async throws {
    try await sleep(until: offset, isTimeLimit: true)
  }

  private func sleep(until offset: Duration, isTimeLimit: Bool) async throws {
    do { try await sleepUntil(offset, isTimeLimit) } catch { throw URLError(.cancelled) }
  }

  /// Runs an operation that is cancelled, and reported as timed out, when it takes longer than a limit.
  func limit<Result: Sendable>(
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

  /// Waits for what does not come: until the caller's time is over, or for ever if it has no limit.
  ///
  /// - Parameters:
  ///   - moment: When something last came.
  ///   - waits: Whether time passes.
  func stall(after moment: Duration, waits: Bool) async throws {
    if waits, let timeout {
      try await sleepTimeLimit(until: moment + timeout)
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
  /// How long the request waits for its answer to continue; nil for ever.
  var timeLimit: Duration? { timeoutInterval.timeLimit }
}

extension TimeInterval {
  /// The limit that a time-out sets; nil for none.
  ///
  /// A century or more is no limit, and would not fit into every clock.
  var timeLimit: Duration? {
    self > 0 && self < 3_155_760_000 ? .seconds(self) : nil
  }
}
