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
    let call = try begin(request)
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
    switch try await reply(to: request) {
    case .whole(let response): HTTPStream(response)
    case .stream(let stream): stream
    }
  }

  /// Answers a request from the stubs, all at once where the answer is there.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - pending: Takes the time since the request came, before anything is waited for.
  func reply(to request: URLRequest, pending: (Timeline) -> Void = { _ in }) async throws -> Answer.Reply {
    let call = try begin(request)
    if let response = call.response { return .whole(response) }
    if let timeline = call.timeline { pending(timeline) }
    return try await finish(call) { reply in
      switch reply {
      case .whole(var response):
        if response.url == nil { response.url = request.url }
        self.settle(call, .answered(response))
        return .whole(response)
      case .stream(var stream):
        stream.url = stream.url ?? request.url
        self.settle(call, .answered(HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)))
        let chunks = NotedChunks(stream: stream, transport: self, call: call)
        return .stream(
          HTTPStream(status: stream.status, headers: stream.headers, url: stream.url, chunks: chunks))
      }
    }
  }

  /// Takes a request: from now on it is in the log, and its stub is used.
  private func begin(_ request: URLRequest) throws -> MockCall {
    // As a session, which sends nothing then.
    if Task.isCancelled { throw URLError(.cancelled) }
    let received = ReceivedRequest(request)
    let number = firstNumber + log.count
    guard let taken = table.take(received, number: number) else {
      note(Exchange(number: number, request: received, outcome: .unanswered))
      throw unanswered(received)
    }
    guard taken.delay == nil, var response = taken.answer.readyResponse else {
      // Its time begins before anybody knows of it: who waits for the request may move the time at once.
      let timeline = Timeline(on: clock)
      note(Exchange(number: number, request: received, outcome: .pending))
      return MockCall(request: received, number: number, taken: taken, timeline: timeline)
    }
    if response.url == nil { response.url = request.url }
    note(Exchange(number: number, request: received, outcome: .answered(response)))
    return MockCall(request: received, number: number, taken: taken, response: response)
  }

  private var clock: any Clock<Duration> { chosenClock ?? ContinuousClock() }

  private func finish<Result>(
    _ call: MockCall, _ use: (Answer.Reply) async throws -> Result
  ) async throws -> Result {
    let timing = Answer.Timing(
      timeline: call.timeline ?? Timeline(on: clock),
      delay: call.taken.delay.map { $0.delay.duration(at: $0.index, run: seed) } ?? .zero,
      timeout: call.request.urlRequest.timeLimit,
      faultsWait: chosenClock != nil)
    do {
      return try await use(try await call.taken.answer.reply(to: call.request, timing))
    } catch {
      settle(call, .failed(error))
      if call.taken.answer.mustNotFail {
        problems.report(.unusableAnswer(of: call.taken.stub, to: call.request, error))
      }
      throw error
    }
  }

  private func note(_ exchange: Exchange) {
    log.append(exchange)
    if !waiters.isEmpty { resumeWaiter() }
  }

  private func unanswered(_ request: ReceivedRequest) -> UnansweredRequest {
    let explanation = UnansweredReport(request, table: table, log: log).text
    problems.report(Problem(text: explanation, sourceLocation: trait?.traitLocation ?? givenLocation))
    return UnansweredRequest(request: request, explanation: explanation)
  }

  /// Notes what became of a request, unless the log was reset meanwhile.
  func settle(_ call: MockCall, _ outcome: Exchange.Outcome) {
    let index = call.number - firstNumber
    guard log.indices.contains(index) else { return }
    log[index].outcome = outcome
    log[index].duration = call.timeline?.elapsed ?? .zero
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
}

extension Answer {
  /// The response, where nothing has to be done for it.
  fileprivate var readyResponse: HTTPResponse? {
    switch storage {
    case .response(let response): response
    case .file(let read): try? read()
    default: nil
    }
  }
}
