public import Testing

/// A trait that runs a test many times, each time in another order of everything that happens in it.
///
/// ```swift
/// @Test(.simulated(runs: 200), .network(.get("/search").respond(json: [])))
/// func typing() async throws {
///   let search = Search(loader: EndpointLoader(host: "test"), clock: .simulated)
///   …
/// }
/// ```
///
/// Each run has a seed, a network and a clock of its own. The test stops at the first run that fails, whose seed it names.
/// See <doc:Simulation>.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
public struct SimulatedTrait: TestTrait, SuiteTrait {
  let settings: SimulationSettings
  let sourceLocation: SourceLocation

  /// Every test of a suite is simulated.
  public var isRecursive: Bool { true }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Trait where Self == SimulatedTrait {
  /// Runs a test so many times, each time with another seed.
  ///
  /// The environment variable `NETWORK_TESTING_SEED` makes one run of it, with that seed; `NETWORK_TESTING_RUNS` makes
  /// more runs or fewer.
  ///
  /// - Parameters:
  ///   - runs: How many runs to make.
  ///   - firstSeed: The seed of the first run; each run's is one more than that of the run before.
  ///   - strategy: How the runs choose what goes next.
  ///   - latency: The longest, in virtual time, that an answer takes whose stub does not say how long. With `.zero` the
  ///     answers change places, and take no time.
  ///   - patience: How long, in real time, a run that cannot go on waits for somebody outside before it counts as stuck.
  ///   - sourceLocation: Where a failed run is reported.
  public static func simulated(
    runs: Int,
    from firstSeed: UInt64 = 1,
    strategy: SimulationStrategy = .mixed,
    latency: Duration = .seconds(1),
    patience: Duration = .seconds(5),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let settings = SimulationSettings(
      seeds: SimulationPlan.seeds(from: firstSeed, count: UInt64(max(1, runs))),
      strategy: strategy, latency: latency, patience: patience
    )
    return Self(settings: settings, sourceLocation: sourceLocation)
  }

  /// Runs a test once, with one seed: the same way each time.
  ///
  /// - Parameters:
  ///   - seed: The seed, as a failed run named it.
  ///   - strategy: How the run chooses what goes next.
  ///   - latency: The longest, in virtual time, that an answer takes whose stub does not say how long.
  ///   - patience: How long, in real time, a run that cannot go on waits for somebody outside before it counts as stuck.
  ///   - sourceLocation: Where a failed run is reported.
  public static func simulated(
    seed: UInt64,
    strategy: SimulationStrategy = .mixed,
    latency: Duration = .seconds(1),
    patience: Duration = .seconds(5),
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let settings = SimulationSettings(
      seeds: seed...seed, strategy: strategy, latency: latency, patience: patience
    )
    return Self(settings: settings, sourceLocation: sourceLocation)
  }
}
