/// The settings that all runs of a simulated test share.
struct SimulationSettings: Sendable {
  var seeds: ClosedRange<UInt64> = 1...1
  /// Whether the test asks for less than one run.
  var hasNoRuns = false
  var strategy = SimulationStrategy.mixed
  /// The longest latency of an answer without a delay.
  var latency = Duration.seconds(1)
  /// The longest wait, in real time, for an outside event when no task in the run is ready.
  var patience = Duration.seconds(5)
  /// The longest time, in real time, for a stuck run's body to react to its cancellation.
  var grace = Duration.seconds(60)
  /// The most steps of a run. A run of a correct test takes hundreds.
  var stepLimit = 1_000_000
  /// The most steps of the tasks that the body has left behind.
  var settlingSteps = 1_000
  /// The longest time of a step, in real time. A step of a correct test takes microseconds.
  var stepTime = Duration.seconds(30)
  /// The argument of `swift test --filter` that runs the test; empty outside a test.
  var name = ""
  /// The faults of the network.
  var faults: SimulatedFaults = []
  /// Whether runs record their choices and steps, like those shown in full.
  var isNoted = false
  /// The most further runs to find a simpler one that also fails.
  var simplifyingRuns = 0
  /// The longest search for a simpler run, in real time.
  var simplifyingTime = Duration.seconds(60)
  /// Whether the run is part of that search.
  var isSimplifying = false
  /// Whether the run looks for tasks that sleep in real time while its own time moves, which takes a while.
  var looksForRealSleeps = false
}

extension SimulationSettings {
  private var crashRemark: String {
    isSimplifying ? ", during the search for a simpler run that fails" : ""
  }

  /// Returns the text for a crash of the process in a run.
  func crashText(seed: UInt64) -> String {
    """

    NetworkTesting: the process crashed in a simulated run with seed \(seed)\(crashRemark). To replay it:
      \(replayCommand(seed: seed))

    """
  }

  /// Returns the text to write before the process is ended.
  func lastWords(seed: UInt64) -> String {
    """
    NetworkTesting ends the test process: a simulated test got stuck (see its issue above), was cancelled, and has
    ignored that for \(grace.inWords). Make its wait end when its task is cancelled.
    To replay it:
      \(replayCommand(seed: seed))

    \(SimulatedTests.summary)
    """
  }

  /// Returns the command that repeats one run.
  ///
  /// - Parameters:
  ///   - seed: Its seed.
  ///   - trace: Its trace, which the replay compares with its own.
  func replayCommand(seed: UInt64, trace: String? = nil) -> String {
    let seed = trace.map { "\(seed):\($0)" } ?? "\(seed)"
    return "\(SimulationPlan.seedVariable)=\(seed) swift test --filter \(name)"
  }
}

extension Clock where Self == VirtualClock {
  /// The clock of the simulated run that the current task belongs to.
  ///
  /// ```swift
  /// @Test(.simulated(runs: 200))
  /// func typing() async throws {
  ///   let search = Search(transport: transport, clock: .simulated)
  /// ```
  ///
  /// Whenever no task is ready, its time moves to the next deadline by itself. Outside a simulation, reading this is an issue, and
  /// the clock doesn't move.
  public static var simulated: VirtualClock {
    if let clock = SimulationContext.current.clock { return clock }
    Problem(text: SimulationError.outsideSimulation.description, sourceLocation: #_sourceLocation).record()
    return VirtualClock()
  }
}
