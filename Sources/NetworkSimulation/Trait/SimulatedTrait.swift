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
/// Each run has a seed, a network and a clock of its own. The test stops at the first failed run, and names its seed.
/// See <doc:Simulation>.
///
/// Needs macOS 15, iOS 18, tvOS 18, watchOS 11 or visionOS 2. On an older system, a test is run once without simulation, with a
/// clock that moves by itself, and a warning.
public struct SimulatedTrait: TestTrait, SuiteTrait {
  var settings: SimulationSettings
  let sourceLocation: SourceLocation
  /// The file beside which failed seeds are remembered; nil if they are not.
  var seedsFilePath: String?

  /// Whether the tests of a suite inherit the trait, always true.
  public var isRecursive: Bool { true }
}

extension Trait where Self == SimulatedTrait {
  /// Runs a test many times, each time with another seed.
  ///
  /// The environment variable `NETWORK_TESTING_SEED` limits it to one run, with that seed; `NETWORK_TESTING_RUNS` changes the
  /// number of runs.
  ///
  /// - Parameters:
  ///   - runs: The number of runs; fewer than one is an issue, and one is made.
  ///   - firstSeed: The seed of the first run; each run's is one more than that of the run before.
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
        Problem(text: SimulationError(.noRuns).description, sourceLocation: sourceLocation).record()
      }
      let watch = FailureWatch()
      let result = await Result {
        try await watch.run(test, testCase) {
          try await Self.provideScopesOfRuns(test.traits.compactMap { $0 as? any SimulatedScoping }[...]) {
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
      This system cannot simulate a test, so it was run once, in the order that came about

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
    let scopes = test.traits.compactMap { $0 as? any SimulatedScoping }
    let plan = try SimulationPlan(settings.seeds, environment: environment)
    var settings = settings
    settings.name = TestName(test).filter
    let memory = plan.isReplay ? nil : seedsFilePath.map { RememberedSeeds(of: TestName(test).full, besides: $0) }
    let remembered = memory?.seeds ?? []
    var number = 0
    for seed in [AnySequence(remembered), AnySequence(plan.seeds)].joined() {
      try Task.checkCancellation()
      number += 1
      let report: @Sendable (SimulatedRun) -> SimulationReport = { [settings, number] run in
        SimulationReport(
          run: run, seed: seed, number: number, count: plan.count + remembered.count, settings: settings,
          replayedTrace: plan.trace)
      }
      let watch = FailureWatch()
      let recordFailure: @Sendable (SimulatedRun, Simplification?) -> Void = { run, simplification in
        var report = report(run)
        report.simplification = simplification
        record([report.text, memory?.add(seed)].compactMap { $0 }.joined(separator: "\n\n"), run, issues: watch.texts)
      }
      @Sendable func body() async throws {
        try await Self.provideScopes(scopes[...], for: test, testCase: testCase, performing: function)
      }
      let simulation = Simulation(seed: seed, settings: settings)
      let run = try await watch.run(test, testCase) {
        await simulation.run(body, onFailure: { recordFailure($0, nil) })
      }
      // The error of a cancelled body is not reported.
      if run.end != .ended { return }
      if Task.isCancelled { return record(report(run).textOfCancelled, run) }
      let hasFailed = run.error != nil || watch.hasFailed
      if hasFailed {
        let isReported = Guarded(false)
        let simplest = try? await simplest(run, seed, settings, watch.failure) { simulation, watch in
          try await watch.run(test, testCase) {
            await simulation.run(body) { _ in
              // The search is over: a body that ignores its cancellation ends the process.
              watch.speak()
              isReported.withLock { $0 = true }
              recordFailure(run, nil)
            }
          }
        }
        if !isReported.withLock({ $0 }) { recordFailure(run, simplest) }
        return try run.result?.get() ?? ()
      }
      if let text = report(run).textOfOtherReplay { record(text, run) }
    }
  }

  /// Searches for the simplest run that fails like the run with a seed.
  ///
  /// - Returns: The search; nil if none was made, or the seed does not decide whether the run fails.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func simplest(
    _ run: SimulatedRun, _ seed: UInt64, _ settings: SimulationSettings, _ failure: String?,
    _ make: (Simulation, FailureWatch) async throws -> SimulatedRun
  ) async throws -> Simplification? {
    guard settings.simplifyingRuns > 0, run.outsideWakes == 0 else { return nil }
    var settings = settings
    settings.isNoted = true
    settings.isSimplifying = true
    settings.patience = .zero
    settings.stepLimit = min(settings.stepLimit, run.steps * 10 + 10_000)
    let start = ContinuousClock.now
    func attempt(_ choices: SimulatedChoices?) async throws -> Simplification.Attempt {
      guard !Task.isCancelled, start.duration(to: .now) < settings.simplifyingTime else { return .stop }
      let watch = FailureWatch(isSilent: true)
      let other = try await make(Simulation(seed: seed, settings: settings, choices: choices), watch)
      guard other.end == .ended, other.outsideWakes == 0 else { return .stop }
      return watch.failure == failure && other.errorType == run.errorType ? .failed(other) : .other
    }
    guard case .failed(let again) = try await attempt(nil), again.trace == run.trace else { return nil }
    var simplification = Simplification(of: again, limit: settings.simplifyingRuns)
    try await simplification.search(attempt)
    return simplification
  }

  /// Runs a body in several scopes, the first one outermost.
  private static func provideScopes(
    _ scopes: ArraySlice<any SimulatedScoping>, for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let first = scopes.first else { return try await function() }
    try await first.provideScopeOfRun(for: test, testCase: testCase) {
      try await provideScopes(scopes.dropFirst(), for: test, testCase: testCase, performing: function)
    }
  }

  private static func provideScopesOfRuns(
    _ scopes: ArraySlice<any SimulatedScoping>, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let first = scopes.first else { return try await function() }
    try await first.provideScopeOfRuns { try await provideScopesOfRuns(scopes.dropFirst(), performing: function) }
  }

  private func record(_ text: String, _ run: SimulatedRun, issues: [String] = []) {
    Problem(text: text, sourceLocation: sourceLocation).record()
    TrafficAttachment.record(run.record.exchanges, issues: issues + [text], at: CodePlace(sourceLocation))
  }
}

extension SimulatedTrait: SimulatingTrait {
  package var refusal: any Error { SimulationError(.loopbackServer) }
}

extension VirtualClock {
  /// Moves the time to the next deadline whenever there is one, until the task is cancelled.
  func moveByItself() async {
    while (try? await waitForSleepers(1, timeout: .seconds(86_400))) != nil, !Task.isCancelled {
      if let next = nextDeadline { await advance(stepwiseTo: next) }
    }
  }
}
