import Foundation
public import NetworkEndpoints

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension MockTransport {
  /// Answers a request from the stubs.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: ``UnansweredRequest`` if none does; the error that the stub answers with; `URLError.timedOut`;
  ///   `URLError.cancelled` when the task is cancelled.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
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
    switch try await reply(to: begin(request, turn(of: request))) {
    case .whole(let response): HTTPStream(response)
    case .stream(let stream): stream
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
  nonisolated func begin(_ request: URLRequest, _ turn: (any AnswerTurn)? = nil) throws -> Call {
    // As a session, which sends nothing then.
    if Task.isCancelled { throw URLError(.cancelled) }
    let received = ReceivedRequest(request)
    let timeout = request.timeLimit
    // Its time begins before the log shows it: a test that sees it there may move the time at once.
    let timeline = chosenClock.map { Timeline(on: $0, timeout: timeout, faultsWait: true) }
    let (number, taken, table) = state.withLock { state in
      let number = log.append(received)
      let taken = state.table.take(received, number: number)
      return (number, taken, taken == nil ? state.table : nil)
    }
    var call = Call(request: received, number: number, log: log, taken: taken, turn: turn)
    defer { log.inbox.add(received, for: received) }
    guard let taken else {
      call.settle(.unanswered)
      throw unanswered(received, table ?? StubTable())
    }
    if turn == nil, taken.delay == nil, var response = taken.answer.readyResponse {
      if response.url == nil { response.url = received.url }
      call.response = response
      call.settle(.answered(response))
    } else {
      call.timeline = timeline ?? Timeline(on: ContinuousClock(), timeout: timeout, faultsWait: false)
    }
    return call
  }

  /// Reports that no stub answers a request.
  private nonisolated func unanswered(_ request: ReceivedRequest, _ table: StubTable) -> UnansweredRequest {
    let explanation = UnansweredReport(request, table: table, log: log.exchanges).text
    log.report(Problem(text: explanation, sourceLocation: trait?.traitLocation ?? givenLocation))
    return UnansweredRequest(request: request, explanation: explanation)
  }

  /// In a simulation, waits until the request may arrive.
  private func turn(of request: URLRequest) async throws -> (any AnswerTurn)? {
    guard let order = SimulationContext.current.order ?? answerOrder else { return nil }
    do { return try await order.arrive(ReceivedRequest(request)) } catch { throw URLError(.cancelled) }
  }

  /// Waits for the answer of a stub, and hands it on.
  private func finish<Result>(
    _ call: Call, _ use: (Answer.Reply) async throws -> Result
  ) async throws -> Result {
    // Set for every call that has no response yet.
    guard let taken = call.taken, let timeline = call.timeline else { throw URLError(.unknown) }
    try await waitForTurn(of: call, timeline)
    do {
      let delay = taken.delay.map { $0.delay.duration(at: $0.index, run: seed) } ?? .zero
      return try await use(try await taken.answer.reply(to: call.request, on: timeline, after: delay))
    } catch {
      call.settle(.failed(error))
      if taken.answer.mustNotFail { log.report(.unusableAnswer(of: taken.stub, to: call.request, error)) }
      throw error
    }
  }

  /// In a simulation, waits until the answer may arrive. An answer with a delay arrives when that is over.
  private func waitForTurn(of call: Call, _ timeline: Timeline) async throws {
    guard let turn = call.turn, call.taken?.delay == nil else { return }
    do {
      // Only then, since each limit is a task more.
      let limit = timeline.timeout.flatMap { turn.latency < $0 ? nil : $0 }
      try await timeline.limit(to: limit) { try await turn.wait() }
    } catch {
      let error = error as? URLError ?? URLError(.cancelled)
      call.settle(.failed(error))
      throw error
    }
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
