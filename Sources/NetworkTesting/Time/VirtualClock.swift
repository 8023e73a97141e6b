/// A clock whose time moves only when a test moves it.
///
/// Code under test sleeps on the clock that it is given; the test waits for the event that it sleeps, and then moves
/// the time:
///
/// ```swift
/// let clock = VirtualClock()
/// async let answer = client.loadWithRetry(clock: clock)
/// try await clock.sleepers(count: 1)   // it failed once, and sleeps before it tries again
/// clock.advance(by: .seconds(2))
/// ```
///
/// Time moves in one step. Whoever is woken reads the time that was moved to, and a sleep that begins then is counted
/// from there. For code that sleeps many times, wait for each sleep before the next move.
public final class VirtualClock: Clock, Sendable {
  /// The clock of the surrounding ``VirtualTimeTrait``, or of the simulated run; nil where there is none.
  @TaskLocal public static var current: VirtualClock?

  let contents: Guarded<Contents>

  /// Makes a clock that stands still.
  ///
  /// - Parameter now: The time that it shows.
  public init(now: Instant = Instant()) {
    contents = Guarded(Contents(now: now))
  }

  /// The time that the clock shows.
  public var now: Instant {
    contents.withLock { $0.now }
  }

  /// The smallest step of the clock, which is none at all.
  public var minimumResolution: Duration { .zero }

  /// Moves the time forward, and wakes whoever slept until then.
  ///
  /// - Parameter duration: How far to move. Time does not go back.
  public func advance(by duration: Duration) {
    move { $0.now.advanced(by: duration) }
  }

  /// Moves the time forward to an instant, and wakes whoever slept until then.
  ///
  /// - Parameter instant: What the clock is to show. Time does not go back.
  public func advance(to instant: Instant) {
    move { _ in instant }
  }

  /// Moves the time to the last deadline of those who sleep now, and so wakes all of them.
  public func run() {
    move { $0.sleepers.last?.deadline ?? $0.now }
  }

  /// Wakes in the order of the deadlines, and of falling asleep where they are equal.
  private func move(to target: (Contents) -> Instant) {
    let woken = contents.withLock { contents in
      contents.now = max(contents.now, target(contents))
      return contents.removeDueSleepers()
    }
    for sleeper in woken { sleeper.continuation.resume() }
  }
}
