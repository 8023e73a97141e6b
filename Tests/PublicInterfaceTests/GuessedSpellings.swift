#if os(Linux)
  extension GuessedSpellingTests {
    /// Spellings of MSW, WireMock, Mocker, OHHTTPStubs, swift-clocks and XCTest, with what the compiler says of them.
    static let ofOtherLibraries: [(code: String, message: String)] = [
      (
        #"_ = MockTransport(.get("/user") { _ in HTTPResponse(status: 200) })"#,
        "write .get(\"/path\").respond { request in … }"
      ),
      (#"_ = MockTransport(.get("/user").respond(.json(["name": "Ada"])))"#, "write respond(with: …)"),
      (#"_ = MockTransport(.get("/user").respond(HTTPResponse(status: 204)))"#, "respond(with: …)"),
      (
        #"_ = MockTransport(.get("/user").respond(with: HTTPResponse(status: 204)))"#,
        "write respond(with: .response(…))"
      ),
      (#"_ = MockTransport(.get("/user").respond(json: ["id": 1]).delay(2))"#, "write delayed(by: .seconds(1))"),
      (
        #"_ = MockTransport(.get("/user").respond(with: .networkError))"#,
        "write .error(.notConnectedToInternet), or .fault(.offline)"
      ),
      (
        #"_ = MockTransport(.get("/user").passthrough())"#,
        "a stub sends nothing on: record the answer with .recording(…), or test"
      ),
      (#"_ = MockTransport(.all("/user").respond(status: 200))"#, "any(_:)"),
      (#"_ = MockTransport(.get("/user").respond(html: "<p>"))"#, "write respond(text: …, contentType: \"text/html\")"),
      (
        #"_ = MockTransport(.get("/user").respond(xml: "<p/>"))"#,
        "write respond(text: …, contentType: \"application/xml\")"
      ),
      (#"await transport.use(.get("/user").respond(status: 500))"#, "write await transport.add(.get(…).respond(…))"),
      (#"await transport.resetHandlers()"#, "write reset(), or replace(with: …); each test has stubs of its own"),
      (#"_ = request.params["id"]"#, "parameters"),
      (#"_ = request.searchParams["q"]"#, "query"),
      (
        #"await transport.stubFor(.get("/a").willReturn(.status(200)))"#,
        "write await transport.add(.get(…).respond(…))"
      ),
      (#"_ = MockTransport(.get("/a").willReturn(.json(["id": 1])))"#, "write respond(with: …)"),
      (
        #"_ = MockTransport(.get("/a").withHeader("Accept", "text/html").respond(status: 200))"#,
        "write header(\"Name\", \"value\")"
      ),
      (
        #"_ = MockTransport(.get("/a").withQueryParam("q", "tea").respond(status: 200))"#,
        "write query(\"name\", \"value\")"
      ),
      (
        #"_ = MockTransport(.post("/a").withBody("tea").respond(status: 200))"#,
        "write body(json: …), body(text: …), or form(\"name\", \"value\")"
      ),
      (
        #"_ = MockTransport(.post("/a").withRequestBody(.containing("tea")).respond(status: 200))"#,
        "write body(json: …), body(text: …), or form(\"name\", \"value\")"
      ),
      (
        #"_ = MockTransport(.get("/a").respond(status: 200).inScenario("cart"))"#,
        "write scenario(\"name\", in: \"state\", then: \"next\")"
      ),
      (
        #"_ = MockTransport(.get("/a").respond(status: 200).scenario("cart", from: .start, to: "full"))"#,
        "write scenario(\"name\", in: \"state\", then: \"next\")"
      ),
      (#"_ = MockTransport(.get("/a").respond(status: 200).scenario("cart", in: .started))"#, "start"),
      (#"_ = MockTransport(.get("/a").respond(status: 200).withDelay(.seconds(1)))"#, "write delayed(by: .seconds(1))"),
      (
        #"_ = MockTransport(.get("/a").respond(status: 200, delay: .seconds(1)))"#,
        "write respond(…).delayed(by: .seconds(1))"
      ),
      (
        #"_ = MockTransport(.get("/a").respond(json: ["id": 1], delay: 1))"#,
        "write respond(…).delayed(by: .seconds(1))"
      ),
      (
        #"_ = MockTransport(.get("/a").respond(with: .fault(.connectionReset)))"#,
        "write .connectionLostBeforeHead, .connectionLostAfterHead, or .connect"
      ),
      (
        #"_ = MockTransport(.get("/a").respond(status: 200).priority(1))"#,
        "the first stub that matches answers: write the specific ones first"
      ),
      (#"_ = MockTransport(.get(.matching("/users/.*")).respond(status: 200))"#, "regex(_:)"),
      (
        #"_ = MockTransport(.post("/a").header("Accept", .equalTo("text/html")).respond(status: 200))"#,
        "write the value itself, or .exactly(…) for a variable"
      ),
      (#"await transport.verify(2, .get("/a"))"#, "write await transport.expect(.get(…), 2)"),
      (#"await transport.verify(exactly: 2, .get("/a"))"#, "write await transport.expect(.get(…), 2)"),
      (#"_ = await transport.findAll(.get("/a"))"#, "write requests(matching: .get(…))"),
      (#"_ = await transport.unmatchedRequests"#, "an unanswered request fails the test by itself"),
      (#"await transport.resetAll()"#, "write reset(), or replace(with: …); each test has stubs of its own"),
      (
        #"_ = MockTransport(.get(url, ignoreQuery: true).respond(status: 200))"#,
        "write .get(\"https://…\"): query items that it does not name may have an"
      ),
      (#"_ = MockTransport(.get("/a").respond(data: data, statusCode: 200))"#, "write respond(data: …, status: 404)"),
      (
        #"_ = MockTransport(.get("/a").respond(200))"#,
        "write respond(status: …), respond(text: …), respond(json: …), respond("
      ),
      (
        #"_ = MockTransport(.get("/a").respond(error: .offline))"#,
        "write a code of URLError, as in respond(error: .notConnectedToInternet"
      ),
      (#"_ = MockTransport(.get("/a").respond(with: .failure(.timedOut)))"#, "write .error(.timedOut)"),
      (
        #"_ = MockTransport(.host("a.test").path("/b").respond(status: 200))"#,
        "write .any.host(\"…\"), .get(\"/path\").host(\"…\"), or .get(\"https://…\")"
      ),
      (
        #"_ = MockTransport(.method(.get).respond(status: 200))"#, "write .get(…), .post(…), or .request(\"METHOD\", …)"
      ),
      (
        #"_ = MockTransport(.matching { $0.path == "/a" }.respond(status: 200))"#,
        "write .any.matching(\"what it means\") { request in … }"
      ),
      (#"_ = MockTransport(.get("/a").respond(jsonObject: ["id": 1]))"#, "write respond(json: …)"),
      (
        #"_ = MockTransport(.get("/a").respond(fixture: "a.json", statusCode: 200))"#,
        "write respond(fixture: …, status: 404)"
      ),
      (#"await transport.removeAllStubs()"#, "write removeAll(), or replace(with: …); each test has stubs of its own"),
      (#"await transport.remove(.get("/a"))"#, "write removeAll(), or replace(with: …)"),
      (#"await clock.advance(minutes: 5)"#, "write advance(by: .seconds(60))"),
      (#"try await clock.checkSuspension()"#, "write clock.verifyNobodySleeps()"),
      (#"_ = MockTransport(.get("/a").respond(status: 200), clock: .virtual)"#, "write VirtualClock()"),
      (#"_ = MockTransport(.get("/a").respond(status: 200), clock: .immediate)"#, "write ImmediateClock()"),
      (#"let _: any TestTrait = .virtualClock"#, "virtualTime"),
      (
        #"_ = MockTransport(.get("/a").respond(with: .never))"#,
        "write .fault(.timedOut) for silence, or answer by hand with a Suspende"
      ),
      (#"_ = URLSession(mock: transport)"#, "write URLSession.mocked(by: transport)"),
      (#"_ = URLSession.mock(transport)"#, "write .mocked(by: transport)"),
      (#"_ = URLSession.mocked(with: transport)"#, "mocked(by:)"),
      (#"_ = URLSession.mocked(transport: transport)"#, "mocked(by:)"),
      (#"_ = URLSession(transport: transport)"#, "write URLSession.mocked(by: transport)"),
      (#"_ = URLSession(configuration: .mocked(transport))"#, "write .mocked(by: transport)"),
      (#"_ = transport.session"#, "write URLSession.mocked(by: transport)"),
      (#"_ = transport.urlSession"#, "write URLSession.mocked(by: transport)"),
      (#"_ = await transport.firstRequest"#, "write requests.first"),
      (#"_ = await transport.wasCalled"#, "write await transport.expect(.get(…), 2)"),
      (#"_ = await transport.requests(to: "/a")"#, "write requests(matching: .get(\"/path\"))"),
      (
        #"_ = await transport.requests(where: { $0.path == "/a" })"#,
        "write requests.filter { … }, or requests(matching: .get(…))"
      ),
      (#"_ = await transport.count(of: .get("/a"))"#, "write await transport.expect(.get(…), 2)"),
      (#"await transport.expect(.get("/a"), count: 2)"#, "write expect(.get(…), 1): the count has no label"),
      (#"await transport.expect(.get("/a"), .twice)"#, "write 2"),
      (#"await transport.expectNoRequests()"#, "write await transport.expect(.any, .never)"),
      (#"await transport.assertCalled(.get("/a"))"#, "write await transport.expect(.get(…), 2)"),
      (#"await transport.verifyAll()"#, "verify()"),
      (
        #"await transport.verifyNoMoreRequests()"#,
        "an unanswered request fails the test by itself; for a number, write aw"
      ),
      (#"_ = try await transport.nextRequest(to: "/a")"#, "write nextRequest(matching: .get(\"/path\"))"),
      (#"_ = try await transport.nextRequest(matching: "/a")"#, "write nextRequest(matching: .get(\"/path\"))"),
      (#"_ = try await transport.waitFor(.get("/a"))"#, "write nextRequest(matching: .get(…))"),
      (#"_ = try await transport.wait(for: .get("/a"))"#, "write nextRequest(matching: .get(…))"),
      (#"_ = request.queryParameters["q"]"#, "query"),
      (#"_ = request.header["X"]"#, "write request.header(\"Name\")"),
      (#"_ = try request.json(User.self)"#, "write try request.decode(Item.self)"),
      (#"_ = request.bodyData"#, "body"),
      (#"_ = request.text"#, "write String(decoding: request.body, as: UTF8.self)"),
      (#"let _: any TestTrait = .mock(.get("/a").respond(status: 200))"#, "write .network(.get(…).respond(…))"),
      (#"let _: any TestTrait = .stubbed(.get("/a").respond(status: 200))"#, "write .network(.get(…).respond(…))"),
      (
        #"let _: any TestTrait = .everySession { .get("/a").respond(status: 200) }"#,
        "write the stubs between parentheses: .everySession(.get(…).respond(…))"
      ),
      (
        #"let _: any TestTrait = .everySession(.get("/a").respond(status: 200), fromAnywhere: true)"#,
        "write .everySession(…).fromAnywhere()"
      ),
      (#"let _: any TestTrait = .fromAnywhere()"#, "write .everySession(…).fromAnywhere()"),
      (#"let _: any TestTrait = .noNetwork"#, "offline"),
      (
        #"let _: any TestTrait = .liveNetwork()"#,
        "write the trait without parentheses: .virtualTime, .offline or .liveNe"
      ),
      (#"let _: any TestTrait = .replay("a")"#, "write .recording(\"name\"), with import NetworkRecording"),
      (#"let _: any TestTrait = .cassette("a")"#, "write .recording(\"name\"), with import NetworkRecording"),
      (
        #"let _: any TestTrait = .simulated(runs: 10, seed: 1)"#,
        "write .simulated(seed: 17) for one run, or .simulated(runs: 100, from:"
      ),
      (#"let _: any TestTrait = .simulation(runs: 10)"#, "write .simulated(runs: 100), with import NetworkSimulation"),
      (
        #"let _: any TestTrait = .simulated(iterations: 10)"#,
        "write .simulated(runs: 100), with import NetworkSimulation"
      ),
      (
        #"let _: any TestTrait = .loopbackServer(port: 8080)"#,
        "write .loopbackServer(…), with import NetworkLoopback; LoopbackServer."
      ),
      (#"let _: any TestTrait = .baseURL("https://a.test")"#, "host(_:)"),
      (#"let _: any TestTrait = .traffic(.noRepeat)"#, "noRepeats"),
      (#"call.succeed(json: ["id": 1])"#, "write answer(status: …), answer(json: …), or answer(with: …)"),
      (#"call.resume(with: .status(200))"#, "write answer(with: …)"),
      (#"call.answer(["id": 1])"#, "write answer(json: …)"),
      (#"call.answer(statusCode: 200)"#, "write answer(status: 404)"),
      (#"call.answer(error: URLError(.timedOut))"#, "write fail(…)"),
      (#"let c = try await suspended.next(); c.answer(status: 200)"#, "nextCall(matching:)"),
      (#"_ = await suspended.calls"#, "write requests, or exchanges with the outcomes"),
      (#"_ = await suspended.pendingCalls"#, "take each by nextCall(); requests lists them all"),
      (#"_ = MockTransport(.get("/a").respond(with: .sse(["a"])))"#, "write .events([\"…\", \"…\"])"),
      (#"_ = MockTransport(.get("/a").respond(sse: ["a", "b"]))"#, "write respond(events: [\"…\", \"…\"])"),
      (#"_ = MockTransport(.get("/a").respond(stream: ["a", "b"]))"#, "write respond(with: .stream(\"a\", \"b\"))"),
      (#"_ = ScriptedWebSocket(["a"])"#, "write ScriptedWebSocket { server in try await server.send(\"…\") }"),
      (#"try await socket.receive()"#, "next()"),
      (#"try await socket.send(.string("a"))"#, "text(_:)"),
      (
        #"_ = MockTransport(.get("/a").respond(inOrder: [200, 500]))"#,
        "write respond(inOrder: .status(503), .status(200))"
      ),
      (
        #"_ = MockTransport(.get("/a").respond(sequence: .status(503), .status(200)))"#,
        "write respond(inOrder: .status(503), .status(200))"
      ),
      (#"_ = MockTransport(.get("/a").respond(encodable: user))"#, "write respond(json: …)"),
      (#"_ = MockTransport(.post("/a").body(jsonContains: ["id": 1]).respond(status: 200))"#, "body(jsonContaining:)"),
      (#"_ = MockTransport(.post("/a").body(user).respond(status: 200))"#, "write body(json: …)"),
      (
        #"_ = MockTransport(.post("/a").body("tea").respond(status: 200))"#,
        "write body(json: …), body(text: …), or form(…)"
      ),
      (
        #"_ = MockTransport(.post("/a").body(data: data).respond(status: 200))"#,
        "write body(data): the bytes have no label"
      ),
      (
        #"_ = MockTransport(.post("/a").body { $0.isEmpty }.respond(status: 200))"#,
        "write matching(\"what it means\") { $0.body.isEmpty }"
      ),
      (
        #"_ = MockTransport(.post("/a").header(["X": "1"]).respond(status: 200))"#,
        "write header(\"Name\", \"value\") for each, or headers(exactly: …) if ther"
      ),
      (
        #"_ = MockTransport(.post("/a").header("X", .any).respond(status: 200))"#,
        "leave the value out: header(\"Name\") matches any"
      ),
      (
        #"_ = MockTransport(.post("/a").contentType("text/plain").respond(status: 200))"#,
        "write header(\"Content-Type\", \"text/plain\")"
      ),
      (
        #"_ = MockTransport(.post("/a").authorization("Bearer 1").respond(status: 200))"#,
        "write bearer(\"token\"), or header(\"Authorization\", \"…\")"
      ),
      (#"_ = MockTransport(.post("/a").bearerToken("1").respond(status: 200))"#, "bearer(_:)"),
      (
        #"_ = MockTransport(.post("/a").cookie("a", value: "1").respond(status: 200))"#,
        "write cookie(\"name\", \"value\"): the value has no label"
      ),
      (
        #"_ = MockTransport(.post("/a").cookies(["a": "1"]).respond(status: 200))"#,
        "write cookie(\"name\", \"value\") for each"
      ),
      (
        #"_ = MockTransport(.post("/a").part(name: "photo").respond(status: 200))"#,
        "write part(\"name\", text: …), or part(\"name\", filename: …)"
      ),
      (
        #"_ = MockTransport(.post("/a").graphQL(query: "Q").respond(status: 200))"#,
        "write graphQL(\"Operation\", variables: …)"
      ),
      (
        #"_ = MockTransport(.post("/a").graphql("Q").respond(status: 200))"#,
        "write graphQL(\"Operation\", variables: …)"
      ),
      (
        #"_ = MockTransport(.post("/a", headers: ["A": "1"], body: data).respond(status: 200))"#,
        "write .post(\"/path\").header(\"Name\", \"value\").body(json: …)"
      ),
      (#"_ = MockTransport(.GET("/a").respond(status: 200))"#, "get(_:)"),
      (#"_ = try await request.text()"#, "String(decoding:"),
      (#"_ = MockTransport(.get("/a").onRequest { _ in })"#, "respond { request in"),
    ]
  }
#endif
