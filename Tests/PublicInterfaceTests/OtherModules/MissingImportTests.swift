import NetworkTesting

#if os(Linux)
  @Suite("Where an import is missing", .typeCheck)
  struct MissingImportTests {
    /// Code as a newcomer writes it, in a file whose only import is NetworkTesting, with the import that it leads to.
    private static let spellings: [(code: String, import: String)] = [
      ("@Test(.simulated(runs: 200, faults: .some)) func simulated() async {}", "NetworkSimulation"),
      ("@Test(.simulated(seed: 7, faults: [.lostAnswers, .duplicates])) func seeded() async {}", "NetworkSimulation"),
      (
        #"@Test("races", .simulated(runs: count, strategy: .preemptions(atMost: 2))) func bound() {}"#,
        "NetworkSimulation"
      ),
      ("@Suite(.simulated(runs: 50, latency: .zero)) struct Simulated {}", "NetworkSimulation"),
      (#"@Test(.recording("checkout", mode: .missing)) func recorded() async throws {}"#, "NetworkRecording"),
      (
        #"@Suite(.recording(matching: [.method, .path, .query(except: "page")], age: .warns(afterDays: 30))) struct Recorded {}"#,
        "NetworkRecording"
      ),
      ("@Test(.recording(options: RecordingOptions(mode: .all))) func withOptions() {}", "NetworkRecording"),
      ("let mode: RecordMode = .never", "NetworkRecording"),
      (
        #"func records() async throws -> Data { try await withRecording("a") { transport in try await transport.send(request).body } }"#,
        "NetworkRecording"
      ),
      ("@Test func secrets() { expectNoSecrets(in: .recordings) }", "NetworkRecording"),
      (#"@Test func sent() throws { try expectRequest(request, matches: "checkout") }"#, "NetworkRecording"),
      (#"@Test func curl() throws { try expectRequest(request, curl: "curl /", mode: .missing) }"#, "NetworkRecording"),
      (#"let transport = try? RecordingTransport(to: RecordingFile("checkout"))"#, "NetworkRecording"),
      (
        #"func loader() throws -> EndpointLoader { EndpointLoader(transport: try ReplayTransport("checkout", matching: [.url]), host: "shop.test") }"#,
        "NetworkRecording"
      ),
      ("func archive(_ data: Data) throws -> HAR { try HAR(data) }", "NetworkRecording"),
      ("@Test func wrongArchive() { #expect(throws: HARError.self) { try HAR(Data()) } }", "NetworkRecording"),
      (
        #"@Test(.loopbackServer(.get("/a").respond(status: 200), on: .localhost)) func served() async throws {}"#,
        "NetworkLoopback"
      ),
      (#"let server = try? LoopbackServer(.get("/a").respond(status: 200))"#, "NetworkLoopback"),
      (
        "let refusing = try? LoopbackServer(answering: MockTransport(), acceptance: .refused)",
        "NetworkLoopback"
      ),
      (
        "func serves() async throws { try await withLoopbackServer(answering: MockTransport()) { server in print(server.host) } }",
        "NetworkLoopback"
      ),
      (
        "func port() async throws -> Int { try await withLoopbackServer(answering: MockTransport()) { _ in try LoopbackServer.current.port } }",
        "NetworkLoopback"
      ),
    ]

    @Test("every spelling leads to it")
    func newcomer() throws {
      let start = #"import NetworkTesting; let count = 100; let request = URLRequest(url: URL(fileURLWithPath: "/"))"#
      let messages = try TypeCheck.messages(in: start + "\n" + Self.spellings.map(\.code).joined(separator: "\n"))
      for (index, spelling) in Self.spellings.enumerated() {
        let said = messages.filter { $0.hasPrefix("\(index + 2):") && $0.contains("error:") }
        #expect(
          said.contains { $0.contains("import \(spelling.import) to use ") }, "\(spelling.code): \(said)")
        #expect(said.allSatisfy { $0.contains("is unavailable: import ") }, "\(spelling.code): \(said)")
      }
    }

    @Test("beside the import, a mistake is said to be what it is")
    func mistakes() throws {
      let lines: [(code: String, message: String)] = [
        (#"@Test(.recording("a", mode: "all")) func text() {}"#, "cannot convert value of type 'String'"),
        (#"@Test(.simulated(runs: "all")) func label() {}"#, "cannot convert value of type 'String'"),
        (
          #"@Test(.loopbackServer(.webSocket("/chat") { $0.open() })) func socket() {}"#,
          "value of type 'LoopbackWebSocket' has no member 'open'"
        ),
        (
          "func serves() async throws { try await withLoopbackServer(answering: MockTransport()) { $0.address } }",
          "value of type 'LoopbackServer' has no member 'address'"
        ),
        (
          #"func records() async throws { try await withRecording("a") { $0.answer() } }"#,
          "value of type 'any HTTPTransport' has no member 'answer'"
        ),
        ("let mode: RecordMode = .often", "type 'RecordMode' has no member 'often'"),
        (
          #"func archive() throws { print(try Fixture("a").har.entries) }"#,
          "value of type 'HAR' has no member 'entries'"
        ),
        ("let transport = RecordingTransport()", "missing argument for parameter 'to'"),
      ]
      let imports = "import NetworkTesting; import NetworkRecording; import NetworkLoopback; import NetworkSimulation"
      let messages = try TypeCheck.messages(in: imports + "\n" + lines.map(\.code).joined(separator: "\n"))
      for (index, line) in lines.enumerated() {
        let said = messages.filter { $0.hasPrefix("\(index + 2):") }
        #expect(said.contains { $0.contains(line.message) }, "\(line.code): \(said)")
        #expect(!said.contains { $0.contains("is unavailable") }, "\(line.code): \(said)")
      }
    }

    @Test("a declaration of one's own wins, and so does that of another library")
    func others() throws {
      let own = """
        import NetworkTesting
        struct HAR { let count: Int }
        enum RecordMode { case often }
        func withRecording(count: Int) {}
        let archive = HAR(count: 1)
        let mode: RecordMode = .often
        func records() { withRecording(count: 1) }
        """
      #expect(try TypeCheck.messages(in: own).isEmpty)
      let others = """
        import NetworkTesting
        import OtherClient
        let archive: HAR = HAR(count: 1)
        extension HAR { var isEmpty: Bool { count == 0 } }
        func records() { withRecording(count: 1) }
        """
      #expect(try TypeCheck.messages(in: others).isEmpty)
    }
  }
#endif
