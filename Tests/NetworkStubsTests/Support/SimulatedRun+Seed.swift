@testable import NetworkSimulation

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SimulatedRun {
  /// Runs a body in the order that a seed chooses, with a minute for what comes from outside the run.
  static func of(seed: UInt64, _ body: @Sendable () async throws -> Void) async -> SimulatedRun {
    await Simulation(seed: seed, settings: SimulationSettings(patience: .seconds(60))).run(body)
  }
}
