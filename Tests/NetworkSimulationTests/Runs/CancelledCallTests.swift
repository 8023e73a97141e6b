import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

@Suite("Cancelled calls of simulated runs", .timeLimit(.minutes(15)))
struct CancelledCallTests {
  /// Begins a call in a task of its own, as an actor's first step.
  private actor Caller {
    private var task: Task<Void, Never>?

    func start(_ remote: Remote) { task = Task { await call(remote) } }

    private func call(_ remote: Remote) async { _ = try? await remote.call("/a") }

    func stop() async {
      task?.cancel()
      await task?.value
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "the first call of a task that began on an actor ends within the run, at the time of its cancellation",
    arguments: Remote.Seam.allCases)
  func firstCall(seam: Remote.Seam) async throws {
    try await Remote.$seam.withValue(seam) {
      try await Remote.withRuns { for seed in UInt64(1)...50 { await check(seed) } }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func check(_ seed: UInt64) async {
    let run = await Exploration().replay(seed) {
      try await Remote.withRun {
        let (clock, caller) = (VirtualClock.simulated, Caller())
        async let later: Void = clock.sleep(for: .seconds(60))
        await caller.start(Remote())
        try await clock.sleep(for: .milliseconds(100))
        await caller.stop()
        let end = clock.now.offset
        #expect(end == .milliseconds(100), "seed \(seed)")
        try await later
      }
    }
    #expect(run.end == .ended && run.error == nil && run.outsideWakes == 0, "seed \(seed)")
  }
}
