/// The progress of one request of a mocked session, and the steps still to be delivered to it.
///
/// The first result counts: an answer, a time-out or a cancellation. Later ones change nothing.
struct SessionLoad {
  /// A step of an answer for a session.
  enum Step {
    /// An answer all at once, and its URL.
    case response(HTTPResponse, URL?)
    /// A redirect that the loading system follows, and the next request; if a delegate refuses it, the answer follows.
    case redirect(HTTPResponse, URLRequest)
    /// The head of an answer whose body follows, and its URL.
    case head(HTTPResponse, URL?)
    case chunk(Data)
    /// The end of a body that came in chunks.
    case end
    /// Bytes of the request's body that went out, of all that were expected to.
    case upload(Int, of: Int)
    /// An answer that a delegate has kept from redirecting, and its URL.
    case refusedRedirect(HTTPResponse, URL?)
    /// An answer that redirects nowhere, whose head no delegate sees and whose body is lost.
    case lost(HTTPResponse, URL?)
    /// An answer whose body is not in the coding that it says: its head, what comes before the fault, its URL and the error.
    case undecodable(HTTPResponse, URL?, any Error)
    /// A question for credentials, after the head and the body of the answer that asks for them.
    case challenge(SessionChallenge)
    case failure(any Error)

    var isLast: Bool {
      switch self {
      case .head, .chunk, .redirect, .upload, .challenge: false
      case .response, .end, .refusedRedirect, .lost, .undecodable, .failure: true
      }
    }
  }

  private enum Phase {
    case new
    /// Not started; the transport may answer while the session still starts the request.
    case starting
    case waiting
    /// The last step is there.
    case settled
    case ended
  }

  /// The step or simulated run that it belongs to.
  var origin = SessionOrigin()
  /// The turn of the answer in a simulated run, until the caller is told of its end.
  var turn: (any AnswerTurn)?
  /// Notes that the session does not wait any more.
  var leave: (@Sendable () -> Void)?
  private var phase = Phase.new
  var hasEnded: Bool { phase == .settled || phase == .ended }
  /// Whether steps are kept until the request resumes.
  var isPaused = false
  private var steps: [Step] = []
  private var work: [Task<Void, Never>] = []

  /// Starts the request, or continues one that was paused; returns whether this is the start.
  mutating func begin(_ origin: @autoclosure () -> SessionOrigin = SessionOrigin()) -> Bool {
    isPaused = false
    guard phase == .new else { return false }
    phase = .starting
    self.origin = origin()
    return true
  }

  /// Begins to wait for steps, on the session's queue for protocols; returns whether there is nothing to tell now.
  mutating func wait() -> Bool {
    if phase == .starting { phase = .waiting }
    // A simulation has them told at its own time.
    return steps.isEmpty || origin.order != nil
  }

  /// Adds a task that ends with the request; returns false if that has ended, and the caller has to cancel the task.
  mutating func add(_ task: Task<Void, Never>) -> Bool {
    if !hasEnded { work.append(task) }
    return !hasEnded
  }

  /// Adds a step, unless the last one is there; returns whether the session waits for it, and the tasks that have ended.
  mutating func add(_ step: Step, _ work: ClockStep.Work? = nil) -> (isAwaited: Bool, over: [Task<Void, Never>]) {
    guard phase == .starting || phase == .waiting else { return (false, []) }
    let isAwaited = phase == .waiting || origin.order != nil
    steps.append(step)
    // The session has yet to begin, and takes it then.
    if !isAwaited { origin.beginning = origin.beginning ?? work }
    guard step.isLast else { return (isAwaited, []) }
    phase = .settled
    return (isAwaited, takeWork())
  }

  /// Returns the steps, each once, unless the request is paused.
  mutating func takeSteps() -> [Step] {
    guard !isPaused else { return [] }
    if phase == .settled {
      phase = .ended
      turn = nil
    }
    defer { steps = [] }
    return steps
  }

  /// Ends what a step of a clock waits for until the session begins; returns it, to be released outside of the lock.
  mutating func takeBeginning() -> ClockStep.Work? {
    defer { origin.beginning = nil }
    return origin.beginning
  }

  /// The steps and work of a request that has ended, to be released outside of the lock: a step may hold an error of the test.
  struct Rest {
    fileprivate let steps: [Step]
    fileprivate let beginning: ClockStep.Work?
  }

  /// Discards all steps from now on.
  mutating func close() -> Rest {
    phase = .ended
    defer { steps = [] }
    return Rest(steps: steps, beginning: takeBeginning())
  }

  /// Ends the request, and returns the tasks to cancel.
  mutating func stop() -> (work: [Task<Void, Never>], rest: Rest) { (takeWork(), close()) }

  private mutating func takeWork() -> [Task<Void, Never>] {
    defer { work = [] }
    return work
  }
}
