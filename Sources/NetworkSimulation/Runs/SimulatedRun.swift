/// The result of one run.
struct SimulatedRun: Sendable {
  /// The end of a run.
  enum End: Equatable {
    /// The body returned or threw.
    case ended
    /// No task was ready.
    case stuck
    /// It took too many steps.
    case endless
    /// A step has blocked its thread, whose functions are listed, the innermost first.
    case blocked(step: Int, at: [String])
  }

  let end: End
  let strategy: SimulationStrategy
  private(set) var steps = 0
  private(set) var trace: UInt64 = 0
  private(set) var time = Duration.zero
  private(set) var outsideWakes = 0
  /// What it has waited for in real time.
  private(set) var realWaits = RealWaits()
  /// The executor of the app from which it was woken; nil for none.
  private(set) var executor: String?
  /// The events of the network, and the pending waits.
  private(set) var record = SimulationRecord()
  /// The choices of the run, if they were recorded.
  private(set) var choices: SimulatedChoices
  /// The last functions of a stuck run's tasks, by the addresses of their code.
  private(set) var waitingFunctions: [[UInt]] = []
  private(set) var result: Result<Void, any Error>?

  /// Creates a run of which only the choices are known.
  init(_ end: End, _ strategy: SimulationStrategy, _ choices: SimulatedChoices) {
    self.end = end
    self.strategy = strategy
    self.choices = choices
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  init(_ end: End, _ contents: Simulation.Contents, time: Duration) {
    self.init(end, contents.scheduler.strategy, contents.choices)
    choices.turns = contents.scheduler.turns ?? []
    self.time = time
    steps = contents.scheduler.steps
    trace = contents.scheduler.trace
    outsideWakes = contents.outsideWakes
    realWaits = contents.realWaits
    executor = contents.executor
    record = contents.record
    if end == .stuck {
      waitingFunctions = contents.lastJobs.suffix(100)
        .map { AsyncBacktrace.functions(of: TaskReference(id: $0.id, address: $0.job)) }
    }
  }

  func with(_ result: Result<Void, any Error>) -> Self {
    var copy = self
    copy.result = result
    return copy
  }

  /// The error of the body.
  var error: (any Error)? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  /// The type of the body's error.
  var errorType: String { error.map { "\(type(of: $0))" } ?? "" }

  /// Whether the body has ended with the error of `Test.cancel()`, which Swift Testing does not show: no other one of it means that.
  var hasCancelledTest: Bool {
    guard let error, !(error is ExpectationFailedError) else { return false }
    return String(reflecting: type(of: error)).hasPrefix("Testing.")
  }

  /// The part of the trace that texts show.
  var shownTrace: String { Self.shown(trace) }

  static func shown(_ trace: UInt64) -> String { String(trace & 0xFFFF_FFFF, radix: 16) }
}

/// The seeds of a simulated test: those of its trait, unless the environment overrides them.
struct SimulationPlan {
  static let seedVariable = "NETWORK_TESTING_SEED"
  static let runsVariable = "NETWORK_TESTING_RUNS"

  let seeds: ClosedRange<UInt64>
  /// The trace of the run that is replayed, in the form of its report, if the environment names it.
  private(set) var trace: String?
  /// Whether the environment names the seed.
  private(set) var isReplay = false

  var count: Int {
    let (count, overflow) = Int(clamping: seeds.upperBound - seeds.lowerBound).addingReportingOverflow(1)
    // Room for the remembered seeds.
    return overflow ? .max / 2 : min(count, .max / 2)
  }

  init(_ seeds: ClosedRange<UInt64>, environment: [String: String]) throws {
    if let text = environment[Self.seedVariable] {
      let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard let seed = UInt64(parts[0]) else { throw SimulationError.malformedSeed(text) }
      self.seeds = seed...seed
      isReplay = true
      guard parts.count > 1 else { return }
      guard let trace = UInt32(parts[1], radix: 16) else { throw SimulationError.malformedSeed(text) }
      self.trace = SimulatedRun.shown(UInt64(trace))
    } else if seeds.lowerBound < seeds.upperBound, let text = environment[Self.runsVariable] {
      guard let runs = UInt64(text), runs > 0 else { throw SimulationError.malformedRuns(text) }
      self.seeds = Self.seeds(from: seeds.lowerBound, count: runs)
    } else {
      self.seeds = seeds
    }
  }

  static func seeds(from first: UInt64, count: UInt64) -> ClosedRange<UInt64> {
    let (last, overflow) = first.addingReportingOverflow(max(count, 1) - 1)
    return first...(overflow ? .max : last)
  }
}

/// Makes one simulated run, outside any test.
///
/// - Parameters:
///   - seed: The run's seed.
///   - body: The body to run.
/// - Throws: Any error of the body.
package func runSimulation(seed: UInt64, _ body: @Sendable () async throws -> Void) async throws {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
  try await Simulation(seed: seed, settings: SimulationSettings()).run(body).result?.get()
}

/// Makes one simulated run outside any test, for the benchmarks, which are a package of their own.
@_spi(Benchmarks) public func simulateForBenchmark(
  seed: UInt64, _ body: @Sendable () async throws -> Void
) async throws {
  try await runSimulation(seed: seed, body)
}
