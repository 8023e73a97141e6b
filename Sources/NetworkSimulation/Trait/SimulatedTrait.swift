/// A trait that runs a test many times, each time with another order of events.
///
/// ```swift
/// @Test(.simulated(runs: 200), .network(.get("/search").respond(json: [])))
/// func typing() async throws {
///   let search = Search(loader: EndpointLoader(host: "test"), clock: .simulated)
///   …
/// }
/// ```
///
/// Each run has its own seed, network and clock. The test stops at the first failed run, and names its seed.
/// See <doc:NetworkSimulation>.
///
/// A simulation needs macOS 15, iOS 18, tvOS 18, watchOS 11 or visionOS 2. On an older system, the test runs once, without
/// simulation, on a clock that moves by itself, and a warning says so.
public struct SimulatedTrait: InheritedTrait {
  var settings: SimulationSettings
  let sourceLocation: SourceLocation
  /// The file beside which failed seeds are remembered; nil if they are not.
  var seedsFilePath: String?
}

extension Trait where Self == SimulatedTrait {
  /// Runs a test many times, each time with another seed.
  ///
  /// The environment variable `NETWORK_TESTING_SEED` limits it to one run, with that seed; `NETWORK_TESTING_RUNS` changes the
  /// number of runs.
  ///
  /// - Parameters:
  ///   - runs: The number of runs; fewer than one is an issue, and one is made.
  ///   - firstSeed: The seed of the first run; each run adds one to the seed of the run before.
  ///   - strategy: The rule for choosing the next work.
  ///   - latency: The longest latency, in virtual time, of an answer without a delay of its own. With `.zero` the answers change
  ///   places, and take no time.
  ///   - patience: The longest wait of a run, in real time, for an outside event before it counts as stuck.
  ///   - faults: The faults of the network, if a run's seed chooses them.
  ///   - remembering: Whether the seed of a failed run is written to `SimulatedSeeds.txt`, beside the file of the test. The
  ///   seeds of this test in it run first. Check the file in to share them between machines.
  ///   - sourceLocation: The location at which a failed run is reported.
  ///   - filePath: The calling file.
  public static func simulated(
    runs: Int,
    from firstSeed: UInt64 = 1,
    strategy: SimulationStrategy = .mixed,
    latency: Duration = .seconds(1),
    patience: Duration = .seconds(5),
    faults: SimulatedFaults = [],
    remembering: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) -> Self {
    let settings = SimulationSettings(
      seeds: SimulationPlan.seeds(from: firstSeed, count: UInt64(max(1, runs))), hasNoRuns: runs < 1,
      strategy: strategy, latency: latency, patience: patience, faults: faults, simplifyingRuns: 200
    )
    return Self(settings: settings, sourceLocation: sourceLocation, seedsFilePath: remembering ? filePath : nil)
  }

  /// Runs a test once, with one seed: the same way each time. If it fails, no simpler run is searched for.
  ///
  /// - Parameters:
  ///   - seed: The seed, as named by a failed run.
  ///   - strategy: The rule for choosing the next work.
  ///   - latency: The longest latency, in virtual time, of an answer without a delay of its own.
  ///   - patience: The longest wait of a run, in real time, for an outside event before it counts as stuck.
  ///   - faults: The faults of the network: the same as in the run that found the seed.
  ///   - sourceLocation: The location at which a failed run is reported.
  public static func simulated(
    seed: UInt64,
    strategy: SimulationStrategy = .mixed,
    latency: Duration = .seconds(1),
    patience: Duration = .seconds(5),
    faults: SimulatedFaults = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Self {
    let settings = SimulationSettings(
      seeds: seed...seed, strategy: strategy, latency: latency, patience: patience, faults: faults, isNoted: true
    )
    return Self(settings: settings, sourceLocation: sourceLocation)
  }
}

extension SimulatedTrait: TestScoping {
  /// Runs a case as often as the trait says, up to the first failed run.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // An outer trait already runs, and has found the one nearest to the test.
    guard SimulationContext.current.order == nil else { return try await function() }
    let nearest = test.traits.lazy.compactMap { $0 as? SimulatedTrait }.last ?? self
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      let name = TestName(test).full
      SimulatedTests.begin(name)
      if nearest.settings.hasNoRuns {
        Problem(text: SimulationError.noRuns.description, sourceLocation: sourceLocation).record()
      }
      // A run that fails by its detached tasks reports that in the test itself.
      let watch = FailureWatch()
      let result = await Result {
        try await watch.run(test, testCase) {
          let scopes = test.traits.compactMap { $0 as? any SimulatedScoping }
          try await Self.provideScopesOfRuns(scopes[...], for: test) {
            try await nearest.simulate(test, testCase, environment: ProcessInfo.processInfo.environment, function)
          }
        }
      }
      SimulatedTests.end(name, hasFailed: watch.hasFailed || result.hasThrown)
      try result.get()
    } else {
      try await nearest.runOnce(function)
    }
  }

  /// Runs a case once, on a system without simulation.
  func runOnce(_ function: @Sendable () async throws -> Void) async throws {
    guard SimulationContext.current.clock == nil else { return try await function() }
    Problem.warn(
      """
      This system cannot simulate a test, so it ran once, in whatever order came about

      Simulations need macOS 15, iOS 18, tvOS 18, watchOS 11 or visionOS 2. Run the test on one of these to look for races.
      """, at: CodePlace(sourceLocation))
    let clock = VirtualClock()
    try await SimulationContext.$current.withValue(SimulationContext(clock: clock)) {
      try await VirtualClock.$current.withValue(clock) {
        // Cancelled when the test has ended.
        async let _ = clock.moveByItself()
        try await function()
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func simulate(
    _ test: Test, _ testCase: Test.Case?, environment: [String: String], _ function: @Sendable () async throws -> Void
  ) async throws {
    if test.traits.contains(where: { $0 is any UnsimulatedTrait }) { throw refusal }
    let simulated = try SimulatedCase(self, test, testCase, environment: environment)
    for (index, seed) in simulated.seeds.enumerated() {
      try Task.checkCancellation()
      guard try await simulated.run(seed: seed, number: index + 1, function) else { return }
      // The first run has made the experiment.
      if index == 0, settings.faults.contains(.busyActors), !ActorTurn.isFound { warnOfBusyActors() }
    }
  }

  /// Warns that the fault ``SimulatedFaults/busyActors`` does nothing.
  func warnOfBusyActors() {
    Problem.warn(
      """
      The fault .busyActors does nothing here: this version of Swift gives actors their turns in a way that simulations don't know

      The test's other faults work. To use this one too, run the test on Linux with Swift 6.3. Otherwise leave it out.
      """, at: CodePlace(sourceLocation))
  }

  private static func provideScopesOfRuns(
    _ scopes: ArraySlice<any SimulatedScoping>, for test: Test, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let first = scopes.first else { return try await function() }
    try await first.provideScopeOfRuns(for: test) {
      try await provideScopesOfRuns(scopes.dropFirst(), for: test, performing: function)
    }
  }
}

extension SimulatedTrait: SimulatingTrait {
  package var refusal: any Error { SimulationError.loopbackServer }
}

extension VirtualClock {
  /// Moves the time to the next deadline whenever there is one, until the task is cancelled.
  func moveByItself() async {
    while (try? await waitForSleepers(1, timeout: .seconds(86_400))) != nil, !Task.isCancelled {
      if let next = nextDeadline { await advance(to: next) }
    }
  }
}
