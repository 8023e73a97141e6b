import Foundation
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
  /// Runs a test many times, each time with another seed.
  ///
  /// The environment variable `NETWORK_TESTING_SEED` makes one run of it, with that seed; `NETWORK_TESTING_RUNS` makes
  /// more runs or fewer.
  ///
  /// - Parameters:
  ///   - runs: How many runs to make.
  ///   - firstSeed: The seed of the first run; each run's is one more than that of the run before.
  ///   - strategy: How the runs choose what runs next.
  ///   - latency: The longest, in virtual time, that an answer takes whose stub does not say how long. With `.zero` the
  ///     answers change places, and take no time.
  ///   - patience: How long, in real time, a run that cannot continue waits for an outside event before it counts as stuck.
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
  ///   - strategy: How the run chooses what runs next.
  ///   - latency: The longest, in virtual time, that an answer takes whose stub does not say how long.
  ///   - patience: How long, in real time, a run that cannot continue waits for an outside event before it counts as stuck.
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

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension SimulatedTrait: TestScoping {
  /// Runs a case as often as the trait says, up to the first run that fails.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // An outer trait runs already, and has looked for the one nearest to the test.
    guard SimulationContext.current.order == nil else { return try await function() }
    let nearest = test.traits.lazy.compactMap { $0 as? SimulatedTrait }.last ?? self
    try await nearest.simulate(test, testCase, environment: ProcessInfo.processInfo.environment, function)
  }

  func simulate(
    _ test: Test, _ testCase: Test.Case?, environment: [String: String], _ function: @Sendable () async throws -> Void
  ) async throws {
    if test.traits.contains(where: { $0 is SharedSessionTrait }) { throw SimulationError(.sharedSession) }
    let scopes = test.traits.compactMap { $0 as? any SimulatedScoping }
    let plan = try SimulationPlan(settings.seeds, environment: environment)
    var settings = settings
    settings.name = TestName(test).filter
    for seed in plan.seeds {
      try Task.checkCancellation()
      let number = Int(clamping: seed - plan.seeds.lowerBound) + 1
      let report: @Sendable (SimulatedRun) -> SimulationReport = { [settings] run in
        SimulationReport(
          run: run, seed: seed, number: number, count: plan.count, settings: settings, replayedTrace: plan.trace)
      }
      let watch = FailureWatch()
      let simulation = Simulation(seed: seed, settings: settings)
      let run = try await watch.run(test, testCase) {
        await simulation.run(
          { try await Self.provideScopes(scopes[...], for: test, testCase: testCase, performing: function) },
          onFailure: { record(report($0).text, $0) }
        )
      }
      // The error of a cancelled body is not reported.
      if run.end != .ended { return }
      if Task.isCancelled { return record(report(run).textOfCancelled, run) }
      let hasFailed = run.error != nil || watch.hasFailed
      if let text = hasFailed ? report(run).text : report(run).textOfOtherReplay { record(text, run) }
      if hasFailed { return try run.result?.get() ?? () }
    }
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

  private func record(_ text: String, _ run: SimulatedRun) {
    Problem(text: text, sourceLocation: sourceLocation).record()
    TrafficAttachment.record(run.record.exchanges, sourceLocation: sourceLocation)
  }
}

/// A trait whose scope each run of a simulated test opens anew.
protocol SimulatedScoping: TestScoping {
  /// Runs a body in the scope.
  func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws
}

extension Test {
  /// Whether a trait simulates it.
  var isSimulated: Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
    return traits.contains { $0 is SimulatedTrait }
  }
}
