import NetworkStubs
import NetworkTesting

@testable import NetworkSimulation

/// Runs a body with one seed after the other, as the trait does, and gives back the first run that fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Exploration {
  struct Failure {
    let seed: UInt64
    let run: SimulatedRun
  }

  let count: Int
  var settings: SimulationSettings

  init(
    runs: Int = 200, strategy: SimulationStrategy = .mixed, faults: SimulatedFaults = [],
    patience: Duration = .seconds(60),
    grace: Duration = .seconds(60), stepLimit: Int = 1_000_000
  ) {
    count = runs
    settings = SimulationSettings(
      strategy: strategy, patience: patience, grace: grace, stepLimit: stepLimit, faults: faults)
  }

  func firstFailure(from first: UInt64 = 1, _ body: @Sendable () async throws -> Void) async -> Failure? {
    for seed in first..<first + UInt64(count) {
      let run = await replay(seed, body)
      if run.end != .ended || run.error != nil { return Failure(seed: seed, run: run) }
    }
    return nil
  }

  func replay(_ seed: UInt64, _ body: @Sendable () async throws -> Void) async -> SimulatedRun {
    await Simulation(seed: seed, settings: settings).run(body)
  }
}

extension SimulatedRun {
  /// A run with choices, of nothing.
  init(_ choices: SimulatedChoices) {
    self.init(.ended, .random, choices)
  }

  /// Whether two runs went the same way.
  func isReplay(of other: Self) -> Bool {
    steps == other.steps && trace == other.trace && time == other.time
  }
}
