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
    return try await finish(call) { reply in
      var response =
        switch reply {
        case .whole(let response): response
        case .stream(let stream): try await stream.response()
        }
      if response.url == nil { response.url = request.url }
      self.settle(call, .answered(response))
      return response
    }
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
  func reply(to call: MockCall) async throws -> Answer.Reply {
    if let response = call.response { return .whole(response) }
    return try await finish(call) { reply in
      switch reply {
      case .whole(var response):
        if response.url == nil { response.url = call.request.url }
        self.settle(call, .answered(response))
        return .whole(response)
      case .stream(var stream):
        stream.url = stream.url ?? call.request.url
        self.settle(call, .answered(HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)))
        let chunks = NotedChunks(stream: stream, transport: self, call: call)
        return .stream(
          HTTPStream(status: stream.status, headers: stream.headers, url: stream.url, chunks: chunks))
      }
    }
  }

  /// Takes a request: from now on it is in the log, and its stub is used.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - turn: When its answer arrives, in a simulation.
  nonisolated func begin(_ request: URLRequest, _ turn: (any AnswerTurn)? = nil) throws -> MockCall {
    // As a session, which sends nothing then.
    if Task.isCancelled { throw URLError(.cancelled) }
    let received = ReceivedRequest(request)
    switch state.withLock({ $0.receive(received, on: givenClock, turn) }) {
    case .taken(let call, let waiter):
      waiter?.continuation.resume(returning: received)
      return call
    case .unanswered(let explanation, let waiter):
      turn?.end(.unanswered)
      waiter?.continuation.resume(returning: received)
      report(Problem(text: explanation, sourceLocation: trait?.traitLocation ?? givenLocation))
      throw UnansweredRequest(request: received, explanation: explanation)
    }
  }

  /// In a simulation, waits until the request may arrive.
  private func turn(of request: URLRequest) async throws -> (any AnswerTurn)? {
    guard let order = SimulationContext.current.order ?? answerOrder else { return nil }
    do { return try await order.arrive(ReceivedRequest(request)) } catch { throw URLError(.cancelled) }
  }

  /// In a simulation, waits until the answer may arrive. An answer with a delay arrives when that is over.
  private func waitForTurn(of call: MockCall, _ timing: Answer.Timing) async throws {
    guard let turn = call.turn, call.taken.delay == nil else { return }
    do {
      // Only then, since each limit is a task more.
      let limit = timing.timeout.flatMap { turn.latency < $0 ? nil : $0 }
      try await timing.timeline.limit(to: limit) { try await turn.wait() }
    } catch {
      let error = error as? URLError ?? URLError(.cancelled)
      settle(call, .failed(error))
      throw error
    }
  }

  private func finish<Result>(
    _ call: MockCall, _ use: (Answer.Reply) async throws -> Result
  ) async throws -> Result {
    let timing = Answer.Timing(
      timeline: call.timeline ?? Timeline(on: chosenClock ?? ContinuousClock()),
      delay: call.taken.delay.map { $0.delay.duration(at: $0.index, run: seed) } ?? .zero,
      timeout: call.request.urlRequest.timeLimit,
      faultsWait: chosenClock != nil)
    try await waitForTurn(of: call, timing)
    do {
      return try await use(try await call.taken.answer.reply(to: call.request, timing))
    } catch {
      settle(call, .failed(error))
      if call.taken.answer.mustNotFail {
        report(.unusableAnswer(of: call.taken.stub, to: call.request, error))
      }
      throw error
    }
  }

  func settle(_ call: MockCall, _ outcome: Exchange.Outcome) {
    call.turn?.end(outcome)
    state.withLock { $0.settle(call, outcome) }
  }
}

/// A request that a mock transport answers.
struct MockCall: Sendable {
  let request: ReceivedRequest
  let number: Int
  let taken: TakenStub
  /// The answer, where it is there at once.
  var response: HTTPResponse?
  /// The time since the request came, where that matters.
  var timeline: Timeline?
  /// When the answer arrives, in a simulation.
  var turn: (any AnswerTurn)?
}
