import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("Scenarios")
struct ScenarioTests {
  private func transport() -> MockTransport {
    MockTransport(
      .get("/cart").respond(json: []).scenario("cart").optional(),
      .post("/cart").respond(status: 201).scenario("cart", then: "full").optional(),
      .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full").optional(),
      .delete("/cart").respond(status: 204).scenario("cart", in: "full", then: "paid").optional(),
      .get("/cart").respond(status: 410).scenario("cart", in: "paid").optional())
  }

  private func send(_ method: HTTPMethod, to transport: MockTransport) async throws -> String {
    let response = try await transport.send(.make(method, "https://api.example.com/cart"))
    return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
  }

  @Test("a stub answers in its state and moves on to the next")
  func states() async throws {
    let transport = transport()
    var answers: [String] = []
    for method in [HTTPMethod.get, .get, .post, .get, .delete, .get] {
      answers.append(try await send(method, to: transport))
    }
    #expect(answers == ["200 []", "200 []", "201 ", "200 [\"tea\"]", "204 ", "410 "])
  }

  @Test("a stub in another state does not answer, and is not used up")
  func otherState() async throws {
    let transport = MockTransport(
      .delete("/cart").respond(status: 204).once().scenario("cart", in: "full"),
      .post("/cart").respond(status: 201).scenario("cart", then: "full"))
    _ = await recordedIssues { _ = try? await send(.delete, to: transport) }
    _ = try await send(.post, to: transport)
    #expect(try await send(.delete, to: transport) == "204 ")
  }

  @Test("reset goes back to the start")
  func reset() async throws {
    let transport = transport()
    _ = try await send(.post, to: transport)
    await transport.reset()
    #expect(try await send(.get, to: transport) == "200 []")
  }

  @Test("transports do not share states")
  func apart() async throws {
    let (one, other) = (transport(), transport())
    _ = try await send(.post, to: one)
    #expect(try await send(.get, to: one) == "200 [\"tea\"]")
    #expect(try await send(.get, to: other) == "200 []")
  }

  @Test("the start can be reached again")
  func start() async throws {
    let transport = MockTransport(
      .post("/cart").respond(status: 201).scenario("cart", then: "full"),
      .delete("/cart").respond(status: 204).scenario("cart", in: "full", then: .start))
    for method in [HTTPMethod.post, .delete, .post] { _ = try await send(method, to: transport) }
    #expect(await transport.requests.count == 3)
  }

  @Test("a test moves a scenario itself")
  func set() async throws {
    let transport = transport()
    await transport.setScenario("cart", to: "paid")
    #expect(try await send(.get, to: transport) == "410 ")
    await transport.setScenario("cart", to: .start)
    #expect(try await send(.get, to: transport) == "200 []")
    try await transport.verify()
  }

  @Test("a state that nothing leads to is named, with the one that was probably meant")
  func unreachable() async throws {
    let text = await FailureText.of(
      .post("/cart").respond(status: 201).scenario("cart", then: "full"),
      .get("/cart").respond(json: []).scenario("cart", in: "ful"),
      .delete("/cart").respond(status: 204).scenario("cart", in: "fulll").optional(),
      .put("/cart").respond(status: 204).scenario("cart", in: "other").optional(),
      sending: [.make(.post, "https://api.example.com/cart")])
    #expect(
      text == """
        The stub .get("/cart") was never used.
        No stub moves the scenario "cart" to "ful"; did you mean "full"?
        (UserTests.swift:11)

        The stub .delete("/cart") can never answer.
        No stub moves the scenario "cart" to "fulll"; did you mean "full"?
        (UserTests.swift:12)
        """)
    let request = await FailureText.of(
      .post("/cart").respond(status: 201).scenario("cart", then: "full").optional(),
      .get("/cart").respond(json: []).scenario("cart", in: "ful"),
      sending: [.make(.get, "https://api.example.com/cart")])
    let reason = #"No stub moves the scenario "cart" to "ful"; did you mean "full"?"#
    #expect(request.components(separatedBy: reason).count == 2, "\(request)")
  }

  @Test("a stub that waits for an unused one is no second issue, and an unanswered one names it")
  func consequence() async throws {
    let stubs: [Stub] = [
      .post("/cart").respond(status: 201).scenario("cart", then: "full"),
      .get("/cart").respond(json: []).scenario("cart", in: "full"),
    ]
    let unused = await FailureText.ofTransport(stubs) { _ in }
    #expect(unused.contains(#"The stub .post("/cart") was never used."#), "\(unused)")
    #expect(unused.components(separatedBy: "The stub").count == 2, "\(unused)")
    let early = await FailureText.ofTransport(stubs) {
      _ = try? await $0.send(.make(.get, "https://api.example.com/cart"))
    }
    #expect(early.contains(#".post("/cart") at UserTests.swift:10 moves it there, and was not requested."#), "\(early)")
    let advice =
      "If the request comes at the wrong time, fix the app. If it is right, correct the scenario of the stub at "
      + "UserTests.swift:11."
    #expect(early.contains(advice), "\(early)")
  }

  @Test("a state that a test sets is no mistake")
  func setByHand() async throws {
    let transport = MockTransport(
      .get("/cart").respond(json: []).scenario("cart", in: "full"),
      .delete("/cart").respond(status: 204).scenario("cart", in: "full").optional(),
      .put("/cart").respond(status: 204).scenario("cart", then: "ful").optional())
    await transport.setScenario("cart", to: "full")
    _ = try await send(.get, to: transport)
    try await transport.verify()
  }
}

@Suite("Stubs in an order")
struct OrderedStubTests {
  private func transport() -> MockTransport {
    MockTransport(
      .ordered(
        .post("/login").respond(status: 204).times(1...2), .get("/terms").respond(status: 200).optional(),
        .get("/me").respond(status: 200), .post("/logout").respond(status: 204).once()))
  }

  private func send(_ requests: [(HTTPMethod, String)]) async throws -> [Int] {
    let transport = transport()
    let statuses = Protected<[Int]>([])
    _ = await recordedIssues {
      for (method, path) in requests {
        let response = try? await transport.send(.make(method, "https://api.example.com\(path)"))
        statuses.withLock { $0.append(response?.status ?? 0) }
      }
      try await transport.verify()
    }
    return statuses.withLock { $0 }
  }

  @Test("answer one after the other; one that is optional may be left out, and one of any number repeats")
  func order() async throws {
    #expect(
      try await send([(.post, "/login"), (.get, "/me"), (.get, "/me"), (.post, "/logout")]) == [204, 200, 200, 204])
    #expect(
      try await send([(.post, "/login"), (.post, "/login"), (.get, "/terms"), (.get, "/me")]) == [204, 204, 200, 200])
  }

  @Test("a stub without a count that takes the requests of a later one is to answer once")
  func greedy() async {
    let request = URLRequest.make(.post, "https://api.example.com/rpc", headers: ["X-Session": "1"])
    let requests = [request, request]
    let first = RequestMatcher.post("/rpc").respond(status: 200)
    let second = RequestMatcher.post("/rpc").header("X-Session", "1").respond(status: 404)
    let text = """
      The stub .post("/rpc").header("X-Session", "1") was never used.
      #2 POST https://api.example.com/rpc was answered by .post("/rpc") at UserTests.swift:10, which comes before it.
      A stub without a count answers every request that it matches: add .once() to that one.
      (UserTests.swift:11)
      """
    let ordered = await FailureText.ofTransport(.ordered(first, second)) { transport in
      for request in requests { _ = try? await transport.send(request) }
    }
    #expect(ordered == text)
    let inState = await FailureText.of(first.scenario("s"), second.scenario("s"), sending: requests)
    #expect(inState == text)
    // In an order, one that has a count is not greedy, and the cure is another.
    let limited = await FailureText.ofTransport(.ordered(first.times(2), second)) { transport in
      for request in requests { _ = try? await transport.send(request) }
    }
    #expect(limited.contains("If not, remove the stub, or add .optional() to it."), "\(limited)")
  }

  @Test("stubs in an order do not answer before their turn, nor after it")
  func outOfOrder() async throws {
    #expect(try await send([(.get, "/me"), (.post, "/login"), (.get, "/me")]) == [0, 204, 200])
    #expect(try await send([(.post, "/login"), (.get, "/me"), (.post, "/login")]) == [204, 200, 0])
    #expect(try await send([(.post, "/login"), (.get, "/me"), (.get, "/terms")]) == [204, 200, 0])
  }

  @Test("stubs in an order say which stub has to answer first")
  func texts() async throws {
    let text = await FailureText.ofTransport(
      .ordered(.post("/login").respond(status: 204), .get("/me").respond(status: 200))
    ) { transport in _ = try? await transport.send(.make(.get, "https://api.example.com/me")) }
    #expect(
      text.contains("✗ order   it comes after .post(\"/login\") at UserTests.swift:10, which has to answer first"))
  }

  @Test("stubs in an order begin anew after a reset")
  func reset() async throws {
    let transport = transport()
    let requests: [URLRequest] = [("POST", "/login"), ("GET", "/me"), ("POST", "/logout")].map { method, path in
      .make(HTTPMethod(rawValue: method), "https://api.example.com\(path)")
    }
    for request in requests.prefix(2) { _ = try await transport.send(request) }
    await transport.reset()
    let issues = await recordedIssues { _ = try? await transport.send(requests[1]) }
    #expect(issues.count == 1 && issues[0].text.contains("GET https://api.example.com/me"), "\(issues)")
    await transport.reset()
    for request in requests { _ = try await transport.send(request) }
  }
}
