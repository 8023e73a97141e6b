/// A case of a simulated test: its seeds, the run of each, and the report of one that fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct SimulatedCase: Sendable {
  private let test: Test
  private let testCase: Test.Case?
  private let settings: SimulationSettings
  private let plan: SimulationPlan
  private let memory: RememberedSeeds?
  private let remembered: [UInt64]
  /// Whether the test knows that its runs wait in real time.
  private let hasWarned = Guarded(false)
  private let sourceLocation: SourceLocation

  init(_ trait: SimulatedTrait, _ test: Test, _ testCase: Test.Case?, environment: [String: String]) throws {
    self.test = test
    self.testCase = testCase
    sourceLocation = trait.sourceLocation
    plan = try SimulationPlan(trait.settings.seeds, environment: environment)
    var settings = trait.settings
    settings.name = TestName(test).filter
    self.settings = settings
    memory = plan.isReplay ? nil : trait.seedsFilePath.map { RememberedSeeds(of: TestName(test).full, besides: $0) }
    remembered = memory?.seeds ?? []
  }

  /// The seeds, those that failed before first.
  var seeds: some Sequence<UInt64> { [AnySequence(remembered), AnySequence(plan.seeds)].joined() }

  /// Makes the run of a seed, and reports its failure.
  ///
  /// - Returns: Whether the next seed is to be run.
  /// - Throws: The error of the run's body.
  func run(seed: UInt64, number: Int, _ function: @Sendable () async throws -> Void) async throws -> Bool {
    var settings = settings
    settings.looksForRealSleeps = number == 2
    let simulation = Simulation(seed: seed, settings: settings)
    let watch = FailureWatch(of: simulation)
    let fail: @Sendable (SimulatedRun, Simplification?) -> Void = { run, simplest in
      report(run, seed: seed, number: number, simplest, issues: watch.texts)
    }
    @Sendable func body() async throws {
      let scopes = test.traits.compactMap { $0 as? any SimulatedScoping }
      try await provideScopes(scopes[...], performing: function)
    }
    let run = try await watch.run(test, testCase) { await simulation.run(body, onFailure: { fail($0, nil) }) }
    // The error of a cancelled body is not reported.
    if run.end != .ended { return false }
    let text = text(of: run, seed: seed, number: number)
    if Task.isCancelled {
      // A test that cancels itself has not failed. One that its time limit ends has, and the text says in which run.
      if !run.hasCancelledTest { record(text.textOfCancelled, run) }
      return false
    }
    if let executor = run.executor {
      // Neither a pass nor a failure is the seed's.
      record(SimulationError.executor(executor).description, run)
      try run.result?.get()
      return false
    }
    guard run.error != nil || watch.hasFailed else {
      if let text = text.textOfOtherReplay { record(text, run) }
      warnOfRealWaits(of: run, number: number)
      return true
    }
    let isReported = Guarded(false)
    let simplest = try? await simplest(run, seed, watch.failure) { simulation, watch in
      try await watch.run(test, testCase) {
        await simulation.run(body) { _ in
          // The search is over: a body that ignores its cancellation ends the process.
          watch.speak()
          isReported.withLock { $0 = true }
          fail(run, nil)
        }
      }
    }
    if !isReported.withLock({ $0 }) { fail(run, simplest) }
    try run.result?.get()
    return false
  }

  /// Warns once of what the runs wait for in real time: with the second, since one alone costs little.
  private func warnOfRealWaits(of run: SimulatedRun, number: Int) {
    guard number > 1, let text = run.realWaits.text(number: number, of: plan.count + remembered.count),
      hasWarned.becomesTrue()
    else { return }
    Problem.warn(text, at: CodePlace(sourceLocation))
  }

  /// Searches for the simplest run that fails like the run with a seed.
  ///
  /// - Returns: The search; nil if none was made, or the seed does not decide whether the run fails.
  private func simplest(
    _ run: SimulatedRun, _ seed: UInt64, _ failure: String?,
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
      let simulation = Simulation(seed: seed, settings: settings, choices: choices)
      let watch = FailureWatch(of: simulation, isSilent: true)
      let other = try await make(simulation, watch)
      guard other.end == .ended, other.outsideWakes == 0 else { return .stop }
      return watch.failure == failure && other.errorType == run.errorType ? .failed(other) : .other
    }
    guard case .failed(let again) = try await attempt(nil), again.trace == run.trace else { return nil }
    var simplification = Simplification(of: again, limit: settings.simplifyingRuns)
    try await simplification.search(attempt)
    return simplification
  }

  /// Runs a body in several scopes, the first one outermost.
  private func provideScopes(
    _ scopes: ArraySlice<any SimulatedScoping>, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let first = scopes.first else { return try await function() }
    try await first.provideScopeOfRun(for: test, testCase: testCase) {
      try await provideScopes(scopes.dropFirst(), performing: function)
    }
  }

  /// Reports a failed run, and remembers its seed.
  private func report(
    _ run: SimulatedRun, seed: UInt64, number: Int, _ simplest: Simplification?, issues: [String]
  ) {
    var report = text(of: run, seed: seed, number: number)
    report.simplification = simplest
    record([report.text, memory?.add(seed)].compactMap { $0 }.joined(separator: "\n\n"), run, issues: issues)
  }

  private func text(of run: SimulatedRun, seed: UInt64, number: Int) -> SimulationReport {
    SimulationReport(
      run: run, seed: seed, number: number, count: plan.count + remembered.count, settings: settings,
      replayedTrace: plan.trace)
  }

  private func record(_ text: String, _ run: SimulatedRun, issues: [String] = []) {
    Problem(text: text, sourceLocation: sourceLocation).record()
    TrafficAttachment.record(run.record.exchanges, issues: issues + [text], at: CodePlace(sourceLocation))
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension FailureWatch {
  /// Creates a watch of a run, to which the issues of its detached tasks belong too.
  fileprivate init(of simulation: Simulation, isSilent: Bool = false) {
    self.init(isSilent: isSilent) { SimulatedTasks.current === simulation }
  }
}
