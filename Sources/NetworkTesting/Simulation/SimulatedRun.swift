/// What became of one run.
struct SimulatedRun: Sendable {
  /// How a run ended.
  enum End {
    /// The body returned or threw.
    case ended
    /// Nothing could go on.
    case stuck
    /// It took too many steps.
    case endless
  }

  let end: End
  let strategy: SimulationStrategy
  let steps: Int
  let trace: UInt64
  let time: Duration
  let outsideWakes: Int
  /// What the network did, and what was waited for.
  let record: SimulationRecord
  private(set) var result: Result<Void, any Error>?

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  init(_ end: End, _ contents: Simulation.Contents, time: Duration) {
    self.end = end
    self.time = time
    strategy = contents.scheduler.strategy
    steps = contents.scheduler.steps
    trace = contents.scheduler.trace
    outsideWakes = contents.outsideWakes
    record = contents.record
  }

  func with(_ result: Result<Void, any Error>) -> Self {
    var copy = self
    copy.result = result
    return copy
  }

  /// What the body threw.
  var error: (any Error)? {
    guard case .failure(let error) = result else { return nil }
    return error
  }

  /// Whether two runs went the same way.
  func isReplay(of other: Self) -> Bool {
    steps == other.steps && trace == other.trace && time == other.time
  }

  /// What is said when the process has to be ended.
  func lastWords(after grace: Duration) -> String {
    """
    NetworkTesting ends the test process: a simulated test got stuck (see its issue above), was cancelled, and has not
    heeded that for \(grace.inWords). Let what it waits for end when its task is cancelled.
    """
  }
}
