/// How fast a recording is replayed.
public struct ReplayPace: Sendable {
  let clock: (any Clock<Duration>)?

  /// At once: a chunk follows the one before it as soon as it is asked for.
  public static let immediate = Self(clock: nil)

  /// As slowly as it was recorded: answers and chunks come after the time they took.
  ///
  /// - Parameter clock: The clock on which the time passes, such as a ``VirtualClock``.
  public static func recorded(on clock: any Clock<Duration>) -> Self { Self(clock: clock) }

  /// Waits, if time counts.
  func wait(_ duration: Duration) async throws {
    if let clock, duration > .zero { try await clock.sleep(for: duration) }
  }
}
