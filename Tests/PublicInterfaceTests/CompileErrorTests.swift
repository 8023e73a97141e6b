import NetworkTesting

#if os(Linux)
  /// What the compiler says of the mistakes that are made first.
  struct CompileErrorTests {
    /// Each line with what is said of it; nothing of those that are right.
    private static let lines: [(code: String, message: String?)] = [
      (
        "func load() async throws { try await EndpointLoader().load(endpoint: needsToken) }", "this endpoint needs data"
      ),
      (#"let status = RequestMatcher.get("/a").respond(404)"#, "write respond(status: …)"),
      (#"let inTransport = MockTransport(.get("/a").respond(404))"#, "write respond(status: …)"),
      (#"let alone = MockTransport(.get("/a"))"#, "a matcher answers nothing"),
      (#"let network: NetworkTrait = .network(.get("/a"))"#, "a matcher answers nothing"),
      (
        #"let second = MockTransport(.any.respond(status: 200), .get("/b"))"#,
        "produces result of type 'RequestMatcher'"
      ),
      (#"let withBody = MockTransport(.get("/a").respond(status: 200, body: "x"))"#, "write respond(json:"),
      (#"let withError = MockTransport(.get("/a").respond(error: Failed()))"#, nil),
      (#"let labelled = RequestMatcher.request(method: .get, path: "/a")"#, "write get("),
      (#"let bare = MockTransport(.get("/a").respond(.status(204)))"#, "write respond(with: …)"),
      (#"let bareText = MockTransport(.get("/a").respond("x"))"#, "write respond(status: …), respond(text: …)"),
      (
        #"let patterns = MockTransport(.options(name).scheme(name).respond(status: 200), .post().part("a", filename: name, contentType: name).part("b", contentType: name).part("c", text: name, filename: "x").part("d", text: .prefix("x"), contentType: "y").part("g", text: name, contentType: name).part("e").part("f", text: "x").respond(status: 200))"#,
        nil
      ),
      (#"let pieces = Answer.stream(.data(Data()))"#, "'chunk'"),
      (
        #"let byVariable = MockTransport(.get(name).header("X", name).bearer(name).cookie("c", name).respond(status: 200))"#,
        nil
      ),
      (
        #"let byLiteral = MockTransport(.get("/a").header("X", "1").bearer("1").cookie("c", "1").respond(status: 200))"#,
        nil
      ),
      (#"let absent = MockTransport(.get("/a").header("Authorization", nil).respond(status: 200))"#, nil),
      (
        #"let fields = MockTransport(.post("/a").form(["a": "1"]).form(dictionary).respond(status: 200).times(1...))"#,
        nil
      ),
      (#"let mixedBody = MockTransport(.post("/a").body(json: ["n": name, "c": count]).respond(status: 200))"#, nil),
      (
        #"let mixedPart = MockTransport(.post("/a").body(jsonContaining: ["n": name, "c": count]).respond(status: 200))"#,
        nil
      ),
      (
        #"let nulls = MockTransport(.post("/a").body(json: ["n": nil, "c": 1]).graphQL("A", variables: ["a": [:], "b": nil]).respond(json: ["n": nil, "c": 1]))"#,
        nil
      ),
      (
        #"let mixedNulls = MockTransport(.post("/a").body(json: ["n": nil, "c": count]).respond(json: ["n": nil, "c": name, "d": count]))"#,
        nil
      ),
      (#"let atPath = MockTransport(.post("/a").body(at: "$.a", name).body(at: "$.b", 1).respond(status: 200))"#, nil),
      (
        #"let mixedAtPath = MockTransport(.post("/a").body(at: "$.a", ["n": name, "c": count]).body(at: "$.b", mixedValues).respond(status: 200))"#,
        nil
      ),
      (
        #"let variables = MockTransport(.post("/a").graphQL("A", variables: ["n": name, "c": count]).respond(status: 200))"#,
        nil
      ),
      (
        #"let literals = MockTransport(.post("/a").graphQL("A", variables: ["n": 1]).body(json: ["a": 1]).respond(status: 200))"#,
        nil
      ),
      (
        #"let chosen = MockTransport(.get("/{id}").respond { $0.parameters["id"] == "1" ? .status(204) : .json(["a": 1]) })"#,
        nil
      ),
      (
        #"let withText = MockTransport(.get("/a").respond(text: "x", status: 206), .get(name).respond(text: name))"#,
        nil
      ),
      (
        #"let pasted = MockTransport(.get("/a").respond(jsonText: "{}"), .get("/b").respond(with: .jsonText(name)))"#,
        nil
      ),
      (#"let withFields = MockTransport(.get("/a").respond(status: 200, headers: dictionary))"#, nil),
      (#"let repeated = MockTransport(.get("/a").respond(status: 200, headers: ["A": "1", "A": "2"]))"#, nil),
      (#"let jsonFields = MockTransport(.get("/a").respond(json: ["a": 1, "b": "x"], headers: dictionary))"#, nil),
      (
        #"let step = MockTransport(.get("/a").respond(status: 200).scenario(name, in: name, then: "x"), .get("/b").respond(status: 200).scenario("s", in: name, then: .start), .get("/c").respond(status: 200).scenario("s", in: "x", then: name), .get("/d").respond(status: 200).scenario("s", then: name), .get("/e").respond(status: 200).scenario("s", in: "x", then: .start))"#,
        nil
      ),
      (
        #"let more = MockTransport(.head(name).host(name).respond(status: 200), .post().body(text: name).respond(status: 200), .post().part("a", text: name).body(at: "$.a", text: name).respond(status: 200), .get().query(dictionary).query(exactly: dictionary).form(exactly: dictionary).respond(status: 200))"#,
        nil
      ),
      (
        "func swaps(_ transport: MockTransport) async { await transport.replace(with: .get(name).respond(status: 200)) }",
        nil
      ),
      (#"let response = MockTransport(.get("/a").respond { HTTPResponse(status: 200, body: $0.body) })"#, nil),
      (#"let thrown = MockTransport(.get("/a").respond { _ in throw Failed() })"#, nil),
      (#"let events = Answer.events([name, name])"#, nil),
      (#"let mixed = MockTransport(.any.respond(json: ["name": name, "count": count]))"#, nil),
      (#"let mixedList = MockTransport(.any.respond(json: [["name": name, "count": count], ["name": name]]))"#, nil),
      (
        #"let mixedLists = MockTransport(.any.body(json: [name, count]).body(jsonContaining: [["n": count, "s": "a"]]).body(at: "$.a", [count, nil]).respond(with: .json([name, 1])))"#,
        nil
      ),
      (#"let interpolated: JSONValue = ["name": "\(name)"]"#, nil),
      (
        "extension TestTrait where Self == NetworkTrait { static var named: Self { .network(.any.respond(status: 200)) } }",
        nil
      ),
      (#"let list: NetworkTrait = .network([.get("/a").respond(status: 200)])"#, nil),
      (#"let ordered = MockTransport(.ordered(.get("/a").respond(status: 200)))"#, nil),
      ("func waits() async throws -> Int { try await withCallback { load(1, then: $0) } }", nil),
      ("func waitsForFive() async throws { try await withCallback(five) }", "more than four values cannot be awaited"),
      (
        "func waitsForFiveWritten() async throws { try await withCallback { five($0) } }",
        "more than four values cannot be awaited"
      ),
      ("func waitsForLeftOver() async throws { try await withCallback(load) }", "takes more than the callback"),
      (
        "func waitsForAsync() async throws { try await withCallback { await begin(then: $0) } }",
        "so it cannot await"
      ),
      ("func waitsForAsyncPassed() async throws { try await withCallback(begin) }", "so it cannot await"),
      ("func follows() -> AsyncStream<Int> { callbacks { load(1, then: $0) } }", nil),
      ("func followsThree() { _ = callbacks(watch) }", "more than two values cannot be followed"),
      ("func followsThreeWritten() { _ = callbacks { watch($0) } }", "more than two values cannot be followed"),
      ("func followsLeftOver() { _ = callbacks(load) }", "takes more than the observer"),
      ("func followsToResult() { _ = callbacks { download($0, then: $1) } }", "passed more than an error"),
      ("func followsToResultPassed() { _ = callbacks(download) }", "passed more than an error"),
      ("func followsAsync() async { _ = callbacks { await begin(then: $0) } }", "so it cannot await"),
      ("func followsAsyncPassed() async { _ = callbacks(begin) }", "so it cannot await"),
      ("let simulated: any TestTrait = .simulated(runs: 200)", "import NetworkSimulation"),
      (#"let recorded: any TestTrait = .recording("checkout")"#, "import NetworkRecording"),
      (#"let served: any TestTrait = .loopbackServer(.get("/a").respond(status: 200))"#, "import NetworkLoopback"),
      // The remedies that are named.
      (
        "func waitsForFiveWrapped() async throws { _ = try await withCallback { done in five { done(($0, $1, $2, $3, $4)) } } }",
        nil
      ),
      ("func followsThreeWrapped() { _ = callbacks { each in watch { each(($0, $1, $2)) } } }", nil),
      ("func followsToError() { _ = callbacks { each, done in download(each) { _, error in done(error) } } }", nil),
    ]

    @Test("name the remedy", .typeCheck)
    func messages() throws {
      let start = """
        import NetworkTesting
        let name = "Tea"
        let count = 3
        let dictionary = ["a": "1"]
        let mixedValues: [String: Any] = ["a": 1, "b": "x"]
        struct Failed: Error {}
        let needsToken = Endpoint<EndpointKinds.Private, Void>(path: "a")
        func five(_ done: @escaping @Sendable (Int, Int, Int, Int, Int) -> Void) {}
        func load(_ id: Int, then done: @escaping @Sendable (Int) -> Void) {}
        func begin(then done: @escaping @Sendable (Int) -> Void) async {}
        func watch(_ each: @escaping @Sendable (Int, Int, Int) -> Void) {}
        func download(
          _ each: @escaping @Sendable (Int) -> Void, then done: @escaping @Sendable (String?, (any Error)?) -> Void
        ) {}

        """
      let first = start.split(separator: "\n", omittingEmptySubsequences: false).count
      let messages = try TypeCheck.messages(in: start + Self.lines.map(\.code).joined(separator: "\n"))
      for (index, line) in Self.lines.enumerated() {
        let said = messages.filter { $0.hasPrefix("\(index + first):") }
        if let message = line.message {
          #expect(said.contains { $0.contains(message) }, "\(line.code): \(said)")
        } else {
          #expect(said.isEmpty, "\(line.code): \(said)")
        }
      }
    }
  }
#endif
