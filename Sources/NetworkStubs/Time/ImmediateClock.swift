/// A clock on which no sleep takes time: each ends immediately, at its deadline.
///
/// For code whose waiting does not matter to a test, such as a retry with back-off. It shows the latest deadline.
public final class ImmediateClock: Clock, Sendable {
  private let time = Guarded(VirtualClock.Instant())

  /// Creates a clock that shows zero.
  public init() {}
  /// The latest deadline of a sleep.
  public var now: VirtualClock.Instant { time.withLock { $0 } }
  /// The smallest step of the clock, which is zero.
  public var minimumResolution: Duration { .zero }

  /// Moves the time to a deadline, and lets other tasks run.
  ///
  /// - Parameters:
  ///   - deadline: The new time of the clock.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: VirtualClock.Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    // Code that sleeps in a loop must not block its thread.
    await Task.yield()
    try Task.checkCancellation()
  }
}
