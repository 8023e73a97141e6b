/// Makes one simulated run, outside of any test.
///
/// - Parameters:
///   - seed: The run's seed.
///   - body: What to run.
/// - Throws: What the body throws.
package func runSimulation(seed: UInt64, _ body: @Sendable () async throws -> Void) async throws {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
  try await Simulation(seed: seed, settings: SimulationSettings()).run(body).result?.get()
}
