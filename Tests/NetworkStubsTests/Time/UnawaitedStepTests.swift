import NetworkStubs
import NetworkTesting
import TestSupport

/// A test that doesn't await the task that moves its clock, and the tests after it: in a row, since the next one is the task that the
/// step would take along.
@Suite("A step that a test doesn't await", .serialized, .timeLimit(.minutes(15)))
struct UnawaitedStepTests {
  @Test("a step that a test doesn't await moves the clock beside a call")
  func mover() async throws {
    let clock = VirtualClock()
    Task {
      try await clock.waitForSleepers(1)
      await clock.advance(by: .seconds(60))
    }
    try await clock.sleep(for: .seconds(1))
  }

  // Alone, each of them passed before steps had an end; after the test above, none of them waited for its code.
  @Test("a step that a test doesn't await takes no step of a later test along", arguments: 1...5)
  func later(number: Int) async throws {
    let clock = VirtualClock()
    let count = Protected(0)
    let poll = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        for _ in 0..<50 { await Task.yield() }
        count.withLock { $0 += 1 }
      }
    }
    await clock.advance(by: .seconds(10))
    #expect(count.withLock { $0 } == 10)
    poll.cancel()
    _ = await poll.result
  }
}
