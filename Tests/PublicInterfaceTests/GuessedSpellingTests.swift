import NetworkTesting

#if os(Linux)
  /// Spellings as users of other libraries guess them: each works, or the compiler names the right one.
  @Suite("A guessed spelling")
  struct GuessedSpellingTests {
    /// Those that can mean one thing only.
    private static let working = [
      #"_ = Stub.get("/a").respond(error: .timedOut)"#,
      #"_ = Stub.get("/a").respond(error: URLError(.timedOut))"#,
      #"_ = Stub.get("/a").respond(error: Failed())"#,
      #"_ = Stub.get("/a").respond(fixture: "items.json")"#,
      #"_ = Stub.get("/a").respond(fixture: "items.json", status: 201)"#,
      #"_ = Stub.get("/a").respond(fixture: Fixture("items.json"))"#,
      #"_ = Stub.get("/a").respond(data: Data())"#,
      #"_ = Stub.get("/a").respond { HTTPResponse(status: 204) }"#,
      #"_ = Stub.get("/a").respond { _ in .status(404) }"#,
      #"_ = Stub.get("/a").respond { HTTPResponse(body: $0.body) }"#,
      #"_ = Stub.get("/a").respond(data: Data(), contentType: "image/png", status: 201)"#,
      #"_ = Stub.get("/a").respond(events: ["a", "b"])"#,
      #"_ = Stub.get("/a").respond(inOrder: [.status(503), .status(200)])"#,
      #"_ = Stub.get("/a").respond(inOrder: answers).repeatingLast()"#,
      #"_ = Stub.get("/a").respond(with: .fault(.offline))"#,
      #"_ = Stub.get("/a").respond(with: .fault(.timeout))"#,
      #"_ = Stub.get("/a").bearer().respond(status: 200)"#,
      #"_ = Stub.get("/a").query("q").respond(status: 200)"#,
      #"_ = Stub.get("/a").query(name).respond(status: 200)"#,
      #"_ = Stub.post("/a").form("q").respond(status: 200)"#,
      #"_ = Stub.get("/a").respond(status: 200).scenario("s", in: .start, then: name)"#,
      #"let _: String? = request.header("X-Note")"#,
      #"let _: String? = request.query["q"]"#,
      #"call.fail(URLError(.timedOut))"#,
      #"call.fail(Failed())"#,
      #"call.fail(.timedOut)"#,
      #"await transport.expect(inOrder: [.get("/a"), .get("/b")])"#,
      #"await transport.expect(inOrder: .get("/a"), .get("/b"), sourceLocation: place)"#,
      #"await transport.check(.noRepeats, sourceLocation: place)"#,
      #"let _: NetworkTrait = .network(.get("/a").respond(error: .timedOut), .get("/b").respond(fixture: "b.json"))"#,
    ]

    /// Those that can't, with what the compiler says of them.
    private static let named: [(code: String, message: String)] = [
      (#"_ = Stub.get("/a").times(2).respond(status: 200)"#, "respond(…).times(2)"),
      (#"_ = Stub.get("/a").once().respond(status: 200)"#, "respond(…).once()"),
      (#"_ = Stub.get("/a").optional().respond(status: 200)"#, "respond(…).optional()"),
      (#"_ = Stub.get("/a").scenario("s", in: "x").respond(status: 200)"#, "respond(…).scenario("),
      (#"_ = Stub.get("/a").delayed(by: .seconds(1)).respond(status: 200)"#, "respond(…).delayed(by: .seconds(1))"),
      (#"_ = Stub.get("/a").respond(status: 200).delayed(by: 1)"#, "delayed(by: .seconds(1))"),
      (#"_ = Stub.get("/a").respond(status: 200).delayed(by: 0.5)"#, "delayed(by: .seconds(1))"),
      (#"_ = Stub.get("/a").respond(status: 200).delay(.seconds(1))"#, "delayed(by: .seconds(1))"),
      (#"_ = Stub.get("/a").respond(status: 503).then(.status(200))"#, "respond(inOrder:"),
      (#"_ = Stub.get("/a").respond(status: 503).then(status: 200)"#, "respond(inOrder:"),
      (#"_ = Stub.get("/a").respond(status: 503).respond(status: 200)"#, "respond(inOrder:"),
      (#"_ = Stub.get("/a").respond(status: 200).never()"#, "expect(.get(…), .never)"),
      (#"_ = Stub.get("/a").never()"#, "expect(.get(…), .never)"),
      (#"_ = Stub.get("/a").respond(status: 200).when("cart", is: "full")"#, "scenario("),
      (#"_ = Stub.get("/a").respond(status: 200).twice()"#, "times(2)"),
      (#"_ = Stub.get("/a").respond(status: 200).atLeast(2)"#, "times(2...)"),
      (#"_ = Stub.get("/a").respond(status: 200).atMost(2)"#, "times(0...2)"),
      (#"_ = Stub.get("/a").respond(status: 200).always()"#, "any number of requests"),
      (#"_ = Stub.get("/a").respond(string: "x")"#, "respond(text: …)"),
      (#"_ = Stub.get("/a").respond(jsonString: "{}")"#, "respond(jsonText: …)"),
      (#"_ = Stub.get("/a").respond(headers: ["A": "1"])"#, "respond(status: 200, headers: …)"),
      (#"_ = Stub.get("/a").respond(file: "a.json")"#, "respond(fixture:"),
      (#"_ = Stub.get("/a").respond(redirectTo: "/b")"#, ".redirect(to: …)"),
      (#"_ = Stub.get("/a").respond(fault: NetworkFault.offline)"#, "respond(with: .fault(…))"),
      (#"_ = Stub.get("/a").respond(stream: "a", "b")"#, "respond(with: .stream(…))"),
      (#"_ = Stub.get("/a").respond(statusCode: 404)"#, "respond(status: 404)"),
      (#"_ = Stub.get("/a").respond(status: .notFound)"#, "respond(status: 404)"),
      (#"_ = Stub.get("/a").respond(body: "x")"#, "respond(text: …)"),
      (#"_ = Stub.get("/a").respond()"#, "respond(status: 200)"),
      (#"_ = Stub.get("/a").fail(.timedOut)"#, "respond(error: .timedOut)"),
      (#"_ = Stub.get("/a").fail(with: .timedOut)"#, "respond(error: .timedOut)"),
      (#"_ = Stub.get("/a").thenReturn(status: 200)"#, "respond(status: …)"),
      (#"_ = Stub.get("/a").willReturn(status: 200)"#, "respond(status: …)"),
      (#"_ = Stub.get("/a").returns(status: 200)"#, "respond(status: …)"),
      (#"_ = Stub.get("/a").reply(status: 200)"#, "respond(status: …)"),
      (#"_ = Stub.post("/a").body(contains: "x").respond(status: 200)"#, "body(text: .containing(…))"),
      (#"_ = Stub.post("/a").body(containing: "x").respond(status: 200)"#, "body(text: .containing(…))"),
      (#"_ = Stub.post("/a").body(text: .contains("x")).respond(status: 200)"#, ".containing(…)"),
      (#"_ = Stub.post("/a").json(["a": 1]).respond(status: 200)"#, "body(json: …)"),
      (#"_ = Stub.post("/a").multipart().respond(status: 200)"#, "part("),
      (#"_ = Stub.get("/a").header("X", equals: "1").respond(status: 200)"#, "the value has no label"),
      (#"_ = Stub.get("/a").header("X", value: "1").respond(status: 200)"#, "the value has no label"),
      (#"_ = Stub.get("/a").query("q", equals: "1").respond(status: 200)"#, "the value has no label"),
      (#"_ = Stub.get("/a").queryItems([]).respond(status: 200)"#, "query(["),
      (#"_ = Stub.get("/a").headers(["A": "1"]).respond(status: 200)"#, "headers(exactly: …)"),
      (#"_ = Stub.get("/a").bearer(token: "1").respond(status: 200)"#, "bearer(…)"),
      (#"_ = Stub.any.method(.get).respond(status: 200)"#, ".get(…), .post(…)"),
      (#"_ = Stub.any.path("/a").respond(status: 200)"#, ".any("),
      (#"_ = Stub.any.url("https://a.test/").respond(status: 200)"#, ".any("),
      (#"_ = Stub.get(path: "/a").respond(status: 200)"#, "the path has no label"),
      (#"_ = Stub.post(path: "/a").respond(status: 200)"#, "the path has no label"),
      (#"_ = Stub.get(url: "https://a.test/").respond(status: 200)"#, "the URL has no label"),
      (#"_ = Stub.path("/a").respond(status: 200)"#, ".any("),
      (#"_ = Stub.url("https://a.test/").respond(status: 200)"#, ".any("),
      (#"_ = Stub.get("/a", query: ["q": "1"]).respond(status: 200)"#, ".query("),
      (#"_ = await transport.calls"#, "write requests"),
      (#"_ = await transport.receivedRequests"#, "'requests'"),
      (#"_ = await transport.lastRequest"#, "requests.last"),
      (#"_ = await transport.requestCount"#, "requests.count"),
      (#"_ = await transport.callCount"#, "requests.count"),
      (#"_ = await transport.requests(for: .get("/a"))"#, "requests(matching:"),
      (#"_ = await transport.requests(.get("/a"))"#, "requests(matching:"),
      (#"_ = try await transport.nextRequest(.get("/a"))"#, "nextRequest(matching:"),
      (#"_ = try await transport.nextRequest(timeout: 5)"#, "timeout: .seconds(5)"),
      (#"_ = try await transport.waitForRequest()"#, "nextRequest(matching:"),
      (#"await transport.verify(.get("/a"), times: 1)"#, "expect(.get(…), 2)"),
      (#"await transport.verify(.get("/a"))"#, "expect(.get(…), 2)"),
      (#"await transport.verify(.get("/a"), .once)"#, "expect(.get(…), .once)"),
      (#"await transport.expect(.get("/a"), times: 1)"#, "the count has no label"),
      (#"await transport.stub(.get("/a").respond(status: 200))"#, "transport.add("),
      (#"await transport.stub(.get("/a"), with: .status(200))"#, "transport.add("),
      (#"await transport.register(.get("/a").respond(status: 200))"#, "transport.add("),
      (#"await transport.when(.get("/a"))"#, "transport.add("),
      (#"await transport.add(.get("/a"))"#, "a matcher answers nothing"),
      (#"_ = MockTransport { request in HTTPResponse(status: 200) }"#, ".any.respond { request in … }"),
      (#"_ = MockTransport(stubs: [])"#, "the list has no label"),
      (#"await clock.advance(seconds: 1)"#, "advance(by: .seconds(…))"),
      (#"await clock.advance(by: 1)"#, "advance(by: .seconds(…))"),
      (#"await clock.advance(.seconds(1))"#, "advance(by: .seconds(…))"),
      (#"_ = request.bodyJSON"#, "request.json()"),
      (#"_ = request.jsonBody"#, "request.json()"),
      (#"_ = request.bodyString"#, "String(decoding:"),
      (#"_ = request.httpBody"#, "'body'"),
      (#"_ = request.httpMethod"#, "'method'"),
      (#"_ = request.allHTTPHeaderFields"#, "'headers'"),
      (#"_ = request.value(forHTTPHeaderField: "A")"#, "request.header(…)"),
      (#"_ = request.pathParameters"#, "'parameters'"),
      (#"_ = request.parts[0].body"#, "'data'"),
      (#"let _: any TestTrait = .mocked(.get("/a").respond(status: 200))"#, ".network("),
      (#"let _: any TestTrait = .stubs(.get("/a").respond(status: 200))"#, ".network("),
      (#"let _: NetworkTrait = .network(transport)"#, "MockTransport.current"),
      (#"let _: NetworkTrait = .network { 1 }"#, "between parentheses"),
      (#"let _: EverySessionTrait = .everySession(transport)"#, "MockTransport.current"),
      (#"let _: any TestTrait = .recording(name: "a")"#, "the name has no label"),
      (#"let _: AmbientTrait = .offline()"#, ".offline or .liveNetwork"),
      (#"_ = try await suspended.nextCall(.get("/a"))"#, "nextCall(matching:"),
      (#"call.respond(status: 200)"#, "answer(status: …)"),
    ]

    private static let start = """
      import NetworkTesting
      struct Failed: Error {}
      struct User: Codable, Sendable { var id = 1 }
      func guesses(
        _ request: ReceivedRequest, _ transport: MockTransport, _ suspended: SuspendedTransport, _ call: SuspendedCall,
        _ clock: VirtualClock, _ place: SourceLocation, _ name: String, _ answers: [Answer], _ user: User, _ url: URL,
        _ data: Data, _ socket: ScriptedWebSocket
      ) async throws {

      """

    private func messages(of lines: [String]) throws -> [[String]] {
      let first = Self.start.split(separator: "\n", omittingEmptySubsequences: false).count
      let said = try TypeCheck.messages(in: Self.start + lines.joined(separator: "\n") + "\n}")
      return lines.indices.map { index in said.filter { $0.hasPrefix("\(index + first):") } }
    }

    @Test("a guessed spelling that can mean one thing only compiles", .typeCheck)
    func works() throws {
      for (code, said) in zip(Self.working, try messages(of: Self.working)) {
        #expect(said.isEmpty, "\(code): \(said)")
      }
    }

    @Test("a guessed spelling that can't is an error that names the right one", .typeCheck)
    func names() throws {
      let guesses = Self.named + Self.ofOtherLibraries
      for (guess, said) in zip(guesses, try messages(of: guesses.map(\.code))) {
        #expect(said.contains { $0.contains("error:") && $0.contains(guess.message) }, "\(guess.code): \(said)")
      }
    }
  }
#endif
