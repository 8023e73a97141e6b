/// A watch for a virtual clock that is not moved although an answer waits on it, which would hang the test silently.
///
/// The problem is reported to the test, and the clock is moved so that the test ends. Only time in which the thread pool reaches
/// new work counts, so a busy machine fails no test.
final class StillClock: Sendable {
  /// The interval between checks; ten without a move are too many.
  @TaskLocal static var interval = Duration.seconds(1)

  private static let mostLooks = 10

  private let clock: VirtualClock
  private let now: VirtualClock.Instant
  private let deadline: VirtualClock.Instant
  private let surroundings: any Surroundings
  private let interval = StillClock.interval
  private let state = Guarded((looks: 0, hasEnded: false))

  init(_ clock: VirtualClock, _ deadline: VirtualClock.Instant, in surroundings: any Surroundings) {
    (self.surroundings, self.clock, self.deadline) = (surroundings, clock, deadline)
    now = clock.now
  }

  /// Runs an operation that waits for a clock to move.
  static func watch(
    _ clock: VirtualClock, until deadline: VirtualClock.Instant, in surroundings: any Surroundings,
    _ operation: () async throws -> Void
  ) async rethrows {
    // A simulation moves its own time.
    guard SimulationContext.current.clock == nil else { return try await operation() }
    let watch = StillClock(clock, deadline, in: surroundings.here)
    watch.lookLater()
    defer { watch.state.withLock { $0.hasEnded = true } }
    try await operation()
  }

  private func lookLater() {
    RealTime.shared.run(at: .now + interval) { [weak self] in
      guard let self, !state.withLock({ $0.hasEnded }) else { return }
      Task.detached { self.look() }
    }
  }

  func look() {
    guard clock.now == now else { return }
    let isEnough = state.withLock { state in
      state.looks += 1
      return !state.hasEnded && state.looks >= Self.mostLooks
    }
    guard isEnough else { return lookLater() }
    let text = """
      The clock of this test is not moved: it is at \(now), and an answer is due at \(deadline)

      The answer waited for ten seconds of real time, and the clock was moved to \(deadline) now, so that the test ends. Move \
      it in the test, while the call waits: `async let answer = …`, `try await clock.waitForSleepers(1)`, \
      `clock.advance(by: …)`.
      """
    surroundings.record(Problem(text: text, place: surroundings.place))
    clock.advance(to: deadline)
  }
}
