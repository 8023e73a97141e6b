import NetworkTesting

#if os(Linux)
  @Suite("Code that looks right and is not", .typeCheck)
  struct MistakenCodeTests {
    /// Code as other libraries have it, and what the compiler says to write.
    private static let spellings: [(code: String, message: String)] = [
      ("@Suite(.network) struct Catalogue {}", "write .network(), with parentheses"),
      ("@Test(.network) func latest() {}", "write .network(), with parentheses"),
      ("@Test(.everySession) func every() {}", "write .everySession(), with parentheses"),
      ("@Test(.sharedSession) func shared() {}", "write .everySession(…).fromAnywhere()"),
      (
        #"@Test(.sharedSession(.get("/a").respond(status: 200))) func oldName() {}"#,
        "write .everySession(…).fromAnywhere()"
      ),
      ("func old(_ trait: SharedSessionTrait) {}", "write EverySessionTrait"),
      (
        #"@Test(.network(MockTransport(.get("/a").respond(status: 200)))) func own() {}"#,
        "the trait makes a transport for each test"
      ),
      (#"let empty: [Stub] = [.get("/a").respond()]"#, "write respond(status: 200), respond(json: …)"),
      (#"let query: [Stub] = [.get("/a", query: ["page": "1"]).respond(status: 200)]"#, ".query(["),
      (#"let fields: [Stub] = [.get("/a", headers: ["Accept": "a/b"]).respond(status: 200)]"#, ".header("),
      (#"let sent: [Stub] = [.post("/a", body: ["id": 1]).respond(status: 200)]"#, ".body(json: …)"),
      (#"let document: [Stub] = [.post("/a", json: ["id": 1]).respond(status: 200)]"#, ".body(json: …)"),
      (#"let late: [Stub] = [.get("/a").delayed(by: .seconds(1)).respond(status: 200)]"#, "respond(…).delayed(by:"),
      (#"let bare: [Stub] = [.get("/a").respond("tea")]"#, "write respond(status: …)"),
      (#"@Test(.network(.get("/a"))) func unanswered() {}"#, "a matcher answers nothing"),
      (#"let code: [Stub] = [.get("/a").respond(statusCode: 404)]"#, "write respond(status: 404)"),
      (#"let coded: [Stub] = [.get("/a").respond(statusCode: 404, json: ["id": 1])]"#, "write respond(status: 404)"),
      (#"let words: [Stub] = [.get("/a").respond(status: .notFound)]"#, "write the number, as in respond(status: 404)"),
      (#"let body: [Stub] = [.get("/a").respond(body: "tea")]"#, "write respond(json: …), respond(text: …)"),
      (#"let text: [Stub] = [.get("/a").respond(with: "tea")]"#, "write respond(text: …)"),
      (#"let fixture: [Stub] = [.get("/a").respond(with: Fixture("a.json"))]"#, #".fixture("name.json")"#),
      (#"let created: [Stub] = [.get("/a").respond(with: .json(["id": 1]), status: 201)]"#, ".json(…, status: 201)"),
      (#"let failed: [Stub] = [.get("/a").fail(with: .timedOut)]"#, "write respond(error: .timedOut)"),
      (#"let thrownBy: [Stub] = [.get("/a").fail(with: URLError(.timedOut))]"#, "write respond(error: …)"),
      (#"let returned: [Stub] = [.get("/a").thenReturn(status: 200)]"#, "write respond(status: …)"),
      (#"let replied: [Stub] = [.get("/a").reply(json: ["id": 1])]"#, "write respond(status: …)"),
      (#"let json: [Stub] = [.post("/a").json(["id": 1]).respond(status: 200)]"#, "write body(json: …)"),
      (#"let bodied: [Stub] = [.post("/a").body(["id": 1]).respond(status: 200)]"#, "write body(json: …)"),
      (#"let headed: [Stub] = [.get("/a").headers(["Accept": "a/b"]).respond(status: 200)]"#, #"header("Name""#),
      (
        #"let delayed: [Stub] = [.get("/a").respond(status: 200).delay(.seconds(2))]"#, "write delayed(by: .seconds(1))"
      ),
      (#"let twice: [Stub] = [.get("/a").respond(status: 200).twice()]"#, "write times(2)"),
      (#"let moved: [Stub] = [.get("/a").respond(status: 200).scenario("cart", to: "full")]"#, "then:"),
      (#"let timeout: [Stub] = [.get("/a").respond(with: .error(.timeout))]"#, ".error(.timedOut)"),
      (#"let list = MockTransport(stubs: [.get("/a").respond(status: 200)])"#, "the list has no label"),
      (#"@Test(.network(stubs: [.get("/a").respond(status: 200)])) func listed() {}"#, "the list has no label"),
      (#"@Test(.ordered(.get("/a").respond(status: 200))) func inOrder() {}"#, "write .network(.ordered(…))"),
      ("@Test(.virtualTime()) func time() {}", "write the trait without parentheses"),
      ("@Test(.simulated) func simulated() {}", "NetworkSimulation"),
      ("@Test(.simulated(100)) func counted() {}", "write .simulated(runs: 100)"),
      ("@Test(.simulated(run: 100)) func labelled() {}", "write .simulated(runs: 100)"),
      ("@Test(.simulated(times: 100)) func repeated() {}", "write .simulated(runs: 100)"),
      ("@Test(.loopbackServer) func served() {}", "NetworkLoopback"),
      ("@Test(.recording) func recorded() {}", "NetworkRecording"),
      (#"func count(_ t: MockTransport) async { await t.expect(.get("/a"), times: 1) }"#, "the count has no label"),
      ("func own(_ t: MockTransport) -> URLSession { URLSession.mocked(t) }", "write .mocked(by: transport)"),
      (
        #"func made() { _ = URLSessionConfiguration.mocked(.get("/a").respond(status: 200)) }"#,
        "write .mocked(by: MockTransport(…))"
      ),
      (#"let suspended = SuspendedTransport(.get("/a").respond(status: 200))"#, "it has no stubs"),
      (#"let partly: [Stub] = [.get("/a").header("A", .contains("b")).respond(status: 200)]"#, "write .containing(…)"),
      (#"func word(_ v: JSONValue) -> String? { v["a"]?.stringValue }"#, "write text"),
      (#"func words(_ v: JSONValue) -> String? { v["a"]?.string }"#, "write text"),
      (#"let token: [Stub] = [.get("/a").bearer(token: "b").respond(status: 200)]"#, "write bearer(…)"),
      (#"let basic: [Stub] = [.get("/a").basic("a", "b").respond(status: 200)]"#, "write basicAuth(user: …"),
      (
        #"let basicAuth: [Stub] = [.get("/a").basicAuth("a", "b").respond(status: 200)]"#,
        "write basicAuth(user: …, password: …)"
      ),
      (#"let operation: [Stub] = [.post("/a").graphQL(operation: "B").respond(status: 200)]"#, "write graphQL("),
      (
        #"let operations: [Stub] = [.post("/a").graphQL(operation: "B", variables: ["c": 1]).respond(status: 200)]"#,
        "write graphQL("
      ),
      (#"let field: [Stub] = [.get("/a", header: ["Accept": "a/b"]).respond(status: 200)]"#, ".header("),
      (#"let sentField: [Stub] = [.post("/a", header: ["Accept": "a/b"]).respond(status: 200)]"#, ".header("),
      (
        #"let answerField: [Stub] = [.get("/a").respond(status: 200, header: ["ETag": "a"])]"#,
        "write respond(status: …, headers: …)"
      ),
      (#"func answer(_ c: SuspendedCall) { c.respond(json: ["id": 1]) }"#, "write answer(status: …)"),
    ]

    @Test("code that looks right and is not is told what to write")
    func spellings() throws {
      let messages = try TypeCheck.messages(
        in: "import NetworkTesting\n" + Self.spellings.map(\.code).joined(separator: "\n"))
      for (index, spelling) in Self.spellings.enumerated() {
        let said = messages.filter { $0.hasPrefix("\(index + 2):") && $0.contains("error:") }
        #expect(said.contains { $0.contains(spelling.message) }, "\(spelling.code): \(said)")
        #expect(said.allSatisfy { $0.contains("is unavailable: ") }, "\(spelling.code): \(said)")
      }
    }

    @Test("code that looks right and is not is not confused with code that is right")
    func right() throws {
      let code = """
        import NetworkTesting
        let stubs: [Stub] = [.get("/a").respond(with: .error(.timedOut)), .post("/a").respond(json: ["id": 1])]
        @Suite(.network()) struct Catalogue {}
        @Test(.network(stubs)) func list() { _ = URLSession.mocked(by: .current) }
        @Test(.network(.get("/a").respond(status: 200))) func one() { _ = URLSession.mocked(by: MockTransport.current) }
        let fields = ["A": "b"]
        let pages: [Stub] = [
          .get("/a").query(["page": 2]).respond(text: "x", headers: fields), .get("/b").query("page", 2).respond(status: 200),
          .post("/c").form(["page": 2, "name": "Ada"]).respond(json: fields, status: 201),
          .post("/d").body(Data()).respond(with: .json(["id": 1], status: 201)),
        ]
        let values: [JSONValue] = [.string("a"), .string(fields.description)]
        func word(_ value: JSONValue) -> String? { if case .string(let text) = value { text } else { value.text } }
        let words = fields.keys.contains("A") && "ab".contains("b") && values.contains(.string("a"))
        let parts: [Stub] = [
          .get("/a").header("A", .containing("b")).bearer("c").basicAuth(user: "a", password: "b").respond(status: 200),
          .post("/a").graphQL("B", variables: ["c": 1]).header("D", fields.description)
            .respond(status: 200, headers: ["E": "f"]),
        ]
        let session = URLSession.mocked(.get("/a").respond(status: 200), .get("/b").respond(status: 200))
        func any(_ transport: any HTTPTransport) -> URLSession { .mocked(by: transport) }
        """
      #expect(try TypeCheck.messages(in: code).filter { $0.contains("error:") } == [])
    }
  }
#endif
