/// A wait for something that the test has to do, such as a closure of its that has to return. It ends after ten seconds of real time
/// without progress.
package final class TestWait: Watched {
  private struct State {
    var isOver = false
    var looks = 0
  }

  private let clock: VirtualClock?
  private let harness: any Harness
  private let giveUp: @Sendable () -> Void
  private let watch = WaitWatch()
  private let state = Guarded(State())

  /// - Parameters:
  ///   - clock: The clock of the wait. A move of it is progress, and what sleeps on it is the clock's to say.
  ///   - harness: The test.
  ///   - giveUp: Ends the wait, whose task then says what the test has to do.
  private init(
    on clock: (any Clock<Duration>)?, in harness: any Harness, giveUp: @escaping @Sendable () -> Void
  ) {
    self.clock = clock as? VirtualClock
    self.harness = harness
    self.giveUp = giveUp
  }

  /// Runs a wait, and calls back if it lasts for too long; see ``init(on:in:giveUp:)``.
  package static func run<Value>(
    on clock: (any Clock<Duration>)?, in harness: any Harness,
    isolation: isolated (any Actor)? = #isolation, _ wait: () async throws -> Value,
    giveUp: @escaping @Sendable () -> Void
  ) async rethrows -> Value {
    // A simulation watches its runs.
    if SimulationContext.current.clock != nil { return try await wait() }
    let own = TestWait(on: clock, in: harness, giveUp: giveUp)
    own.watch.begin(for: own)
    defer { own.end() }
    return try await wait()
  }

  private func end() {
    state.withLock { $0.isOver = true }
    watch.end()
  }

  package var progress: [Int]? {
    let looks: Int? = state.withLock { state in
      state.looks += 1
      return state.isOver ? nil : state.looks
    }
    guard let looks, harness.isOver != true else { return nil }
    if clock?.progress != nil || TimedWaits.includes(harness.testName) { return [looks] }
    return [clock?.moves ?? 0]
  }

  package func endWait() {
    let isOver = state.withLock { state in
      defer { state.isOver = true }
      return state.isOver
    }
    if !isOver { giveUp() }
  }
}

/// The error of a wait that a watch has ended, on its way to the task that says so.
package struct HungWait: Error {
  package init() {}
}
