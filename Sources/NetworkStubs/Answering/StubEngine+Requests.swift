/// The state of a request at the moment of its arrival.
package enum Reception: Sendable {
  /// The answer is ready.
  case answered(HTTPResponse)
  /// The answer takes time.
  indirect case waits(PendingAnswer)
}

/// A check of the status and the fields of an answer that a server is to send.
package typealias SocketCheck = @Sendable (Int, HTTPHeaders) throws -> Void

/// The pending answer of a stub.
package struct PendingAnswer: Sendable {
  package let call: Call
  let taken: TakenStub
  package let timeline: Timeline
  let check: SocketCheck?

  /// Notes that its caller has left: the request is under way no more, even if its end takes a moment.
  @Sendable package func endWait() { call.log.endWait(call.number) }
}

/// A request that has arrived, and the stub that takes it.
private struct Arrival: ~Copyable {
  let request: ReceivedRequest
  /// The request as the log keeps it.
  let kept: ReceivedRequest
  /// What is read of that.
  let reader: RequestReader
  /// The time on the test's clock; nil if that is real.
  let time: Duration?
  let timeline: Timeline?
  /// Its number in the log.
  var number = 0
  var taken: TakenStub?
  /// The stubs at that moment, if none takes it.
  var table: StubTable?
}

extension TakenStub {
  /// Returns an answer that takes no time, as a server sends it; nil for another.
  fileprivate func readyAnswer(to request: ReceivedRequest) -> HTTPResponse? {
    guard delay == nil, let ready = answer.kind.readyResponse else { return nil }
    var response = ready.served(to: request.urlRequest, isFile: answer.kind.isFile)
    response.url = response.url ?? request.url
    return response
  }
}

/// The way of a request to a transport: check, arrive, answer, finish.
///
/// A transport that code sends through begins at ``StubEngine/send(_:isolation:)`` or ``StubEngine/stream(_:isolation:)``; a mocked
/// session and a server, which have checked the request and finish the answer themselves, begin at
/// ``StubEngine/receive(_:_:from:hasUploaded:onSocket:willWait:)``.
extension StubEngine {
  package func send(_ request: URLRequest, isolation: isolated any Actor) async throws -> HTTPResponse {
    switch try await checked(request, isolation: isolation) {
    case .answered(let response): return try response.received(for: request, at: date)
    case .waits(let answer):
      return try await wait(for: answer, isolation: isolation) { call, reply in
        let date = date
        return try await call.finish(reply).received(for: request, cameInPieces: reply.isInPieces, at: date)
      }
    }
  }

  /// Answers a request from the stubs, each chunk of a streamed answer at its time.
  package func stream(_ request: URLRequest, isolation: isolated any Actor) async throws -> HTTPStream {
    switch try await checked(request, isolation: isolation) {
    case .answered(let response): return HTTPStream(try response.received(for: request, at: date))
    case .waits(let answer): return try await stream(answer, isolation: isolation).received(for: request, at: date)
    }
  }

  /// Receives a request that the client would send.
  private func checked(_ request: URLRequest, isolation: isolated any Actor) async throws -> Reception {
    // Like a session, which sends nothing then.
    if Task.isCancelled { throw unsent(request) }
    try check(request)
    let turn = order == nil ? nil : try await turn(of: request, isolation: isolation)
    return try receive(request, turn, from: log.senders())
  }

  /// Takes a request, logs it and counts the use of its stub; an answer that takes no time is there when this returns.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - turn: When its answer arrives, in a simulation.
  ///   - senders: The addresses of the functions that wait for it.
  ///   - task: Returns the task that sends it; nil for code outside of tasks.
  ///   - hasUploaded: Whether its body has come at the rate of the answer already, over a socket.
  ///   - check: What a server has to say about an answer before it sends it.
  ///   - willWait: Called with an answer that takes time, before a test sees the request.
  /// - Throws: ``UnansweredRequest``.
  package func receive(
    _ request: URLRequest, _ turn: (any AnswerTurn)? = nil, from senders: [UInt] = [],
    in task: @autoclosure () -> TaskReference? = TaskReference.current, hasUploaded: Bool = false,
    onSocket check: SocketCheck? = nil, willWait: (PendingAnswer) -> Void = { _ in }
  ) throws -> Reception {
    let arrival = arrive(ReceivedRequest(request), turn, from: senders)
    // When its call has begun to wait: a test that awaits the request may end at once.
    defer { log.inbox.add(arrival.kept, for: arrival.reader) }
    guard let taken = arrival.taken else { throw refuse(arrival, turn, in: task, isOnSocket: check != nil) }
    if turn == nil, arrival.time == nil, arrival.number % Self.pollStep == 0 { warnOfPoll() }
    func call(_ timeline: Timeline? = nil) -> Call {
      Call(
        request: arrival.request, number: arrival.number, log: log, stub: taken.stub, timeline: timeline, turn: turn)
    }
    if turn == nil, let response = taken.readyAnswer(to: arrival.request) {
      do { try check?(response.status, response.headers) } catch { throw unusable(error, of: call(), taken.stub) }
      log.settle(arrival.number, .answered(response), by: taken.stub, isOfStub: !taken.answer.kind.isFile)
      return .answered(response)
    }
    var timeline =
      arrival.timeline
      ?? Timeline(of: request, on: ContinuousClock(), in: log.harness, faultsWait: check != nil)
    timeline.isOnSocket = check != nil
    timeline.hasUploaded = hasUploaded
    let answer = PendingAnswer(call: call(timeline), taken: taken, timeline: timeline, check: check)
    noteWait(for: answer)
    willWait(answer)
    return .waits(answer)
  }

  /// Logs a request, and takes the stub that answers it.
  ///
  /// Under the lock, stubs are matched and used up in one step, and nothing else happens. Predicates of the test are asked outside
  /// of it, and then the search begins again with their verdicts: meanwhile another request may have used up a stub.
  private func arrive(_ request: ReceivedRequest, _ turn: (any AnswerTurn)?, from senders: [UInt]) -> Arrival {
    let reader = RequestReader(request)
    // The rest of a large body is not remembered.
    let kept = log.kept(request)
    let clock = chosenClock
    // The time starts before the log shows the request: a test that sees it there may move the time at once.
    let timeline = clock.map { Timeline(of: request.urlRequest, on: $0, in: log.harness) }
    let time =
      (clock as? VirtualClock)?.noteRequest().offset ?? Timeline.virtualNow(on: clock) ?? timeSinceStart?.elapsed
    let isLost = turn?.losesRequest == true
    var arrival = Arrival(
      request: request, kept: kept, reader: kept.isWhole ? reader : RequestReader(kept), time: time, timeline: timeline)
    var problem: String?
    var verdicts = TestVerdicts()
    while true {
      let unknown = state.withLock { state -> [StubDefinition]? in
        let search = state.table.search(reader, knowing: verdicts)
        if case .asks(let stubs) = search { return stubs }
        arrival.number = log.append(kept, at: time, from: senders)
        if case .found(let place) = search {
          (arrival.taken, problem) = state.take(place, request, number: arrival.number, at: time, isLost: isLost)
        } else {
          arrival.table = state.table
        }
        return nil
      }
      guard let unknown else { break }
      verdicts.ask(unknown, about: reader)
    }
    guard let stub = arrival.taken?.stub else { return arrival }
    if let problem { log.report(Problem(text: problem, place: stub.place.code)) }
    if isLost { log.judge { $0.explain(stub) } }
    return arrival
  }

  /// Settles a request that no stub takes, reports it, and returns its error.
  private func refuse(
    _ arrival: borrowing Arrival, _ turn: (any AnswerTurn)?, in task: () -> TaskReference?, isOnSocket: Bool
  ) -> any Error {
    turn?.end(.unanswered, by: nil)
    log.settle(arrival.number, .unanswered)
    var error = unanswered(arrival.request, at: arrival.time, arrival.table ?? StubTable(), isOnSocket: isOnSocket)
    error.isOfProgram = log.harness is ProgramHarness
    // A simulation ends a run that does not end, and a demo mode goes on as long as its program.
    guard turn == nil, !isOnSocket, log.harness.isOfTest else { return error }
    return endOfRepetition(of: arrival.request, by: task()) ?? error
  }

  /// Ends code that sends a request again and again without an answer, so that its test ends; returns nil if it may go on.
  private func endOfRepetition(of request: ReceivedRequest, by task: TaskReference?) -> URLError? {
    let kind = UnansweredKind(request, of: log.harness.owner(andTask: true))
    guard case .ends(let isFirst, let count) = log.judge({ $0.kinds.noteAgain(kind, by: task, patience: patience) })
    else { return nil }
    if isFirst {
      let text = """
        \(kind.shown) was sent \(count) times without an answer, for ten seconds. So that the test can end, such calls \
        throw URLError.cancelled from now on.
        """
      log.harness.warn(Problem(text: text, place: reportPlace))
    }
    // Another one may end meanwhile. The current one may be a helper that only runs this in the test.
    if let task, task.id == CurrentTask.id { withUnsafeCurrentTask { $0?.cancel() } }
    let error = URLError(.cancelled).naming(request.urlRequest)
    log.judge { $0.noteUnusable(error) }
    return error
  }

  /// Notes a request whose task was cancelled before, and returns its error.
  private func unsent(_ request: URLRequest) -> URLError {
    log.noteUnsent(request, because: "its task was already cancelled")
    return URLError(.cancelled)
  }

  /// Reports an answer that cannot be made or sent, and returns its error.
  func unusable(_ error: any Error, of call: Call, _ stub: StubDefinition) -> any Error {
    if let thrown = error as? ClosureError {
      call.settle(.failed(thrown.cause))
      // A requirement of the closure that does not hold is an issue already.
      let isKnown = ErrorText.isRequirement(thrown.cause)
      if isKnown || log.report(.unusableAnswer(of: stub, to: call.request, thrown)) {
        log.judge { $0.noteUnusable(thrown.cause) }
      }
      return thrown.cause
    }
    call.settle(.failed(error))
    // A faulty stub was an issue when it was made.
    if log.judge({ $0.isFaulty(stub) }) || log.report(.unusableAnswer(of: stub, to: call.request, error)) {
      log.judge { $0.noteUnusable(error) }
    }
    return error
  }

  /// Reports that no stub answers a request, as far as that is news.
  private func unanswered(
    _ request: ReceivedRequest, at time: Duration?, _ table: StubTable, isOnSocket: Bool
  ) -> UnansweredRequest {
    let place = reportPlace
    let kind = UnansweredKind(request, of: log.harness.owner(andTask: true))
    switch log.verdict(on: kind, of: request, among: table, { report(on: request, table) }) {
    case .late:
      let text = UnansweredReport.afterTheTest(request, place)
      log.report(Problem(text: text, place: place))
      return UnansweredRequest(request: request, explanation: text)
    case .explained(let reason):
      let text = "No stub answers \("\(request)".shortened(to: 300)): \(reason)"
      return UnansweredRequest(request: request, explanation: text)
    case .counted:
      return UnansweredRequest(request: request, explanation: UnansweredKinds.text(about: request))
    case .nearFaulty(let stub):
      return UnansweredRequest(
        request: request, explanation: UnansweredReport.ofFaultyStub(request, stub), stub: ObjectIdentifier(stub))
    case .known(let report):
      // Looking for the callers takes milliseconds.
      return UnansweredRequest(request: request, explanation: report.text)
    case .new(let report, let isLast):
      var text = report.text.sent(by: isOnSocket ? Callers(ofClient: request) : .current(), at: time)
      if isLast { text += UnansweredKinds.end(of: kind) }
      let fails = log.report(Problem(text: text, place: place))
      log.judge { verdicts in
        verdicts.noteUnanswered(report.text, of: kind.owner, fails: fails, near: report.meant)
        if fails { verdicts.kinds.note(kind, at: place) }
      }
      return UnansweredRequest(request: request, explanation: text)
    }
  }

  /// Explains why no stub answers a request.
  private func report(on request: ReceivedRequest, _ table: StubTable) -> UnansweredReport {
    let network = state.withLock { $0.networkOfTest }
    let elsewhere = network?.explain(request.urlRequest).stub?.definition
    // The stub that waits there is not used because of this request.
    if let elsewhere { network?.log.judge { $0.explain(elsewhere) } }
    return UnansweredReport(
      request, table: table, log: log.exchanges, elsewhere: elsewhere, isOfArguments: log.harness.hasArguments)
  }

  private var order: (any AnswerOrder)? { SimulationContext.current.order ?? answerOrder }

  /// In a simulation, waits until the request may arrive.
  func turn(of request: URLRequest, isolation: isolated any Actor) async throws -> (any AnswerTurn)? {
    guard let order else { return nil }
    do { return try await order.arrive(ReceivedRequest(request)) } catch { throw URLError(.cancelled) }
  }
}
