import NetworkStubs
import TestSupport

@testable import NetworkTesting

@Suite("MockTransport")
struct MockTransportTests {
  private let request = URLRequest(url: URL(string: "https://api.example.com/items/1?a=1") ?? URL(fileURLWithPath: "/"))

  @Test("the first stub that matches answers")
  func firstWins() async throws {
    let transport = MockTransport(
      .get("/items/2").respond(status: 500).optional(),
      .get("/items/1").respond(json: ["first": true]),
      .get("/items/{id}").respond(status: 500).optional())
    let response = try await transport.send(request)
    #expect(response.status == 200)
    #expect(response.body == Data(#"{"first":true}"#.utf8))
    #expect(response.headers["content-type"] == "application/json")
    #expect(response.url == request.url)
  }

  @Test("a stub that is used up lets the next one answer")
  func usedUp() async throws {
    let transport = MockTransport(
      .get("/items/1").respond(status: 201).once(), .get("/items/1").respond(status: 202).times(2))
    var statuses: [Int] = []
    for _ in 1...3 { statuses.append(try await transport.send(request).status) }
    #expect(statuses == [201, 202, 202])
  }

  @Test("answers in order are given once, or the last is repeated")
  func row() async throws {
    let once = MockTransport(.get().respond(inOrder: .status(201), .status(202)))
    #expect(try await once.send(request).status == 201)
    #expect(try await once.send(request).status == 202)
    let issues = await recordedIssues { _ = try? await once.send(request) }
    #expect(issues.count == 1)

    let repeating = MockTransport(.get().respond(inOrder: .status(201), .status(202)).repeatingLast())
    var statuses: [Int] = []
    for _ in 1...4 { statuses.append(try await repeating.send(request).status) }
    #expect(statuses == [201, 202, 202, 202])
  }

  @Test("an error is thrown as it is")
  func error() async throws {
    struct Odd: Error, Equatable {}
    let transport = MockTransport(
      .get().respond(with: .error(Odd())).once(), .get().respond(with: .error(.timedOut)).once())
    await #expect(throws: Odd()) { try await transport.send(request) }
    let error = try await #require(throws: URLError.self) { try await transport.send(request) }
    #expect(error.code == .timedOut)
  }

  @Test("a closure makes its answer of the request")
  func closure() async throws {
    let transport = MockTransport(
      .get("/items/{id}").respond { request in
        .json(["id": .string(URLPattern("/items/{id}").matchPath(request.urlParts)?["id"] ?? "")])
      })
    #expect(try await transport.send(request).body == Data(#"{"id":"1"}"#.utf8))
  }

  @Test("a fixture is answered with its content type")
  func fixture() async throws {
    let transport = MockTransport(.get().respond(with: .fixture("users/ada.json")))
    let response = try await transport.send(request)
    #expect(response.headers["Content-Type"] == "application/json")
    #expect(response.body == (try Fixture("users/ada.json").data))
  }

  @Test("an answer that cannot be made fails the test at the stub's line")
  func unusable() async throws {
    let line = #line + 1
    let transport = MockTransport(.get().respond(with: .fixture("users/adda.json")))
    let issues = await recordedIssues {
      await #expect(throws: FixtureError.self) { try await transport.send(request) }
    }
    #expect(issues.map(\.line) == [line])
    #expect(issues.first?.text.contains("users/ada.json") == true)
    guard case .failed(let error) = await transport.exchanges.first?.outcome else {
      Issue.record("The log does not show that the request failed.")
      return
    }
    #expect(error is FixtureError)
  }

  @Test("a body that comes as a stream is read once and handed on")
  func stream() async throws {
    var upload = request
    upload.httpMethod = "POST"
    upload.httpBodyStream = InputStream(data: Data(#"{"name":"Ada"}"#.utf8))
    let transport = MockTransport(
      .post().body(json: ["name": "Grace"]).respond(status: 500).optional(),
      .post().body(json: ["name": "Ada"]).respond { .init(status: 201, body: $0.body) })
    #expect(try await transport.send(upload).body == Data(#"{"name":"Ada"}"#.utf8))
    #expect(await transport.requests.map(\.body) == [Data(#"{"name":"Ada"}"#.utf8)])
  }

  @Test("requests are remembered in their order, with what became of them")
  func remembers() async throws {
    let transport = MockTransport(
      .get("/items/1").respond(status: 204), .delete().respond(with: .error(.networkConnectionLost)))
    _ = try await transport.send(request)
    var removal = request
    removal.httpMethod = "DELETE"
    _ = try? await transport.send(removal)
    #expect(await transport.requests.map(\.method) == [.get, .delete])
    #expect(await transport.exchanges.map(\.number) == [1, 2])
    let outcomes = await transport.exchanges.map(\.outcome)
    guard case .answered(let response) = outcomes[0], case .failed(let error) = outcomes[1] else {
      Issue.record("\(outcomes)")
      return
    }
    #expect(response.status == 204)
    #expect((error as? URLError)?.code == .networkConnectionLost)
  }

  @Test("a stub for one answers one of many concurrent requests")
  func concurrent() async throws {
    let transport = MockTransport(.get("/items/1").respond(status: 200).once())
    let request = request
    var texts: [String?] = []
    let count = Effort.count(100, full: 1_000)
    let issues = await recordedIssues {
      await withTaskGroup(of: String?.self) { group in
        for _ in 1...count {
          group.addTask {
            do { _ = try await transport.send(request) } catch { return "\(error)" }
            return nil
          }
        }
        for await text in group { texts.append(text) }
      }
    }
    #expect(texts.count { $0 == nil } == 1)
    #expect(texts.count { $0?.contains("the stub that matches is used up") == true } == count - 1)
    #expect(issues.count == (areKnownIssuesTold ? count - 1 : 1), "in a known issue, each is recorded")
  }

  @Test("reset forgets the past and leaves a call in flight alone")
  func reset() async throws {
    let gate = AsyncStream<Void>.makeStream()
    let transport = MockTransport(
      .get().respond { _ in
        for await _ in gate.stream {}
        return HTTPResponse(status: 201)
      }.optional())
    let request = request
    async let response = transport.send(request)
    _ = try await transport.nextRequest()
    await transport.reset()
    #expect(await transport.requests.isEmpty)
    gate.continuation.finish()
    #expect(try await response.status == 201)
    #expect(await transport.requests.isEmpty)
  }

  @Test("after a reset, the same problems are issues again, and stubs that are not used then")
  func problemsAfterReset() async {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/a").respond(status: 200))
      for _ in 0..<2 {
        await transport.reset()
        _ = try? await transport.send(.make(.get, "https://api.example.com/aa"))
      }
      await transport.reset()
      try await transport.verify()
    }
    #expect(issues.count == 3)
    #expect(issues.last?.text.contains("was never used") == true)
  }
}

@Suite("Requests that still wait when their test ends")
struct WaitingRequestTests {
  private func warnings(_ body: @escaping @Sendable (MockTransport, VirtualClock) async throws -> Void) async throws
    -> [String]
  {
    let texts = Protected<[String]>([])
    let output = UnattributedOutput { problem in texts.withLock { $0.append(problem.text) } }
    let clock = VirtualClock()
    let transport = MockTransport(.any("/slow").respond(status: 200).delayed(by: .seconds(3)).optional(), clock: clock)
    try await body(transport, clock)
    await Task.detached {
      UnattributedOutput.$current.withValue(output) { transport.log.warnOfWaits(at: CodePlace()) }
    }.value
    clock.jump(by: .seconds(3))
    return texts.withLock { $0 }
  }

  @Test("requests that still wait when their test ends are named with their stub and clock")
  func named() async throws {
    let call = Protected<Task<HTTPResponse, any Error>?>(nil)
    let texts = try await warnings { transport, clock in
      call.withLock { $0 = Task { try await transport.send(.make(.get, "https://a.test/slow")) } }
      try await clock.waitForSleepers(1)
    }
    #expect(texts.count == 1)
    let text = try #require(texts.first)
    #expect(
      text.hasPrefix(
        "warning: #1 GET https://a.test/slow still waits for its answer: .any(\"/slow\") at MockTransportTests.swift:"))
    #expect(text.contains("answers after 3 seconds, on a clock that is at 0 seconds."), "\(text)")
    #expect(try await call.withLock { $0 }?.value.status == 200)
  }

  #if compiler(>=6.3)
    @Test(
      "requests that still wait when their test ends are named when the transport is verified in its test, unless it was reset",
      arguments: [false, true])
    func verified(isReset: Bool) async throws {
      let issues = await recordedIssues {
        let clock = VirtualClock()
        let transport = MockTransport(.any.respond(status: 200).delayed(by: .seconds(3)), clock: clock)
        let call = Task { try await transport.send(.make(.get, "https://a.test/slow")) }
        try await clock.waitForSleepers(1)
        if isReset { await transport.reset() }
        try await transport.verify()
        clock.jump(by: .seconds(3))
        _ = try await call.value
      }
      #expect(issues.contains { $0.text.contains("still waits for its answer") } == !isReset)
    }
  #endif

  @Test("requests that still wait when their test ends are not named once they are answered or cancelled")
  func ended() async throws {
    let texts = try await warnings { transport, clock in
      async let answered = transport.send(.make(.get, "https://a.test/slow"))
      try await clock.waitForSleepers(1)
      clock.jump(by: .seconds(3))
      #expect(try await answered.status == 200)
      let cancelled = Task { try await transport.send(.make(.get, "https://a.test/slow")) }
      try await clock.waitForSleepers(1)
      cancelled.cancel()
    }
    #expect(texts.isEmpty)
  }
}
