import NetworkStubs
import NetworkTesting
import TestSupport

@testable import NetworkSimulation

/// Every kind of answer, ended in every way, at every depth: only reading or encoding an answer is the stub's fault.
@Suite("An answer that is cancelled, timed out, broken or streamed is no problem of its stub")
struct EndedAnswerTests {
  @Test(
    "an answer that is cancelled, timed out, broken or streamed is no problem of its stub, through a transport",
    arguments: AnswerForm.allCases, AnswerEnd.allCases)
  func transport(kind: AnswerForm, end: AnswerEnd) async throws {
    let issues = await recordedIssues { try await Self.run(kind, end) { $0 } }
    #expect(issues.isEmpty, "\(issues)")
  }

  @Test(
    "an answer that is cancelled, timed out, broken or streamed is no problem of its stub, through a mocked session",
    arguments: AnswerForm.allCases, AnswerEnd.allCases)
  func session(kind: AnswerForm, end: AnswerEnd) async throws {
    let issues = await recordedIssues {
      try await Self.run(kind, end) { URLSessionTransport(session: .mocked(by: $0)) }
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "an answer that is cancelled, timed out, broken or streamed is no problem of its stub, in a simulation",
    arguments: AnswerForm.allCases, AnswerEnd.allCases)
  func simulation(kind: AnswerForm, end: AnswerEnd) async throws {
    let request = end.request
    for seed in 1...3 as ClosedRange<UInt64> {
      let issues = await recordedIssues {
        let run = await SimulatedRun.of(seed: seed) {
          let transport = MockTransport(.any.respond(with: end.answer(kind)).optional())
          let call = Task { try await end.send(request, through: transport) }
          if end == .cancelled {
            try await Task.sleep(for: .seconds(1), clock: .simulated)
            call.cancel()
          }
          Self.check(await call.result, kind, end)
        }
        #expect(run.error == nil)
      }
      #expect(issues.isEmpty, "\(issues)")
    }
  }

  // A session tells its caller of a cancellation at once. What was on its way to the transport went there later, after the test.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a poll over a session that was cancelled, and has ended, sends nothing more in a simulation")
  func endedPoll() async {
    for seed in 1...UInt64(Effort.count(200, full: 4_000)) {
      let counts = Protected<[Int]>([])
      let run = await SimulatedRun.of(seed: seed) {
        let transport = MockTransport(.any.respond(status: 200).optional())
        let session = URLSession.mocked(by: transport)
        let poll = Task {
          while !Task.isCancelled {
            _ = try? await session.data(from: .test("/poll"))
            try? await Task.sleep(for: .milliseconds(100), clock: .simulated)
          }
        }
        try await Task.sleep(for: .milliseconds(seed * 37 % 1_000), clock: .simulated)
        poll.cancel()
        await poll.value
        counts.withLock { $0.append(transport.log.exchanges.count) }
        try await Task.sleep(for: .seconds(5), clock: .simulated)
        counts.withLock { $0.append(transport.log.exchanges.count) }
        session.invalidateAndCancel()
      }
      #expect(run.error == nil)
      #expect(Set(counts.withLock { $0 }).count == 1, "seed \(seed): \(counts.withLock { $0 })")
    }
  }

  private static func run(
    _ kind: AnswerForm, _ end: AnswerEnd, through depth: (MockTransport) -> any HTTPTransport
  ) async throws {
    let clock = VirtualClock()
    let mock = MockTransport(.any.respond(with: end.answer(kind)), clock: clock)
    let transport = depth(mock)
    let call = Task { try await end.send(end.request, through: transport) }
    _ = try await mock.nextRequest()
    switch end {
    case .cancelled: call.cancel()
    case .timedOut: clock.jump(by: .seconds(5))
    case .broken, .streamed: break
    }
    check(await call.result, kind, end)
    try await mock.verify()
  }

  private static func check(_ result: Result<Void, any Error>, _ kind: AnswerForm, _ end: AnswerEnd) {
    switch (result, end, kind) {
    case (.failure(let error as URLError), .cancelled, _): #expect(error.code == .cancelled)
    case (.failure(let error as URLError), .timedOut, _): #expect(error.code == .timedOut)
    case (.failure(let error as URLError), _, .error): #expect(error.code == .badServerResponse)
    case (.failure(let error as URLError), .broken, _): #expect(error.code == .networkConnectionLost)
    case (.success, .streamed, _): break
    default: Issue.record("\(kind), \(end): \(result)")
    }
  }
}

/// The kinds of answers that a stub can have.
enum AnswerForm: CaseIterable {
  case status, text, json, value, fixture, error, closure, stream, live

  func answer() -> Answer {
    switch self {
    case .status: .status(200)
    case .text: .text("some tea")
    case .json: .json(["title": "Tea"])
    case .value: .json(["title": "Tea"] as [String: String])
    case .fixture: .fixture("search.json")
    case .error: .error(.badServerResponse)
    case .closure: .closure { _ in HTTPResponse(body: Data("some tea".utf8)) }
    case .stream: .stream("some", "tea")
    case .live: .stream(["some", "tea"].map { Data($0.utf8) }.publisher)
    }
  }
}

/// How an answer ends before it is whole, or comes in pieces.
enum AnswerEnd: CaseIterable {
  case cancelled, timedOut, broken, streamed

  func answer(_ kind: AnswerForm) -> Answer {
    switch self {
    case .cancelled, .timedOut: kind.answer().delayed(by: .seconds(30))
    case .broken: kind.answer().broken(by: .connectionLost(afterBodyBytes: 1))
    case .streamed: kind.answer()
    }
  }

  var request: URLRequest {
    var request = URLRequest.test("/items/1")
    request.timeoutInterval = self == .timedOut ? 5 : 60
    return request
  }

  func send(_ request: URLRequest, through transport: any HTTPTransport) async throws {
    guard self != .cancelled else { return _ = try await transport.send(request) }
    _ = try await transport.stream(request).response()
  }
}

extension [Data] {
  /// The chunks, one after the other.
  fileprivate var publisher: AsyncStream<Data> {
    AsyncStream { source in
      for chunk in self { source.yield(chunk) }
      source.finish()
    }
  }
}
