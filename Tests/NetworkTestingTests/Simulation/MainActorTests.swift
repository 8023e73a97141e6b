import Testing

@testable import NetworkTesting

@Suite("Simulated code on the main actor")
struct MainActorTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A race between answers is found, and its seed shows it 100 times out of 100")
  func found() async throws {
    let exploration = Exploration(runs: 200)
    let failure = try #require(await exploration.firstFailure { try await typeWordOnMainActor() })
    #expect(failure.run.error is Bug)
    for _ in 0..<100 {
      let replay = await exploration.replay(failure.seed) { try await typeWordOnMainActor() }
      try #require(replay.error is Bug)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A body on the main actor may sleep on the simulation's clock, and time waits for the main actor")
  func sleeps() async {
    let run = await Exploration().replay(1) { @MainActor in
      let clock = VirtualClock.simulated
      async let other: Void = clock.sleep(for: .seconds(10))
      for second in 1...5 {
        try await clock.sleep(for: .seconds(1))
        guard clock.now.offset == .seconds(second) else { throw Bug("it is \(clock.now)") }
      }
      try await other
    }
    #expect(run.error == nil)
    #expect(run.time == .seconds(10))
  }
}
