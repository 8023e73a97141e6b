/// The way of a mocked session's request, from the code that resumes its task to the caller that is told.
///
/// It reads from top to bottom. Steps 2 to 4 are one trip to the server and back; a redirect or a question for credentials leads to
/// the next trip.
///
/// 1. ``start()`` refuses what no session sends, and makes of the rest what a session sends.
/// 2. ``send(_:)`` waits for a connection where the configuration limits them.
/// 3. ``ask(_:)`` passes the request to the transport. A mock transport may answer at once; other answers come in a task, which ends
///    with the request.
/// 4. ``receive(_:of:)`` takes the answer as a client gets it, keeps its cookies and decides what is next.
/// 5. ``SessionProtocol/add(_:on:)`` adds a step of the answer, and ``SessionProtocol/deliver()`` hands it to the session, on its queue.
///
/// The code until the first wait runs in the caller's thread, so that an answer that takes no time costs no task.
struct SessionRequest: Sendable {
  let owner: LoadingBound<SessionProtocol>
  let context: SessionContext
  /// The queue of the session. Made where that begins the request, since on Apple platforms it is the run loop of that thread.
  let queue: LoadingQueue
  let load: Guarded<SessionLoad>
  /// The request that the session asks for.
  private let asked: URLRequest

  init(of owner: SessionProtocol, in context: SessionContext) {
    self.owner = LoadingBound(owner)
    asked = owner.provided
    self.context = context
    queue = LoadingQueue(owner)
    load = owner.load
  }

  // MARK: 1. Refuse and prepare

  /// Sends the request, unless no session would.
  func start() {
    if let error = context.refusal(of: asked, isUpload: owner.value.task is URLSessionUploadTask) {
      return add(.failure(error))
    }
    context.warn(of: asked)
    do {
      let (request, sent) = try prepared(asked)
      let trip = SessionTrip(request: request, sent: sent, redirects: redirectsBefore)
      if !sent.hasUnreadBody { return send(trip) }
      // A stream may wait for the code that writes it, and all sessions would wait with it: Apple's have one thread for their
      // protocols, and provide every body as a stream.
      run { send(trip.withBodyRead(keepsIt: context.settings.platform == .apple)) }
    } catch {
      refuse(error)
    }
  }

  /// Ends the request in an error that is an issue as well, since code may catch all errors.
  func refuse(_ error: MockedSessionError) {
    // A session that has cancelled the task may have forgotten it, and would seem to lack what is asked for.
    guard !hasEnded else { return }
    context.report(error)
    add(.failure(error))
  }

  // MARK: 2. Connect

  /// Makes a trip, when there is a connection for it.
  func send(_ trip: SessionTrip) {
    guard !hasEnded else { return }
    if trip.redirects == 0 { noteUpload(of: trip.sent) }
    guard let connections = context.connections else { return ask(trip) }
    let test = context.harness.ofCaller
    let isConnected = Guarded(false)
    connections.connect(for: trip.sent) { connection in
      isConnected.withLock { $0 = true }
      guard !hasEnded else { return }
      test.enter { ask(trip.over(connection)) }
    }
    // The wait for a connection counts for the time-out.
    let timeline = Timeline(of: trip.sent, on: context.mock?.engine.chosenClock ?? context.clock, in: context.harness)
    guard !isConnected.withLock({ $0 }), !timeline.isImmediate, let limit = timeline.timeout else { return }
    run {
      guard (try? await timeline.sleepTimeLimit(until: limit)) != nil, !isConnected.withLock({ $0 }) else { return }
      fail(URLError(.timedOut), trip)
    }
  }

  // MARK: 3. Ask

  private func ask(_ trip: SessionTrip) {
    guard let mock = context.mock else { return ask(context.transport, trip) }
    if order != nil {
      return run(trip) {
        try await mock.engine.orderedReply(to: trip.sent, isolation: mock) { turn in load.withLock { $0.turn = turn } }
      }
    }
    do {
      // Not the current task, which may be a helper that only runs this in the test.
      let sender = load.withLock { $0.origin.sender }
      let senders = mock.engine.log.senders(in: sender)
      switch try mock.engine.receive(
        trip.sent, from: senders, in: sender, willWait: { callWhenStopped($0.endWait) })
      {
      case .answered(let response): receive(.whole(response), of: trip)
      case .waits(let answer):
        limitWhole(trip, on: answer.timeline)
        run(trip) { try await mock.engine.reply(answer, isolation: mock) }
      }
    } catch {
      fail(error, trip)
    }
  }

  /// Asks a transport that may not keep time-outs: the longest silence is limited here, which a mock transport does itself.
  private func ask(_ transport: any HTTPTransport, _ trip: SessionTrip) {
    let timeline = Timeline(of: trip.sent, on: context.clock, in: context.harness)
    let silence = SessionSilence(on: timeline)
    if let limit = timeline.timeout { run { if await silence.lasts(limit) { fail(URLError(.timedOut), trip) } } }
    limitWhole(trip, on: timeline)
    run(trip) {
      let stream = try await transport.stream(trip.sent)
      silence.end()
      return .stream(stream.read(in: silence))
    }
  }

  // MARK: 4. Receive

  /// Takes an answer as a client receives it.
  private func receive(_ reply: Answer.Reply, of trip: SessionTrip) {
    switch reply {
    case .whole(let answer): receive(answer, of: trip)
    case .stream(let stream):
      let served = stream.served(to: trip.request)
      if let whole = served.whole { return receive(whole, of: trip) }
      do {
        receive(
          pieces: try served.received(for: trip.request, on: context.settings.platform, at: context.date), of: trip)
      } catch {
        fail(error, trip)
      }
    }
  }

  private func receive(_ answer: HTTPResponse, of trip: SessionTrip) {
    let date = context.date
    do {
      let response = try answer.received(for: trip.request, on: context.settings.platform, at: date)
      guard isLast(response, of: trip) else { return }
      handOver(response, of: trip)
    } catch {
      let response = answer.receivedUndecodable(at: date)
      guard isLast(response, of: trip) else { return }
      add(.undecodable(response, trip.request.url, error))
    }
  }

  /// Keeps the cookies of an answer, and goes where it redirects; returns whether it does not.
  private func isLast(_ head: HTTPResponse, of trip: SessionTrip) -> Bool {
    if context.settings.cookies?.store(head, to: trip.request) == false { context.warnOfLostCookies(of: trip.request) }
    switch Redirect(head, to: trip.request, on: context.settings.platform) {
    case .none: return true
    case .refused(let code): fail(URLError(code), trip)
    case .lost: add(.lost(head, trip.request.url))
    case .to(let next) where trip.redirects < Redirect.limit: propose(next, after: head, of: trip)
    case .to: fail(URLError(.httpTooManyRedirects), trip)
    }
    return false
  }

  /// Hands over an answer that has come in one piece, or asks for credentials.
  private func handOver(_ response: HTTPResponse, of trip: SessionTrip) {
    var response = response
    if !response.body.isEmpty, !response.mayHaveBody(for: trip.request) { response.body = Data() }
    if let challenge = challenge(of: response, isTold: false, on: trip) { return add(.challenge(challenge)) }
    add(.response(response, trip.request.url))
  }

  /// Hands over an answer in pieces: to delegates as they come, to completion handlers when they are complete.
  private func receive(pieces stream: HTTPStream, of trip: SessionTrip) {
    let head = HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)
    guard isLast(head, of: trip) else { return }
    guard HTTPURLResponse(head, from: trip.request.url) != nil, head.mayHaveBody(for: trip.request) else {
      return add(.response(head, trip.request.url))
    }
    run {
      do {
        guard await takesChunks else { return handOver(try await stream.response(), of: trip) }
        add(.head(head, trip.request.url))
        for try await chunk in stream { add(.chunk(chunk)) }
        if let challenge = challenge(of: head, isTold: true, on: trip) { return add(.challenge(challenge)) }
        add(.end)
      } catch {
        fail(error, trip)
      }
    }
  }

  /// Ends the request with an error.
  private func fail(_ error: any Error, _ trip: SessionTrip) {
    switch error {
    case is CancellationError: add(.failure(URLError(.cancelled, of: owner.value.request)))
    case let error as URLError: add(.failure(error.naming(blamed(for: error, of: trip))))
    default: add(.failure(error))
    }
  }

  func add(_ step: SessionLoad.Step) { owner.value.add(step, on: queue) }
}

// MARK: 5. Deliver

extension SessionProtocol {
  /// Adds a step for the session, on its queue, unless the request has already ended.
  func add(_ step: SessionLoad.Step, on queue: LoadingQueue) {
    let work = load.withLock { $0.origin }.beginWork("an answer on its way to its caller")
    let (isAwaited, over) = load.withLock { $0.add(step, work) }
    for task in over { task.cancel() }
    guard isAwaited else { return }
    let owner = LoadingBound(self)
    queue.run { owner.value.deliver() }
  }

  /// Delivers the pending steps to the session, on its queue, so that a cancellation cannot interrupt it.
  func deliver() {
    guard !isCancelled else { return }
    markCallbacks { for step in load.withLock({ $0.takeSteps() }) { deliver(step) } }
  }
}

// What runs beside the way, and ends with it.
extension SessionRequest {
  var hasEnded: Bool { load.withLock { $0.hasEnded } }

  /// The simulated run that it belongs to.
  private var order: (any AnswerOrder)? { load.withLock { $0.origin.order } }

  /// Runs a task that is cancelled when the request ends, with the task-locals of the caller.
  private func run(_ operation: @escaping @Sendable () async -> Void) {
    let task = order?.start(operation) ?? startOnOwnThreads(operation)
    if !load.withLock({ $0.add(task) }) { task.cancel() }
  }

  /// Runs a task that gets the answer to a trip.
  private func run(_ trip: SessionTrip, _ answer: @escaping @Sendable () async throws -> Answer.Reply) {
    run { do { receive(try await answer(), of: trip) } catch { fail(error, trip) } }
  }

  /// Calls something at once when the session stops the request: a task that has yet to begin notices later.
  func callWhenStopped(_ leave: @escaping @Sendable () -> Void) {
    // That of the trip before is released outside of the lock.
    let before: (@Sendable () -> Void)? = load.withLock { load in
      defer { load.leave = leave }
      return load.leave
    }
    withExtendedLifetime(before) {}
  }

  /// Ends the request if it takes longer in all than the session allows.
  private func limitWhole(_ trip: SessionTrip, on timeline: Timeline) {
    // All trips share one limit, which began with the first.
    guard trip.redirects == 0, trip.challenges == 0, !timeline.isImmediate,
      let limit = context.settings.resourceLimit(on: timeline)
    else { return }
    run {
      guard (try? await timeline.sleepTimeLimit(until: limit)) != nil else { return }
      fail(URLError(.timedOut), trip)
    }
  }
}

/// One trip of a session's request to a server and back.
struct SessionTrip: Sendable {
  /// The request as the session knows it, from which those after it are made.
  let request: URLRequest
  /// The request as the server gets it.
  var sent: URLRequest
  /// The number of redirects before it.
  var redirects = 0
  /// The number of answers before it that asked for credentials.
  var challenges = 0
  /// The connection that it uses, held until the answer is complete.
  var connection: SessionConnections.Connection?

  /// Returns the trip after it, on a connection of its own.
  func next(_ request: URLRequest, sent: URLRequest, redirects: Int = 0, challenges: Int = 0) -> Self {
    Self(
      request: request, sent: sent, redirects: self.redirects + redirects, challenges: self.challenges + challenges)
  }

  fileprivate func over(_ connection: SessionConnections.Connection) -> Self {
    var trip = self
    trip.connection = connection
    return trip
  }

  /// Returns the trip with the body that is read from its stream, which the session may keep, so that a redirect can send it again.
  fileprivate func withBodyRead(keepsIt: Bool) -> Self {
    let read = sent.withBodyRead()
    var request = request
    if keepsIt { request.httpBody = read.httpBody }
    return Self(request: request, sent: read, redirects: redirects)
  }
}

/// The time for which a transport has owed something that it was asked for.
///
/// Between two trips and two chunks, nothing is asked of it, so no time of them counts.
private struct SessionSilence: Sendable {
  private let timeline: Timeline
  /// The time at which it was asked for what it owes; nil if it owes nothing.
  private let asked = Guarded<Duration?>(.zero)

  init(on timeline: Timeline) { self.timeline = timeline }

  /// Notes that the transport is asked for more.
  func begin() { asked.withLock { $0 = timeline.elapsed } }

  /// Notes that the transport is heard of.
  func end() { asked.withLock { $0 = nil } }

  /// Waits until the silence lasts as long as a limit; returns false if the request ends before.
  func lasts(_ limit: Duration) async -> Bool {
    guard !timeline.isImmediate else { return false }
    while true {
      let start = asked.withLock { $0 }
      guard (try? await timeline.sleepTimeLimit(until: (start ?? timeline.elapsed) + limit)) != nil else {
        return false
      }
      if start != nil, asked.withLock({ $0 }) == start { return true }
    }
  }
}

extension HTTPStream {
  /// Returns a stream whose reader waits for each chunk in a silence.
  fileprivate func read(in silence: SessionSilence) -> Self {
    if whole != nil { return self }
    return HTTPStream(status: status, headers: headers, url: url) {
      var chunks = makeAsyncIterator()
      return StreamIterator {
        silence.begin()
        defer { silence.end() }
        return try await chunks.next()
      }
    }
  }
}
