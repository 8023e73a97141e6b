/// The progress of one request of a mocked session, and what the session is still to be told of it.
///
/// The first to come decides: an answer, a time-out or a cancellation. What comes later changes nothing.
struct SessionLoad {
  /// What a session is told.
  enum Step {
    /// An answer all at once, and where it came from.
    case response(HTTPResponse, URL?)
    /// A redirect that the loading system follows, and the request it leads to. Where a delegate refuses it, the answer
    /// follows.
    case redirect(HTTPResponse, URLRequest)
    /// The head of an answer whose body follows, and where it came from.
    case head(HTTPResponse, URL?)
    case chunk(Data)
    /// The end of a body that came in chunks.
    case end
    case failure(any Error)

    var isLast: Bool {
      switch self {
      case .head, .chunk, .redirect: false
      case .response, .end, .failure: true
      }
    }
  }

  private enum Phase {
    case new
    /// The transport may answer while the session still starts the request.
    case starting
    case waiting
    /// The last step is there.
    case settled
    case ended
  }

  private var phase = Phase.new
  private var isPaused = false
  private var steps: [Step] = []
  private var work: [Task<Void, Never>] = []

  /// Starts the request, or continues one that was paused.
  ///
  /// - Returns: Whether this is the start.
  mutating func begin() -> Bool {
    isPaused = false
    guard phase == .new else { return false }
    phase = .starting
    return true
  }

  /// Begins to wait for steps, where the session expects them.
  ///
  /// - Returns: Whether none is there yet.
  package mutating func wait() -> Bool {
    if phase == .starting { phase = .waiting }
    return steps.isEmpty
  }

  /// Adds a task that ends with the request.
  ///
  /// - Returns: Whether the request has not ended; if it has, the caller cancels the task.
  package mutating func add(_ task: Task<Void, Never>) -> Bool {
    switch phase {
    case .settled, .ended: return false
    case .new, .starting, .waiting: work.append(task)
    }
    return true
  }

  /// Adds a step, unless the last one is there.
  ///
  /// - Returns: Whether the session waits for it, and the tasks that are over now.
  package mutating func add(_ step: Step) -> (isAwaited: Bool, over: [Task<Void, Never>]) {
    guard phase == .starting || phase == .waiting else { return (false, []) }
    let isAwaited = phase == .waiting
    steps.append(step)
    guard step.isLast else { return (isAwaited, []) }
    phase = .settled
    return (isAwaited, takeWork())
  }

  /// Returns the steps, each once, unless the request is paused.
  mutating func takeSteps() -> [Step] {
    guard !isPaused else { return [] }
    if phase == .settled { phase = .ended }
    defer { steps = [] }
    return steps
  }

  /// Keeps the steps back until the request begins again.
  mutating func pause() {
    isPaused = true
  }

  /// Discards all steps from now on.
  package mutating func close() {
    phase = .ended
    steps = []
  }

  /// Ends the request.
  ///
  /// - Returns: The tasks that are to be cancelled.
  mutating func stop() -> [Task<Void, Never>] {
    close()
    return takeWork()
  }

  private mutating func takeWork() -> [Task<Void, Never>] {
    defer { work = [] }
    return work
  }
}
