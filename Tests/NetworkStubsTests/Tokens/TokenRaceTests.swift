import NetworkStubs
import TestSupport

@testable import NetworkSimulation

/// The refresh of rotating tokens under every order.
@Suite("Races of a refresh", .timeLimit(.minutes(30)))
struct TokenRaceTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func run(_ seed: UInt64, _ body: @escaping @Sendable () async throws -> Void) async -> SimulatedRun {
    var settings = SimulationSettings(strategy: .mixed, patience: .zero)
    settings.isNoted = true
    return await Simulation(seed: seed, settings: settings).run(body)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("each is found within 200 runs, and replayed", arguments: TokenRace.all) func found(_ race: TokenRace)
    async throws
  {
    for start in Effort.count(1, full: 20).seeds {
      var found: (seed: UInt64, run: SimulatedRun)?
      for seed in start..<start + 200 where found == nil {
        let run = await Self.run(seed) { try await race.use(false) }
        if run.error != nil { found = (seed, run) }
      }
      let failure = try #require(found, "not found from seed \(start)")
      let text = failure.run.error.map { "\($0)" } ?? ""
      #expect(text.contains(" was spent twice, so the service has revoked all tokens: #"), "\(text)")
      let replay = await Self.run(failure.seed) { try await race.use(false) }
      #expect(replay.trace == failure.run.trace)
      if Effort.isFull() { print("Found by run \(failure.seed - start + 1): \(race.name)") }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("no run of a corrected twin raises an alarm", arguments: TokenRace.all) func corrected(_ race: TokenRace) async
  {
    for seed in 1...UInt64(Effort.count(100, full: 10_000)) {
      let run = await Self.run(seed) { try await race.use(true) }
      #expect(run.end == .ended && run.error == nil, "seed \(seed): \(run.end) \(run.error.map { "\($0)" } ?? "")")
      if run.error != nil { return }
    }
  }
}

extension Int {
  /// The first seeds of so many explorations.
  fileprivate var seeds: [UInt64] { (0..<self).map { UInt64($0) * 1_000 + 1 } }
}
