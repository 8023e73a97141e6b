/// A clock for code that must not use one: its first use is an issue.
///
/// A sleep ends immediately, so nothing hangs.
public final class UnimplementedClock: Clock, Sendable {
  private let log: RequestLog
  private let place: CodePlace

  /// Creates a clock for the current test.
  ///
  /// - Parameter sourceLocation: The location of the issue about its use.
  public init(sourceLocation: SourceLocation = #_sourceLocation) {
    place = CodePlace(sourceLocation)
    log = RequestLog(TestHarness.ofDouble(at: place))
  }

  deinit { log.record(log.takeProblems()) }

  /// The current time, whose use is an issue.
  public var now: VirtualClock.Instant {
    report()
    return Instant()
  }

  /// The smallest step of the clock, which is zero.
  public var minimumResolution: Duration { .zero }

  /// Records an issue, and ends immediately.
  ///
  /// - Parameters:
  ///   - deadline: Ignored.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: VirtualClock.Instant, tolerance: Duration? = nil) async throws {
    report()
    try Task.checkCancellation()
  }

  private func report() {
    let text = """
      No use of a clock was expected, but the code under test read the time or slept

      If the app should not use a clock, fix the app. If it should, inject a VirtualClock, or an ImmediateClock, in place of \
      the clock at \(place.shown).
      """
    log.report(Problem(text: text, place: place))
  }
}
