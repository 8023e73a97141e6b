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
    guard let context else { return add(.failure(MockedSessionError(.released, request))) }
    do {
      let request = try prepared(request, with: context.settings)
      let redirects = redirects(before: request, in: context)
      guard request.hasUnreadBody else { return send(request, in: context, redirects: redirects) }
      // A stream may wait for the code that writes it, and all sessions would wait with it: Apple's have one thread for their
      // protocols, and provide every body as a stream.
      run { send(request.withBodyRead(), in: context, redirects: redirects) }
    } catch {
      add(.failure(error))
    }
  }

  /// Passes a request to the transport, without the session's cookies: they are determined again for each redirect.
  func send(_ request: URLRequest, in context: SessionContext, redirects: Int) {
    let sent = context.settings.sent(request)
    let exchange = SessionExchange(call: self, request: request, context: context, redirects: redirects)
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

  /// Delivers the pending steps to the session.
  ///
  /// Runs on the loading queue, so that a cancellation cannot interrupt it.
  func deliver() {
    guard !owner.value.isCancelled else { return }
    for step in load.withLock({ $0.takeSteps() }) { owner.value.deliver(step) }
  }

  /// Runs a task that is cancelled when the request ends, with the task-locals of the caller.
  package func run(_ operation: @escaping @Sendable () async -> Void) {
    keep(order?.start(operation) ?? startOnOwnThreads(operation))
  }

  /// The simulated run that it belongs to.
  var order: (any AnswerOrder)? { load.withLock { $0.origin.order } }

  func keep(_ task: Task<Void, Never>) { if !load.withLock({ $0.add(task) }) { task.cancel() } }
}
