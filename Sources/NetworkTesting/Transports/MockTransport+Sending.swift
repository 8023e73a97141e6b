public import NetworkEndpoints
import Testing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension MockTransport {
  /// Answers a request from the stubs.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: ``UnansweredRequest`` if none does; the error that the stub answers with; `URLError.timedOut`;
  ///   `URLError.cancelled` when the task is cancelled.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    if let test = log.test, Test.current == nil { return try await test.perform { try await self.send(request) } }
    // As a session, which sends nothing then.
    if Task.isCancelled { throw URLError(.cancelled) }
    let call = try begin(request, await turn(of: request))
    if let response = call.response { return response }
    return try await finish(call) { try await call.finish($0) }
  }

  /// Answers a request from the stubs, the chunks of a streamed answer each at its time.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    if let test = log.test, Test.current == nil { return try await test.perform { try await self.stream(request) } }
    if Task.isCancelled { throw URLError(.cancelled) }
    switch try await reply(to: begin(request, turn(of: request))) {
    case .whole(let response): return HTTPStream(response)
    case .stream(let stream): return stream
    }
  }

  /// The answer to a request that was taken, as soon as its head is there.
  func reply(to call: Call) async throws -> Answer.Reply {
    if let response = call.response { return .whole(response) }
    return try await finish(call) { try await call.relay($0) }
  }

  /// Takes a request: from now on it is in the log, and its stub is used.
  ///
  /// Under the lock stubs are matched and used up, and nothing else happens there. A matcher with a predicate calls code of
  /// the test, which must not use this transport.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - turn: When its answer arrives, in a simulation.
  ///   - isOnSocket: Whether it came over a socket.
  nonisolated func begin(
    _ request: URLRequest, _ turn: (any AnswerTurn)? = nil, isOnSocket: Bool = false
  ) throws -> Call {
    let received = ReceivedRequest(request)
    // Its time begins before the log shows it: a test that sees it there may move the time at once.
    let timeline = chosenClock.map { Timeline(of: request, on: $0, faultsWait: true) }
    let arrival = (chosenClock as? VirtualClock)?.now.offset
    let isLost = turn?.losesRequest ?? false
    let (number, taken, table): (Int, TakenStub?, StubTable?) = state.withLock { state in
      let number = log.append(received, at: arrival)
      // A request that is lost uses up no stub.
      let before = isLost ? state.table : nil
      let taken = state.table.take(received, number: number)
      if let before { state.table = before }
      return (number, taken, taken == nil ? state.table : nil)
    }
    var call = Call(request: received, number: number, log: log, taken: taken, turn: turn)
    defer { log.inbox.add(received, for: received) }
    if isLost, let taken { log.excuse(taken.stub) }
    guard let taken else {
      call.settle(.unanswered)
      throw unanswered(received, table ?? StubTable())
    }
    if turn == nil, taken.delay == nil, var response = taken.answer.readyResponse {
      if response.url == nil { response.url = received.url }
      call.response = response
      call.settle(.answered(response))
    } else {
      call.timeline = timeline ?? Timeline(of: request, on: ContinuousClock(), faultsWait: isOnSocket)
      call.timeline?.isOnSocket = isOnSocket
    }
    return call
  }

  /// Reports that no stub answers a request.
  private nonisolated func unanswered(_ request: ReceivedRequest, _ table: StubTable) -> UnansweredRequest {
    let location = trait?.traitLocation ?? givenLocation
    guard !log.isOver else {
      let explanation = UnansweredReport.afterTheTest(request, location)
      log.report(Problem(text: explanation, sourceLocation: location))
      return UnansweredRequest(request: request, explanation: explanation)
    }
    let report = UnansweredReport(request, table: table, log: log.exchanges)
    if let stub = report.nearest, log.isFaulty(stub) {
      return UnansweredRequest(
        request: request, explanation: UnansweredReport.ofFaultyStub(request, stub), stub: ObjectIdentifier(stub))
    }
    var explanation = report.text
    // The same again says nothing new, and to look for its callers takes milliseconds.
    if log.isNewUnanswered(explanation) {
      explanation = explanation.sent(by: .current())
      log.reportUnanswered(Problem(text: explanation, sourceLocation: location), missed: report.meant?.stub)
    }
    return UnansweredRequest(request: request, explanation: explanation)
  }

  /// In a simulation, waits until the request may arrive.
  private func turn(of request: URLRequest) async throws -> (any AnswerTurn)? {
    guard let order = SimulationContext.current.order ?? answerOrder else { return nil }
    do { return try await order.arrive(ReceivedRequest(request)) } catch { throw URLError(.cancelled) }
  }

  /// Waits for the answer of a stub, and hands it on.
  private func finish<Result>(
    _ call: Call, _ use: @Sendable (Answer.Reply) async throws -> Result
  ) async throws -> Result {
    // Set for every call that has no response yet.
    guard let taken = call.taken, let timeline = call.timeline else { throw URLError(.unknown) }
    let duration = taken.delay.map { $0.delay.duration(at: $0.index, run: seed) }
    let clock = chosenClock as? VirtualClock
    log.wait(call.number) {
      let when = duration.map { " after \($0.inWords)" } ?? ""
      return "\(taken.stub.shown) gives it\(when)\(clock.map { ", on a clock that is at \($0.now)" } ?? "")."
    }
    return try await withTaskCancellationHandler {
      try await finish(call, taken, timeline, delay: duration ?? .zero, use)
    } onCancel: {
      log.endWait(call.number)
    }
  }

  private func finish<Result>(
    _ call: Call, _ taken: TakenStub, _ timeline: Timeline, delay: Duration,
    _ use: @Sendable (Answer.Reply) async throws -> Result
  ) async throws -> Result {
    do {
      try await wait(.toService, of: call, timeline)
      let arrival = timeline.elapsed
      let reply: Swift.Result<Answer.Reply, any Error>
      let answer: @Sendable () async throws -> Answer.Reply = {
        try await taken.answer.reply(to: call.request, on: timeline, after: delay)
      }
      call.turn?.repeats { _ = try await answer() }
      // A failure that took time is a time-out, which the caller notices itself.
      do {
        reply = .success(try await answer())
      } catch  where timeline.elapsed == arrival { reply = .failure(error) }
      try await wait(.back, of: call, timeline)
      return try await use(try reply.get())
    } catch let error as UnusableAnswer {
      call.settle(.failed(error.cause))
      log.report(.unusableAnswer(of: taken.stub, to: call.request, error.cause))
      throw error.cause
    } catch let fault as SocketFault {
      call.settle(fault.outcome(of: call.request))
      throw fault
    } catch let answer as any SocketAnswer where timeline.isOnSocket {
      call.settle(.answered(HTTPResponse(status: answer.status, url: call.request.url)))
      throw answer
    } catch {
      call.settle(.failed(error))
      throw error
    }
  }

  /// In a simulation, waits until the request or the answer may arrive. An answer with a delay arrives when that is over.
  private func wait(_ way: AnswerWay, of call: Call, _ timeline: Timeline) async throws {
    guard let turn = call.turn else { return }
    let takesTime = call.taken?.delay == nil
    // Only then, since each limit is a task more.
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

extension MockTransport: PausingTransport {
  package nonisolated func pause(for duration: Duration) async throws {
    try await Timeline(on: chosenClock ?? ContinuousClock()).sleep(until: duration)
  }
}

extension Answer {
  /// The response, where nothing has to be done for it but to read a file.
  fileprivate var readyResponse: HTTPResponse? {
    switch storage {
    case .response(let response): response
    case .file(let read): try? read()
    default: nil
    }
  }
}
