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

/// A virtual clock for code that measures time in a type of its own.
///
/// ```swift
/// let clock = VirtualClock()
/// let poller = Poller(clock: clock.measured(in: Ticks(60)))   // sixty ticks are a second
/// clock.advance(by: .seconds(1))
/// ```
public struct MeasuredClock<Measure: DurationProtocol & Hashable>: Clock, Sendable {
  /// A time on the clock, counted from the creation of its virtual clock.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// The time since the beginning.
    public var offset: Measure

    /// Returns a later instant.
    public func advanced(by duration: Measure) -> Self { Self(offset: offset + duration) }

    /// Returns the time from this instant to another.
    public func duration(to other: Self) -> Measure { other.offset - offset }

    /// Returns whether one instant is before another.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  package let clock: VirtualClock
  let second: Measure

  /// The time that the virtual clock shows, to the microsecond.
  public var now: Instant {
    let (seconds, rest) = clock.now.offset.components
    return Instant(offset: second * Int(seconds) + second * Int(rest / 1_000_000_000_000) / 1_000_000)
  }

  /// The smallest step of the clock, which is zero.
  public var minimumResolution: Measure { .zero }

  /// Sleeps on the virtual clock.
  ///
  /// - Parameters:
  ///   - deadline: The time to wake.
  ///   - tolerance: Ignored, since virtual time is exact.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Measure? = nil) async throws {
    try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(deadline.offset / second)))
  }
}

extension VirtualClock {
  /// This clock, for code that measures time in a type of its own.
  ///
  /// - Parameter second: The measure of a second.
  /// - Returns: A clock that sleeps on this one.
  public func measured<Measure>(in second: Measure) -> MeasuredClock<Measure> {
    MeasuredClock(clock: self, second: second)
  }
}
