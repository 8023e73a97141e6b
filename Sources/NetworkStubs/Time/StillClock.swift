/// A watch for a virtual clock that is not moved although an answer or a task waits on it, which would hang the test silently.
///
/// Only time in which the thread pool reaches new work counts, so a busy machine fails no test.
package final class StillClock: Sendable {
  /// The interval between checks; ten without a move are too many.
  @TaskLocal package static var interval = Duration.seconds(1)

  private static let mostLooks = 10

  private let clock: VirtualClock
  /// The time of the awaited answer; nil where the sleeps of the code under test are watched.
  private let deadline: VirtualClock.Instant?
  private let harness: any Harness
  /// The test whose wait it is, among those that have the clock.
  private let test: String
  /// The subject of the wait, such as "the answer to GET https://test/a"; nil for the sleeps of the code under test.
  private let subject: (@Sendable () -> String)?
  private let interval = StillClock.interval
  private let state: Guarded<(now: VirtualClock.Instant, looks: Int, hasEnded: Bool)>

  init(
    _ clock: VirtualClock, _ deadline: VirtualClock.Instant? = nil, in harness: any Harness,
    for subject: (@Sendable () -> String)? = nil
  ) {
    self.harness = harness
    test = clock.home.caller(andTask: true)
    self.clock = clock
    self.deadline = deadline
    self.subject = subject
    state = Guarded((now: clock.now, looks: 0, hasEnded: false))
  }

  /// Runs an operation that waits for a clock to move. The problem is reported to the test, and the clock is moved so that it ends.
  static func watch(
    _ clock: VirtualClock, until deadline: VirtualClock.Instant, in harness: any Harness,
    for subject: (@Sendable () -> String)?, _ operation: () async throws -> Void
  ) async rethrows {
    // A simulation moves its own time.
    guard SimulationContext.current.clock == nil else { return try await operation() }
    try await StillClock(clock, deadline, in: harness.ofCaller, for: subject).run(operation)
  }

  /// Runs a test, and warns once if its code sleeps on a clock that stays where it is.
  package static func watchSleepers(
    _ clock: VirtualClock, in harness: any Harness, _ test: () async throws -> Void
  ) async rethrows {
    try await StillClock(clock, in: harness).run(test)
  }

  private func run(_ operation: () async throws -> Void) async rethrows {
    lookLater()
    // An optimized build would release it at its last use, and nobody would look.
    defer { withExtendedLifetime(self) { state.withLock { $0.hasEnded = true } } }
    try await operation()
  }

  private func lookLater() {
    // Once it had to be moved, it moves by itself: a test of a hundred events would take a quarter of an hour.
    let interval = deadline != nil && isGivenUp ? .milliseconds(1) : interval
    RealTime.shared.run(at: .now + interval) { [weak self] in
      guard let self, !state.withLock({ $0.hasEnded }) else { return }
      Task.detached { self.look() }
    }
  }

  private var isGivenUp: Bool { clock.givenUpBy.withLock { $0.contains(test) } }

  func look() {
    let now = clock.now
    let next = deadline ?? clock.deadlines.first
    let isMoved = state.withLock { state in
      defer { state.now = now }
      return state.now != now || next == nil
    }
    // The answer's is over then; the next sleep may be the one that hangs.
    if isMoved, deadline != nil { return }
    let looks = state.withLock { state in
      state.looks = isMoved || clock.steps.withLock { $0 > 0 } ? 0 : state.looks + 1
      return state.hasEnded ? 0 : state.looks
    }
    // Answers first: they end the test.
    let most = deadline == nil ? Self.mostLooks + 2 : isGivenUp ? 1 : Self.mostLooks
    guard looks >= most, let next else { return lookLater() }
    if deadline == nil { warn(at: now, until: next) } else { move(at: now, to: next) }
  }

  private func move(at now: VirtualClock.Instant, to deadline: VirtualClock.Instant) {
    let isFirst = clock.givenUpBy.withLock { $0.insert(test).inserted }
    if isFirst {
      let text = """
        This test does not move its clock: it is at \(now), and \(subject?() ?? "an answer") is due at \(deadline)

        After ten seconds of real time, the clock moved to \(deadline), so that the test can end. From here on, it moves by \
        itself. Move it in the test, while the call waits: `async let answer = …`, `try await transport.nextRequest()`, \
        `clock.advance(by: …)`.
        """
      harness.record(Problem(text: text, place: harness.place))
    }
    clock.advance(to: deadline)
  }

  private func warn(at now: VirtualClock.Instant, until deadline: VirtualClock.Instant) {
    let text = """
      This test does not move its clock: for ten seconds of real time it has been at \(now), and a task sleeps on it until \
      \(deadline)

      Move it in the test, while the code runs: `async let answer = …`, `try await clock.waitForSleepers(1)`, \
      `await clock.advance(stepwiseBy: …)`. To end a test that hangs, give it a .timeLimit.
      """
    harness.warn(Problem(text: text, place: harness.place))
  }
}
