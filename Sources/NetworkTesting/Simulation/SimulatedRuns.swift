/// The runs of a test, one after the other.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct SimulatedRuns {
  let settings: SimulationSettings
  /// Whether the runs have to do with what is outside of them, such as the main actor.
  private var meetOutside = false

  init(settings: SimulationSettings) {
    self.settings = settings
  }

  /// Makes one run.
  ///
  /// That a run is woken from outside shows when it happens, which is too late for that run: what it did on the main actor
  /// went by itself. It is made again, and all that follow are prepared.
  ///
  /// - Parameters:
  ///   - seed: The run's seed.
  ///   - hasFailed: Whether the run was seen to fail, and so is not made again.
  ///   - make: Lets a simulation run. Of one that ``Simulation/isToBeRepeated``, nothing may come out.
  mutating func run(
    seed: UInt64, unless hasFailed: () -> Bool = { false }, _ make: (Simulation) async throws -> SimulatedRun
  ) async rethrows -> SimulatedRun {
    let simulation = Simulation(seed: seed, settings: settings, meetsOutside: meetOutside)
    let run = try await make(simulation)
    guard simulation.isToBeRepeated, !hasFailed(), !Task.isCancelled else { return run }
    meetOutside = true
    return try await make(Simulation(seed: seed, settings: settings, meetsOutside: true))
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation {
  /// Whether it was woken from outside without being prepared for it.
  var isToBeRepeated: Bool {
    !meetsOutside && contents.withLock { $0.outsideWakes > 0 }
  }
}
