/// What all runs of a simulated test have in common.
struct SimulationSettings: Sendable {
  var seeds: ClosedRange<UInt64> = 1...1
  var strategy = SimulationStrategy.mixed
  /// The longest that an answer without a delay takes.
  var latency = Duration.seconds(1)
  /// How long to wait, in real time, for an outside event when no task in the run is ready.
  var patience = Duration.seconds(5)
  /// How long the body of a stuck run may take, in real time, to react to its cancellation.
  var grace = Duration.seconds(60)
  /// How many steps a run may take. A run of a correct test takes hundreds.
  var stepLimit = 1_000_000
  /// How many steps the tasks may take that the body has left behind.
  var settlingSteps = 1_000
  /// How long a step may take, in real time. A step of a correct test takes microseconds.
  var stepTime = Duration.seconds(30)
  /// What `swift test --filter` takes to run the test; empty outside of one.
  var name = ""
  /// What the network does wrong.
  var faults: SimulatedFaults = []
  /// Whether runs note their choices and steps, as those do that are shown in full.
  var isNoted = false
  /// How many more runs may look for a simpler one that fails as well.
  var simplifyingRuns = 0
  /// How long the search for a simpler run may take, in real time.
  var simplifyingTime = Duration.seconds(60)
  /// Whether the run is one of those.
  var isSimplifying = false
}

extension SimulationSettings {
  private var crashRemark: String {
    isSimplifying ? ", which has failed, while a simpler run that fails was looked for" : ""
  }

  /// What is written when the process crashes in a run.
  func crashText(seed: UInt64) -> String {
    """

    NetworkTesting: the process crashed in a simulated run with seed \(seed)\(crashRemark). To replay it:
      \(replayCommand(seed: seed))

    """
  }

  /// What is written before the process is ended.
  func lastWords(seed: UInt64) -> String {
    """
    NetworkTesting ends the test process: a simulated test got stuck (see its issue above), was cancelled, and has
    ignored that for \(grace.inWords). Make its wait end when its task is cancelled.
    To replay it:
      \(replayCommand(seed: seed))

    \(SimulatedTests.summary)
    """
  }

  /// The command that makes one run again.
  ///
  /// - Parameters:
  ///   - seed: Its seed.
  ///   - trace: Its trace, with which the replay compares its own.
  func replayCommand(seed: UInt64, trace: String? = nil) -> String {
    let seed = trace.map { "\(seed):\($0)" } ?? "\(seed)"
    return "\(SimulationPlan.seedVariable)=\(seed) swift test --filter \(name)"
  }
}

/// How the runs of a simulated test choose what runs next.
///
/// A seed fixes all choices of a run, whatever the strategy.
public struct SimulationStrategy: Hashable, Sendable {
  enum Storage: Hashable { case mixed, random, preemptions(Int), answerOrder }
  let storage: Storage

  /// Each run follows one of the others, as its seed chooses: the best to start with.
  public static let mixed = Self(storage: .mixed)

  /// All ready work is equally likely to run next.
  public static let random = Self(storage: .random)

  /// A task runs until it has to wait, and is interrupted at this many places at most.
  ///
  /// Most races need one interruption or two, in the right places. Bounding their number makes each of them more
  /// likely than a random choice at every step does
  /// ([Musuvathi and Qadeer, 2007](https://doi.org/10.1145/1250734.1250785)).
  ///
  /// - Parameter count: How many interruptions there may be in a run.
  public static func preemptions(atMost count: Int) -> Self { Self(storage: .preemptions(max(0, count))) }

  /// Code runs in the order in which it became ready; only network answers, and tasks that sleep until the same time,
  /// change places.
  public static let answerOrder = Self(storage: .answerOrder)
}

extension SimulationStrategy: CustomStringConvertible {
  /// The code that makes it.
  public var description: String {
    switch storage {
    case .mixed: ".mixed"
    case .random: ".random"
    case .preemptions(let count): ".preemptions(atMost: \(count))"
    case .answerOrder: ".answerOrder"
    }
  }
}

extension SimulationStrategy {
  /// What a run with a generator follows: itself, or what the mixture is for that run.
  func resolved(by generator: inout SeededGenerator) -> Self {
    guard storage == .mixed else { return self }
    let choices: [Self] = [.random, .random, .preemptions(atMost: 1), .preemptions(atMost: 3), .answerOrder]
    return choices[generator.index(below: choices.count)]
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
  /// Its time moves by itself, to the next deadline whenever no task is ready. Outside of a simulation this is an issue,
  /// and a clock that stands still.
  public static var simulated: VirtualClock {
    if let clock = SimulationContext.current.clock { return clock }
    Problem(text: SimulationError(.outsideSimulation).description, sourceLocation: #_sourceLocation).record()
    return VirtualClock()
  }
}
