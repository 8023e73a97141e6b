import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("The texts of stubs and expectations")
struct ExpectationTextTests {
  private static let users = "https://api.example.com/v1/users"
  private static let sent: [URLRequest] = [
    .make(.post, "https://api.example.com/v1/login", json: ["name": "Ada", "password": "secret"]),
    .make(.get, users), .make(.get, users + "?page=2"), .make(.post, users, json: ["name": "Grace"]),
  ]

  private func text(_ expect: @escaping @Sendable (MockTransport) async -> Void) async -> String {
    await FailureText.ofTransport([RequestMatcher.any.respond(status: 200).optional()]) { transport in
      for request in Self.sent { _ = try? await transport.send(request) }
      await expect(transport)
    }
  }

  @Test("a stub that was never used says what came closest")
  func unused() async throws {
    let stub = RequestMatcher.get("/v1/users").query("page", "3").respond(status: 200)
    let text = await FailureText.ofTransport([stub, RequestMatcher.any.respond(status: 200)]) { transport in
      for request in Self.sent { _ = try? await transport.send(request) }
    }
    try expectGolden(text, "Failures/unused-stub.txt")
  }

  @Test("a stub that was never used, when nothing was received")
  func nothingReceived() async throws {
    try expectGolden(
      await FailureText.of(.get("/v1/users").bearer("secret").respond(status: 200)), "Failures/unused-nothing.txt")
  }

  @Test("a stub used too seldom says how often")
  func tooSeldom() async throws {
    let text = await FailureText.of(.get("/v1/users").respond(status: 200).times(3), sending: [.make(.get, Self.users)])
    try expectGolden(text, "Failures/used-too-seldom.txt")
  }

  @Test("an answer that cannot be made says why")
  func unusable() async throws {
    let text = await FailureText.of(
      .get("/v1/users").respond(json: Double.nan), sending: [.make(.get, Self.users)])
    #expect(text.contains("its answer could not be made"))
  }

  @Test("a count that is wrong lists the requests")
  func count() async throws {
    try expectGolden(await text { await $0.expect(.get("/v1/users"), .exactly(3)) }, "Failures/count-exactly.txt")
    try expectGolden(await text { await $0.expect(.get("/v1/users"), .never) }, "Failures/count-never.txt")
    try expectGolden(await text { await $0.expect(.get("/v1/users"), .atMost(1)) }, "Failures/count-at-most.txt")
    try expectGolden(await text { await $0.expect(.get("/v1/users").query("page", "3")) }, "Failures/count-none.txt")
  }

  @Test("a count of zero when nothing was received")
  func countNothing() async throws {
    let text = await FailureText.ofTransport([]) { await $0.expect(.get("/v1/users"), .once) }
    try expectGolden(text, "Failures/count-nothing.txt")
  }

  enum Silence: String, CaseIterable, Sendable { case sleeping, moved, cancelledSleep = "cancelled-sleep", unsent }

  @Test(
    "the text about a count says what is known of the reason when nothing was received", arguments: Silence.allCases)
  func silence(_ reason: Silence) async throws {
    let clock = VirtualClock()
    let transport = MockTransport(clock: clock)
    let isCancelled = reason == .cancelledSleep
    switch reason {
    case .moved: clock.jump(by: .seconds(10))
    case .sleeping, .cancelledSleep:
      let sleep = Task { try await clock.sleep(for: .seconds(5)) }
      try await clock.waitForSleepers(1)
      if isCancelled { sleep.cancel() }
      if isCancelled { _ = await sleep.result }
    case .unsent:
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await transport.send(.make(.get, Self.users))
      }
      _ = await call.result
    }
    let issues = await recordedIssues { await transport.expect(.get("/v1/users")) }
    try expectGolden(issues.map(\.text).joined(separator: "\n\n"), "Failures/silence-\(reason.rawValue).txt")
    clock.wakeSleepers()
  }

  @Test("a session that is asked in a cancelled task says so, where nothing was received")
  func cancelledSession() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/v1/users").respond(status: 200))
      let session = URLSession.mocked(by: transport)
      let call = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try await session.data(for: .make(.get, Self.users))
      }
      _ = await call.result
    }
    let text = "was not sent: its task was already cancelled, so the session sent nothing."
    #expect(issues.count == 1 && issues.first?.text.contains(text) == true, "\(issues)")
  }

  @Test(
    "a stub of a trait that was never used says what that trait answers",
    arguments: [("everySession", ".fromAnywhere()"), ("network", "this transport")])
  func unusedOfTrait(_ name: String, _ advice: String) {
    let silence = NetworkStubs.Silence(clock: nil, unsent: nil)
    let text = silence.advice(waitingFor: .get("/v1/users"), in: name)
    #expect(text.hasPrefix("If a task that the test does not await sends it") && text.contains(advice), "\(text)")
  }

  @Test("a count is not right if the predicate threw for each request")
  func predicateThrew() async throws {
    struct Unreadable: Error, CustomStringConvertible { let description = "there is no signature" }
    let threw = await text { await $0.expect(.get("/v1/users").matching("is signed") { _ in throw Unreadable() }, 0) }
    try expectGolden(threw, "Failures/count-unknown.txt")
    let within = await text { transport in
      let unreadable = RequestMatcher.get("/v1/users").matching("is signed") { _ in throw Unreadable() }
      await transport.expect(!unreadable && .get("/v1/users"), 2)
      await transport.expect(.put("/v1/users") || unreadable, 0)
      await transport.expect(.any.and(unreadable), 0)
    }
    #expect(within.components(separatedBy: ": its predicate threw").count == 4, "\(within)")
    let known = await text { transport in
      await transport.expect(.get("/v1/users") || .any.matching("is signed") { _ in throw Unreadable() }, 2...4)
      await transport.expect(.get("/v1/users").matching("is signed") { _ in false }, 0)
      await transport.expect(.put("/v1/users").matching("is signed") { _ in throw Unreadable() }, 0)
    }
    #expect(known == "(no problem)")
  }

  @Test("a count that is right says nothing")
  func right() async {
    let text = await text { transport in
      await transport.expect(.get("/v1/users"), .exactly(2))
      await transport.expect(.get("/v1/users"), .atLeast(2))
      await transport.expect(.get("/v1/users"), .atMost(2))
      await transport.expect(.put(), .never)
      await transport.expect(inOrder: .post("/v1/login"), .get("/v1/users"), .post("/v1/users"))
    }
    #expect(text == "(no problem)")
  }

  @Test("an order that is wrong says what came when")
  func order() async throws {
    let early = await text { await $0.expect(inOrder: .get("/v1/users"), .post("/v1/login"), .post("/v1/users")) }
    try expectGolden(early, "Failures/order-too-early.txt")
    let absent = await text {
      await $0.expect(inOrder: .post("/v1/login"), .post("/v1/users").body(json: ["name": "Ada"]))
    }
    try expectGolden(absent, "Failures/order-absent.txt")
    let last = await FailureText.ofTransport([.any.respond(status: 204)]) { transport in
      _ = try? await transport.send(.make(.get, "https://api.example.com/a"))
      await transport.expect(inOrder: .get("/a"), .get("/a"))
    }
    #expect(last.contains("✗ .get(\"/a\"): did not come\n"), "\(last)")
    let none = await FailureText.ofTransport([]) { await $0.expect(inOrder: .get("/a")) }
    #expect(none.contains("did not come. "), "\(none)")
  }

  @Test("the text about too many requests says how much later each came, and which are the same again")
  func later() async throws {
    let text = await Task.detached {
      await Callers.$areShown.withValue(false) { () -> String? in
        let clock = VirtualClock()
        let transport = MockTransport(
          .any.respond(status: 200).optional(), clock: clock, sourceLocation: FailureText.place(8))
        let order = URLRequest.make(.post, "https://api.example.com/orders", json: ["item": "tea"])
        _ = try? await transport.send(order)
        clock.jump(by: .milliseconds(300))
        _ = try? await transport.send(order)
        clock.jump(by: .seconds(2))
        _ = try? await transport.send(.make(.post, "https://api.example.com/orders", json: ["item": "milk"]))
        await transport.expect(.post("/orders"), 1, sourceLocation: FailureText.place(12))
        do { try await transport.verify() } catch { return (error as? VerificationError)?.problems.first }
        return nil
      }
    }.value
    try expectGolden(try #require(text), "Failures/count-later.txt")
  }

  #if compiler(>=6.3) && os(Linux)
    @Test("the text about too many requests says who sent each")
    func senders() async throws {
      let issues = await recordedIssues {
        let transport = MockTransport(.any.respond(status: 204))
        await pay(by: transport)
        await refresh(by: EndpointLoader(transport: transport, host: "api.example.com"))
        await transport.expect(.any, 1, sourceLocation: FailureText.place(12))
      }
      let text = try #require(issues.first?.text).replacing(#/, [0-9.]+ seconds? later/#, with: "")
      try expectGolden(text, "Failures/count-senders.txt")
    }

    private func pay(by transport: MockTransport) async {
      _ = try? await transport.send(.make(.post, "https://api.example.com/orders"))
    }

    private func refresh(by loader: EndpointLoader) async {
      try? await loader.load(endpoint: Endpoint<EndpointKinds.Public, Void>(path: "v1/users"))
    }
  #endif

  @Test("a count that is wrong names the functions that sent the requests through a session")
  func sendersOfSession() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.any.respond(status: 204))
      let session = URLSession.mocked(by: transport)
      try await self.pay(over: session)
      await transport.expect(.any, 0)
    }
    let text = issues.first?.text ?? ""
    #if compiler(>=6.3)
      #expect(text.contains(", sent by ExpectationTextTests.pay(over:)"), "\(text)")
    #endif
    #expect(text.hasSuffix("If the app should not send it, fix the app. If 1 is right, expect 1."), "\(text)")
  }

  private func pay(over session: URLSession) async throws {
    _ = try await session.data(for: .make(.post, "https://api.example.com/orders"))
  }

  @Test("a wait in vain for a request shows how the closest one differs")
  func nearWait() async throws {
    let transport = MockTransport(.any.respond(status: 204))
    _ = try await transport.send(.make(.post, "https://api.example.com/sync"))
    let error = await #expect(throws: RequestWaitError.self) {
      try await transport.nextRequest(matching: .post("/synch"), timeout: .zero)
    }
    let text = error.map { "\($0)" } ?? ""
    let rows = "  #1 POST https://api.example.com/sync (answered)\n    ✗ path  expected /synch, got /sync"
    #expect(text.contains(rows), "\(text)")
  }

  @Test("a stub that was never used says which other waits for the state to which it moves a scenario")
  func unusedMover() async {
    let text = await FailureText.of(
      .get("/cart").respond(json: []).scenario("cart"),
      .post("/cart").respond(status: 201).scenario("cart", then: "full"),
      .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full"),
      sending: [.make(.get, "https://api.example.com/cart")])
    #expect(
      text.contains("The stub .post(\"/cart\") was never used.\nIt moves the scenario \"cart\" to \"full\""), "\(text)")
    #expect(text.contains("The only request: #1 GET https://api.example.com/cart → 200"), "\(text)")
  }
}
