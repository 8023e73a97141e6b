import NetworkTesting

#if os(Linux)
  @Suite("Code that looks right and is not", .typeCheck)
  struct MistakenCodeTests {
    /// Code as other libraries have it, and what the compiler says to write.
    private static let spellings: [(code: String, message: String)] = [
      ("@Suite(.network) struct Catalogue {}", "write .network(), with parentheses"),
      ("@Test(.network) func latest() {}", "write .network(), with parentheses"),
      ("@Test(.everySession) func every() {}", "write .everySession(), with parentheses"),
      ("@Test(.sharedSession) func shared() {}", "write .sharedSession(), with parentheses"),
      (
        #"@Test(.network(MockTransport(.get("/a").respond(status: 200)))) func own() {}"#,
        "the trait makes a transport for each test"
      ),
      (#"let empty: [Stub] = [.get("/a").respond()]"#, "write respond(status: 200), respond(json: …)"),
      (#"let failing: [Stub] = [.get("/a").respond(error: .timedOut)]"#, "write respond(with: .error(…))"),
      (#"let thrown: [Stub] = [.get("/a").respond(error: URLError(.timedOut))]"#, "write respond(with: .error(…))"),
      (#"let query: [Stub] = [.get("/a", query: ["page": "1"]).respond(status: 200)]"#, ".query(["),
      (#"let fields: [Stub] = [.get("/a", headers: ["Accept": "a/b"]).respond(status: 200)]"#, ".header("),
      (#"let sent: [Stub] = [.post("/a", body: ["id": 1]).respond(status: 200)]"#, ".body(json: …)"),
      (#"let document: [Stub] = [.post("/a", json: ["id": 1]).respond(status: 200)]"#, ".body(json: …)"),
      (#"let file: [Stub] = [.get("/a").respond(fixture: "a.json")]"#, #"write respond(with: .fixture("name.json"))"#),
      (#"let bytes: [Stub] = [.get("/a").respond(data: Data())]"#, "write respond(with: .data(…))"),
      (#"let late: [Stub] = [.get("/a").delayed(by: .seconds(1)).respond(status: 200)]"#, "respond(…).delayed(by:"),
      (#"let bare: [Stub] = [.get("/a").respond("tea")]"#, "write respond(status: …)"),
      (#"@Test(.network(.get("/a"))) func unanswered() {}"#, "a matcher answers nothing"),
    ]

    @Test("is told what to write")
    func spellings() throws {
      let messages = try TypeCheck.messages(
        in: "import NetworkTesting\n" + Self.spellings.map(\.code).joined(separator: "\n"))
      for (index, spelling) in Self.spellings.enumerated() {
        let said = messages.filter { $0.hasPrefix("\(index + 2):") && $0.contains("error:") }
        #expect(said.contains { $0.contains(spelling.message) }, "\(spelling.code): \(said)")
        #expect(said.allSatisfy { $0.contains("is unavailable: ") }, "\(spelling.code): \(said)")
      }
    }

    @Test("is not confused with code that is right")
    func right() throws {
      let code = """
        import NetworkTesting
        let stubs: [Stub] = [.get("/a").respond(with: .error(.timedOut)), .post("/a").respond(json: ["id": 1])]
        @Suite(.network()) struct Catalogue {}
        @Test(.network(stubs)) func list() { _ = URLSession.mocked(by: .current) }
        @Test(.network(.get("/a").respond(status: 200))) func one() { _ = URLSession.mocked(by: MockTransport.current) }
        let session = URLSession.mocked(.get("/a").respond(status: 200), .get("/b").respond(status: 200))
        func any(_ transport: any HTTPTransport) -> URLSession { .mocked(by: transport) }
        """
      #expect(try TypeCheck.messages(in: code).filter { $0.contains("error:") } == [])
    }
  }
#endif
