import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

@Suite("What a run's text says of a cancelled call", .timeLimit(.minutes(15)))
struct WithdrawnAnswerTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "a run's text shows a call as the app got it, cancelled or answered, even if its answer was on its way",
    arguments: Remote.Seam.allCases)
  func cancelled(seam: Remote.Seam) async throws {
    let count = try await Remote.$seam.withValue(seam) {
      try await Remote.withRuns {
        var count = 0
        for seed in UInt64(1)...100 { if await check(seed) { count += 1 } }
        return count
      }
    }
    // In most runs, one of the two comes clearly first.
    #expect(count > 0)
  }

  /// Returns whether the call was cancelled after its request had arrived.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func check(_ seed: UInt64) async -> Bool {
    let got = Protected("")
    let run = await Exploration().replay(seed) {
      try await Remote.withRun {
        let remote = Remote()
        let call = Task { try await remote.call("/a") }
        let cancellation = Task {
          try await VirtualClock.simulated.sleep(for: .milliseconds(300))
          call.cancel()
        }
        let result = await call.result
        try await cancellation.value
        got.withLock { $0 = if case .success = result { "← #1 200" } else { "✗ #1 cancelled" } }
      }
    }
    let lines = SimulatedTimeline(run.record).network
    guard lines.contains(where: { $0.contains("→ #1 ") }) else { return false }
    let ends = lines.filter { $0.contains("← #1 ") || $0.contains("✗ #1 ") }
    let expected = got.withLock { $0 }
    #expect(ends.count == 1 && ends[0].hasSuffix(expected), "seed \(seed): \(expected), but \(lines)")
    return expected.hasPrefix("✗")
  }
}
