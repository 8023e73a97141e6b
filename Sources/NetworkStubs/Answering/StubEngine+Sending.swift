/// The state of a request at the moment of its arrival.
package enum Reception: Sendable {
  /// The answer is ready, from a file or not.
  case answered(HTTPResponse, isFile: Bool)
  /// The answer takes time.
  case waits(PendingAnswer)
}

/// A check of the status and the fields of an answer that a server is to send.
package typealias SocketCheck = @Sendable (Int, HTTPHeaders) throws -> Void

/// The pending answer of a stub.
package struct PendingAnswer: Sendable {
  package let call: Call
  let taken: TakenStub
  package let timeline: Timeline
  fileprivate var check: SocketCheck?
}

extension StubEngine {
  /// Answers a request from the stubs.
  ///
  /// - Parameters:
  ///   - request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  ///   - isolation: The transport, on which the work is done.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: ``UnansweredRequest`` if none does; the error that the stub answers with; `URLError.timedOut`;
  ///   `URLError.cancelled` when the task is cancelled.
  package func send(_ request: URLRequest, isolation: isolated any Actor) async throws -> HTTPResponse {
    // Like a session, which sends nothing then.
    if Task.isCancelled { throw URLError(.cancelled) }
    switch try receive(request, await turn(of: request, isolation: isolation)) {
    case .answered(let response, _): return response
    case .waits(let answer):
      return try await wait(for: answer, isolation: isolation) { try await $0.finish($1) }
    }
  }

  /// Answers a request from the stubs, each chunk of a streamed answer at its time.
  ///
  /// - Parameters:
  ///   - request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  ///   - isolation: The transport, on which the work is done.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: As ``send(_:isolation:)``.
  package func stream(_ request: URLRequest, isolation: isolated any Actor) async throws -> HTTPStream {
    if Task.isCancelled { throw URLError(.cancelled) }
    switch try receive(request, await turn(of: request, isolation: isolation)) {
    case .answered(let response, _): return HTTPStream(response)
    case .waits(let answer): return try await stream(answer, isolation: isolation)
    }
  }

  /// Returns the answer to a taken request, as soon as its head is there.
  package func reply(_ answer: PendingAnswer, isolation: isolated (any Actor)?) async throws -> Answer.Reply {
    try await wait(for: answer, isolation: isolation) { try await $0.relay($1) }
  }

  /// Returns the answer to a taken request, as a stream.
  package func stream(_ answer: PendingAnswer, isolation: isolated (any Actor)?) async throws -> HTTPStream {
    switch try await reply(answer, isolation: isolation) {
    case .whole(let response): HTTPStream(response)
    case .stream(let stream): stream
    }
  }

  /// Takes a request, logs it and counts the use of its stub.
  ///
  /// Under the lock, stubs are matched and used up, and nothing else happens. A matcher with a predicate calls code of the test,
  /// which must not use this transport.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - turn: The time at which its answer arrives, in a simulation.
  ///   - check: The check of its answer, if it came over a socket.
  /// - Throws: ``UnansweredRequest``.
  package func receive(
    _ request: URLRequest, _ turn: (any AnswerTurn)? = nil, onSocket check: SocketCheck? = nil
  ) throws -> Reception {
    let received = ReceivedRequest(request)
    let clock = chosenClock
    // The time starts before the log shows the request: a test that sees it there may move the time at once.
    let timeline = clock.map { Timeline(of: request, on: $0, in: log.surroundings) }
    let arrival = (clock as? VirtualClock)?.now.offset
    let isLost = turn?.losesRequest ?? false
    let kept = log.kept(received)
    let (number, taken, table): (Int, TakenStub?, StubTable?) = state.withLock { state in
      let number = log.append(kept, at: arrival)
      // A lost request uses up no stub.
      let before = isLost ? state.table : nil
      let taken = state.table.take(received, number: number)
      if let before { state.table = before }
      return (number, taken, taken == nil ? state.table : nil)
    }
    var call = Call(request: received, number: number, log: log, stub: taken?.stub, turn: turn)
    defer { log.inbox.add(kept, for: kept) }
    if isLost, let taken { log.excuse(taken.stub) }
    guard let taken else {
      call.settle(.unanswered)
      throw unanswered(received, table ?? StubTable())
    }
    if turn == nil, taken.delay == nil, var response = taken.answer.readyResponse {
      if response.url == nil { response.url = received.url }
      do { try check?(response.status, response.headers) } catch { throw unusable(error, of: taken, call) }
      call.settle(.answered(response))
      return .answered(response, isFile: taken.answer.isFile)
    }
    let isOnSocket = check != nil
    var passing = timeline ?? Timeline(of: request, on: ContinuousClock(), in: log.surroundings, faultsWait: isOnSocket)
    passing.isOnSocket = isOnSocket
    call.timeline = passing
    return .waits(PendingAnswer(call: call, taken: taken, timeline: passing, check: check))
  }

  /// Reports an answer that cannot be made or sent, and returns its error.
  private func unusable(_ error: any Error, of taken: TakenStub, _ call: Call) -> any Error {
    call.settle(.failed(error))
    log.report(.unusableAnswer(of: taken.stub, to: call.request, error))
    return error
  }

  /// Reports that no stub answers a request.
  private func unanswered(_ request: ReceivedRequest, _ table: StubTable) -> UnansweredRequest {
    let place = trait?.traitLocation ?? place
    guard !log.isOver else {
      let explanation = UnansweredReport.afterTheTest(request, place)
      log.report(Problem(text: explanation, place: place))
      return UnansweredRequest(request: request, explanation: explanation)
    }
    let report = UnansweredReport(request, table: table, log: log.exchanges)
    if let stub = report.nearest, log.isFaulty(stub) {
      return UnansweredRequest(
        request: request, explanation: UnansweredReport.ofFaultyStub(request, stub), stub: ObjectIdentifier(stub))
    }
    var explanation = report.text
    // A repeated report says nothing new, and looking for the callers takes milliseconds.
    if log.isNewUnanswered(explanation) {
      explanation = explanation.sent(by: .current())
      log.reportUnanswered(Problem(text: explanation, place: place), missed: report.meant?.stub)
    }
    return UnansweredRequest(request: request, explanation: explanation)
  }

  /// In a simulation, waits until the request may arrive.
  private func turn(of request: URLRequest, isolation: isolated any Actor) async throws -> (any AnswerTurn)? {
    guard let order = SimulationContext.current.order ?? answerOrder else { return nil }
    do { return try await order.arrive(ReceivedRequest(request)) } catch { throw URLError(.cancelled) }
  }

  /// Waits for the answer of a stub and passes it on.
  private func wait<Result: Sendable>(
    for answer: PendingAnswer, isolation: isolated (any Actor)?,
    _ use: @Sendable (Call, Answer.Reply) async throws -> Result
  ) async throws -> Result {
    let (call, taken) = (answer.call, answer.taken)
    let delay = taken.delay.map { $0.delay.duration(at: $0.index, run: seed) }
    let clock = chosenClock as? VirtualClock
    log.wait(call.number) {
      let when = delay.map { " after \($0.inWords)" } ?? ""
      return "\(taken.stub.shown) gives it\(when)\(clock.map { ", on a clock that is at \($0.now)" } ?? "")."
    }
    return try await withTaskCancellationHandler {
      do {
        let reply = try await reply(answer, after: delay ?? .zero, isolation: isolation).get()
        do { try answer.check?(reply.stream.status, reply.stream.headers) } catch { throw UnusableAnswer(cause: error) }
        return try await use(call, reply)
      } catch let error as UnusableAnswer {
        throw unusable(error.cause, of: taken, call)
      } catch let fault as SocketFault {
        do { try answer.check?(fault.response.status, fault.response.headers) } catch {
          throw unusable(error, of: taken, call)
        }
        call.settle(fault.outcome(of: call.request))
        throw fault
      } catch let answer as any SocketAnswer where call.timeline?.isOnSocket == true {
        call.settle(.answered(HTTPResponse(status: answer.status, url: call.request.url)))
        throw answer
      } catch {
        call.settle(.failed(error))
        throw error
      }
    } onCancel: {
      log.endWait(call.number)
    }
  }

  /// Returns the answer of the stub, when it has arrived.
  private func reply(
    _ answer: PendingAnswer, after delay: Duration, isolation: isolated (any Actor)?
  ) async throws -> Result<Answer.Reply, any Error> {
    let (call, taken, timeline) = (answer.call, answer.taken, answer.timeline)
    try await wait(.toService, of: answer, isolation: isolation)
    let arrival = timeline.elapsed
    let make: @Sendable () async throws -> Answer.Reply = {
      try await taken.answer.reply(to: call.request, on: timeline, after: delay)
    }
    call.turn?.repeats { _ = try await make() }
    let reply: Result<Answer.Reply, any Error>
    // A fault that takes time is a time-out, which the caller notices itself.
    do {
      reply = .success(try await make())
    } catch  where timeline.elapsed == arrival { reply = .failure(error) }
    try await wait(.back, of: answer, isolation: isolation)
    return reply
  }

  /// In a simulation, waits until the request or the answer may arrive; an answer with a delay arrives when that has passed.
  private func wait(
    _ way: AnswerWay, of answer: PendingAnswer, isolation: isolated (any Actor)?
  ) async throws {
    guard let turn = answer.call.turn else { return }
    let (takesTime, timeline) = (answer.taken.delay == nil, answer.timeline)
    // Only then, since each limit adds a task.
    let limit = timeline.timeout.flatMap { takesTime && turn.latency >= $0 ? $0 : nil }
    do {
      try await timeline.limit(to: limit) { try await turn.wait(way, takesTime: takesTime) }
    } catch let loss as AnswerLoss {
      if loss.isSilent, timeline.timeout != nil { try await timeline.stall(after: .zero, waits: true) }
      throw URLError(.networkConnectionLost)
    } catch {
      throw error as? URLError ?? URLError(.cancelled)
    }
  }
}

extension StubEngine {
  /// Sleeps on the transport's clock.
  package func pause(for duration: Duration) async throws {
    try await Timeline(on: chosenClock ?? ContinuousClock(), in: log.surroundings).sleep(until: duration)
  }
}

extension Answer {
  /// The response, if reading a file is all there is to do for it.
  fileprivate var readyResponse: HTTPResponse? {
    switch storage {
    case .response(let response): response
    case .file(let read): try? read()
    default: nil
    }
  }

  fileprivate var isFile: Bool {
    if case .file = storage { true } else { false }
  }
}
