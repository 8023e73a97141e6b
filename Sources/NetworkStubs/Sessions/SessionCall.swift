/// One request of a mocked session on its way to the transport and back.
struct SessionCall: Sendable {
  let owner: LoadingBound<SessionProtocol>
  let loadingQueue: LoadingQueue
  private let load: Guarded<SessionLoad>

  init(of owner: SessionProtocol) {
    self.owner = LoadingBound(owner)
    load = owner.load
    loadingQueue = LoadingQueue(owner)
  }

  /// Sends the request.
  func start(in context: SessionContext?) {
    let request = owner.value.request
    guard let context else { return refuse(MockedSessionError(.released, request), in: nil) }
    do {
      if let error = context.refusal(of: request, isUpload: owner.value.task is URLSessionUploadTask) {
        return add(.failure(error))
      }
      context.warnOfTwoTypes(in: request)
      context.warnOfCache(holding: request)
      let (request, sent) = try prepared(request, with: context.settings)
      let hops = SessionHops(redirects: redirects(before: request, in: context))
      guard sent.hasUnreadBody else { return start(sent, for: request, in: context, after: hops) }
      // A stream may wait for the code that writes it, and all sessions would wait with it: Apple's have one thread for their
      // protocols, and provide every body as a stream.
      run {
        let read = sent.withBodyRead()
        start(
          read, for: context.settings.platform == .apple ? request.withBody(of: read) : request, in: context,
          after: hops)
      }
    } catch {
      refuse(error, in: context)
    }
  }

  /// Ends the request in an error that is an issue as well, since code may catch all errors; without a context, of the caller's test.
  func refuse(_ error: MockedSessionError, in context: SessionContext?) {
    // A session that has cancelled the task may have forgotten it, and would seem to lack what is asked for.
    guard !hasEnded else { return }
    let own = LostCallers.shared.take(owner.value.request) ?? DefaultHarness.current
    if let context { context.report(error) } else { own.record(Problem(text: error.description, place: own.place)) }
    add(.failure(error))
  }

  private var hasEnded: Bool { load.withLock { $0.hasEnded } }

  private func start(_ sent: URLRequest, for request: URLRequest, in context: SessionContext, after hops: SessionHops) {
    noteUpload(of: sent)
    send(sent, for: request, in: context, after: hops)
  }

  /// Passes a request to the transport.
  ///
  /// - Parameters:
  ///   - sent: The request as the server gets it.
  ///   - request: The request as the session knows it, from which those after it are made.
  ///   - context: The context of the session.
  ///   - hops: What came before it.
  func send(_ sent: URLRequest, for request: URLRequest, in context: SessionContext, after hops: SessionHops) {
    guard !hasEnded else { return }
    guard let connections = context.connections else {
      return load(sent, for: request, in: context, after: hops, over: nil)
    }
    let test = context.harness.ofCaller
    connections.connect(for: sent) { connection in
      guard !hasEnded else { return }
      test.enter { load(sent, for: request, in: context, after: hops, over: connection) }
    }
  }

  private func load(
    _ sent: URLRequest, for request: URLRequest, in context: SessionContext, after hops: SessionHops,
    over connection: SessionConnections.Connection?
  ) {
    let exchange = SessionExchange(
      call: self, request: request, sent: sent, context: context, hops: hops, connection: connection)
    if let mock = context.mock {
      exchange.load(sent, from: mock)
    } else {
      exchange.load(sent, from: context.transport)
    }
  }

  /// Adds a step for the session, unless the request has already ended.
  package func add(_ step: SessionLoad.Step) {
    let work = load.withLock { $0.origin }.beginWork("an answer on its way to its caller")
    let (isAwaited, over) = load.withLock { $0.add(step, work) }
    for task in over { task.cancel() }
    if isAwaited { loadingQueue.run { deliver() } }
  }

  /// Delivers the pending steps to the session, on the loading queue, so that a cancellation cannot interrupt it.
  func deliver() {
    guard !owner.value.isCancelled else { return }
    owner.value.markCallbacks { for step in load.withLock({ $0.takeSteps() }) { owner.value.deliver(step) } }
  }

  /// Runs a task that is cancelled when the request ends, with the task-locals of the caller.
  package func run(_ operation: @escaping @Sendable () async -> Void) {
    keep(order?.start(operation) ?? startOnOwnThreads(operation))
  }

  /// Calls something at once when the session stops the request: a task that has yet to begin notices later.
  func callWhenStopped(_ leave: @escaping @Sendable () -> Void) { load.withLock { $0.leave = leave } }

  /// The simulated run that it belongs to.
  var order: (any AnswerOrder)? { load.withLock { $0.origin.order } }

  func keep(_ task: Task<Void, Never>) { if !load.withLock({ $0.add(task) }) { task.cancel() } }
}

extension URLRequest {
  /// Returns the request with the body that was read from its stream, so that a redirect can send it again.
  fileprivate func withBody(of other: URLRequest) -> URLRequest {
    var request = self
    request.httpBody = other.httpBody
    return request
  }
}

/// What came before a request of a session's call.
struct SessionHops {
  /// The number of redirects.
  var redirects = 0
  /// The number of answers that asked for credentials.
  var challenges = 0
}

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
  package mutating func wait() -> Bool {
    if phase == .starting { phase = .waiting }
    // A simulation has them told at its own time.
    return steps.isEmpty || origin.order != nil
  }

  /// Adds a task that ends with the request; returns false if that has ended, and the caller has to cancel the task.
  package mutating func add(_ task: Task<Void, Never>) -> Bool {
    if !hasEnded { work.append(task) }
    return !hasEnded
  }

  /// Adds a step, unless the last one is there; returns whether the session waits for it, and the tasks that have ended.
  package mutating func add(_ step: Step, _ work: ClockStep.Work? = nil) -> (isAwaited: Bool, over: [Task<Void, Never>])
  {
    guard phase == .starting || phase == .waiting else { return (false, []) }
    let isAwaited = phase == .waiting || origin.order != nil
    steps.append(step)
    // The session has yet to begin, and takes it then.
    if !isAwaited { origin.beginning = work }
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

  /// Discards all steps from now on.
  package mutating func close() {
    phase = .ended
    steps = []
    origin.beginning = nil
  }

  /// Ends the request, and returns the tasks to cancel.
  mutating func stop() -> [Task<Void, Never>] {
    close()
    return takeWork()
  }

  private mutating func takeWork() -> [Task<Void, Never>] {
    defer { work = [] }
    return work
  }
}
