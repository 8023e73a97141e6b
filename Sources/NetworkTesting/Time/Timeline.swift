import Foundation

/// The time since a moment, on some clock.
struct Timeline: Sendable {
  private let readElapsed: @Sendable () -> Duration
  private let sleepUntil: @Sendable (Duration, Bool) async throws -> Void

  /// Begins now.
  init(on clock: any Clock<Duration>) {
    self = Self.make(clock)
  }

  private init(
    elapsed: @escaping @Sendable () -> Duration, sleepUntil: @escaping @Sendable (Duration, Bool) async throws -> Void
  ) {
    readElapsed = elapsed
    self.sleepUntil = sleepUntil
  }

  private static func make<C: Clock>(_ clock: C) -> Self where C.Duration == Duration {
    let start = clock.now
    return Self(elapsed: { start.duration(to: clock.now) }) { offset, isTimeLimit in
      let deadline = start.advanced(by: offset)
      if isTimeLimit, let clock = clock as? VirtualClock, let deadline = deadline as? VirtualClock.Instant {
        try await clock.sleep(until: deadline, as: .timeLimit)
      } else {
        try await clock.sleep(until: deadline, tolerance: nil)
      }
    }
  }

  /// How long ago the moment was.
  var elapsed: Duration { readElapsed() }

  /// Sleeps until so long after the moment.
  ///
  /// - Throws: `URLError.cancelled` when the task is cancelled, as a call on a real network ends then.
  func sleep(until offset: Duration) async throws {
    try await sleep(until: offset, isTimeLimit: false)
  }

  /// Sleeps until a time-out, which is nobody's work: it is not among the sleepers of a ``VirtualClock``.
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
}
