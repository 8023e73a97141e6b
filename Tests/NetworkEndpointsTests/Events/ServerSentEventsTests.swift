import NetworkEndpoints
import NetworkSimulation
import NetworkStubs
import NetworkTesting
import TestSupport

/// Events over as many connections as it takes.
struct ServerSentEventsTests {
  private static let prices = Endpoint<EndpointKinds.Public, Void>(path: "prices")

  private func loader(_ transport: any HTTPTransport) -> EndpointLoader {
    EndpointLoader(transport: transport, host: "test")
  }

  private func read(_ loader: EndpointLoader) async throws -> [String] {
    var read: [String] = []
    for try await event in loader.events(endpoint: Self.prices) { read.append("\(event.id ?? "-") \(event.data)") }
    return read
  }

  @Test("the next connection goes on after the last event, when the server says") func resumes() async throws {
    let clock = ImmediateClock()
    let transport = MockTransport(
      .get("/prices").header("Last-Event-ID", "1").header("Accept", "text/event-stream")
        .respond(with: .events([ServerSentEvent("two", id: "2"), "no id"])).once(),
      .get("/prices").header("Last-Event-ID", "2").respond(status: 204),
      .get("/prices").respond(with: .events([ServerSentEvent("one", id: "1", retry: .seconds(7))])).once(), clock: clock
    )
    #expect(try await read(loader(transport)) == ["1 one", "2 two", "2 no id"])
    #expect(clock.now == .init(offset: .seconds(14)))
    #expect(await transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "2"])
  }

  @Test("only an event that was complete counts, and a retry of its own") func completeEvents() async throws {
    let clock = ImmediateClock()
    let transport = MockTransport(
      .get("/prices").respond(
        inOrder:
          .stream(
            "id: 1\n\nretry: 9000\nid: 2\ndata: cut off\n", .failure(.networkConnectionLost),
            headers: ["Content-Type": "Text/Event-Stream; charset=utf-8"]),
        .events([ServerSentEvent("x", id: "é 3")]),
        .stream("id\n\nretry: 1", headers: ["Content-Type": "text/event-stream"]), .status(204)), clock: clock)
    #expect(try await read(loader(transport)) == ["é 3 x"])
    #expect(await transport.requests.map { $0.headers["Last-Event-ID"] } == [nil, "1", "é 3", nil])
    #expect(clock.now == .init(offset: .seconds(27)))
  }

  @Test("attempts that fail are made after twice the time each, up to a minute") func retries() async throws {
    let clock = ImmediateClock()
    let times = Times()
    let transport = MockTransport(
      .get("/prices").matching("notes the time") { _ in times.add(clock.now.offset) }
        .respond(
          inOrder: .error(.notConnectedToInternet), .error(.timedOut), .fault(.connectionRefused),
          .error(.dnsLookupFailed),
          .error(.cannotConnectToHost), .error(.networkConnectionLost), .events(["now"]), .error(.timedOut),
          .status(204)),
      clock: clock)
    #expect(try await read(loader(transport)) == ["- now"])
    #expect(times.differences == [3, 6, 12, 24, 48, 60, 3, 3])
  }

  @Test(
    "another connection is of no use after an answer that is not events",
    arguments: [
      (Answer.json(["a": 1]), "notEvents", "its Content-Type is application/json, not text/event-stream"),
      (.status(200), "notEvents", "it has no Content-Type, which should be text/event-stream"),
      (.events(["x"]).status(206), "notEvents", "its status is 206, not 200"),
      (.status(503), "unacceptableStatus", "returned status 503"),
      (.status(401), "unacceptableStatus", "returned status 401"),
    ])
  func useless(_ answer: Answer, code: String, text: String) async throws {
    let transport = MockTransport(.get("/prices").respond(with: answer))
    let error = await #expect(throws: LoadError.self) { try await read(loader(transport)) }
    #expect(error?.code.description == code)
    #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
    #expect(await transport.requests.count == 1)
  }

  @Test("a reader that goes on after the end gets nothing more") func readerGoesOn() async throws {
    let transport = MockTransport(.get("/prices").respond(status: 500))
    var events = loader(transport).events(endpoint: Self.prices).makeAsyncIterator()
    await #expect(throws: LoadError.self) { try await events.next() }
    #expect(try await events.next() == nil)
    #expect(await transport.requests.count == 1)
  }

  @Test("an error that is not about the connection ends them") func otherErrors() async throws {
    for error: any Error in [URLError(.unsupportedURL), URLError(.serverCertificateUntrusted), Stop()] {
      let transport = MockTransport(.get("/prices").respond(with: .error(error)))
      await #expect(throws: (any Error).self) { try await read(loader(transport)) }
      #expect(await transport.requests.count == 1)
    }
    await #expect(throws: InvalidEndpointError.self) {
      try await read(EndpointLoader(transport: MockTransport(), host: "not a host"))
    }
  }

  @Test("a request that no stub answers ends them, and is one issue") func noStub() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/prices").respond(with: .events(["x"])).once(), clock: ImmediateClock())
      await #expect(throws: UnansweredRequest.self) { try await read(loader(transport)) }
    }
    #expect(issues.map { $0.text.prefix(20) } == ["No stub answers GET "])
  }

  @Test("cancellation ends them", arguments: ["pause", "silence", "connecting"])
  func cancelled(during phase: String) async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/prices").respond(
        with: phase == "connecting"
          ? .events(["x"]).delayed(by: .seconds(5)) : .events(["x"], every: phase == "pause" ? .zero : .seconds(5))),
      clock: clock)
    let reader = Task { try await read(loader(transport)) }
    try await clock.waitForSleepers(1)
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    #expect(await transport.requests.count == 1)
  }

  @Test("the pauses of a mocked session, and around another transport, are the test's", .virtualTime)
  func pausesAreTheTests() async throws {
    struct Wrapped: HTTPTransport {
      let base: any HTTPTransport
      func send(_ request: URLRequest) async throws -> HTTPResponse { try await base.send(request) }
    }
    let clock = try #require(VirtualClock.current)
    for isSession in [true, false] {
      let transport = MockTransport(.get("/prices").respond(inOrder: .events(["x"]), .status(204)))
      let session = URLSession.mocked(by: transport)
      let sender: any HTTPTransport = isSession ? URLSessionTransport(session: session) : Wrapped(base: transport)
      async let events = read(loader(sender))
      try await clock.waitForSleepers(1)
      clock.jump(by: .seconds(3))
      #expect(try await events == ["- x"])
      session.invalidateAndCancel()
    }
  }

  @Test("a suspended transport's pauses are on its clock") func suspended() async throws {
    let clock = VirtualClock()
    let transport = SuspendedTransport(clock: clock)
    async let events = read(loader(transport))
    try await transport.nextCall().answer(with: .events(["x"]))
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(3))
    try await transport.nextCall().answer(with: .status(204))
    #expect(try await events == ["- x"])
  }

  @Test("no event is lost or comes twice, whatever the network does", .simulated(runs: 100, faults: .some))
  func noEventIsLost()
    async throws
  {
    let transport = MockTransport(
      .get("/prices").respond { request in
        let next = (request.headers["Last-Event-ID"].flatMap { Int($0) } ?? 0) + 1
        guard next <= 5 else { return HTTPResponse(status: 204) }
        let events = (next...min(5, next + 1)).map { "id: \($0)\ndata: \($0)\n\n" }
        return HTTPResponse(
          headers: ["Content-Type": "text/event-stream"], body: Data((events.joined() + "data: cut").utf8))
      })
    #expect(try await read(loader(transport)) == (1...5).map { "\($0) \($0)" })
  }

  private struct Stop: Error {}

  // The lock guards the only property.
  private final class Times: @unchecked Sendable {
    private let lock = NSLock()
    private var all: [Duration] = []

    func add(_ time: Duration) -> Bool {
      lock.withLock { all.append(time) }
      return true
    }

    /// In seconds.
    var differences: [Double] { lock.withLock { zip(all, all.dropFirst()).map { ($1 - $0) / .seconds(1) } } }
  }
}

extension Answer {
  fileprivate func status(_ status: Int) -> Answer {
    .stream("data: x\n\n", status: status, headers: ["Content-Type": "text/event-stream"])
  }
}
