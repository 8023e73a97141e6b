import NetworkTesting

#if os(Linux)
  /// What the compiler says of the mistakes that are made first.
  struct CompileErrorTests {
    private static let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    private static let modules = program.deletingLastPathComponent().appendingPathComponent("Modules")
    private static let compiler: URL? = {
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      return folders.map { URL(fileURLWithPath: "\($0)/swiftc") }.first {
        FileManager.default.isExecutableFile(atPath: $0.path)
      }
    }()

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
      (#"let mixed = MockTransport(.any.respond(json: ["name": name, "count": count]))"#, nil),
      (#"let interpolated: JSONValue = ["name": "\(name)"]"#, nil),
      (
        "extension TestTrait where Self == NetworkTrait { static var named: Self { .network(.any.respond(status: 200)) } }",
        nil
      ),
      (#"let list: NetworkTrait = .network([.get("/a").respond(status: 200)])"#, nil),
      (#"let ordered = MockTransport(.ordered(.get("/a").respond(status: 200)))"#, nil),
    ]

    @Test(
      "name the remedy",
      .enabled("swiftc is not on PATH, or the modules are not beside the tests") {
        compiler != nil && FileManager.default.fileExists(atPath: modules.path)
      })
    func messages() throws {
      let source = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).swift")
      let start = """
        import NetworkTesting
        let (name, count) = ("Tea", 3)
        let needsToken = Endpoint<EndpointKinds.Private, Void>(path: "a")

        """
      try Data((start + Self.lines.map(\.code).joined(separator: "\n")).utf8).write(to: source)
      defer { try? FileManager.default.removeItem(at: source) }
      let process = Process(), pipe = Pipe()
      process.executableURL = Self.compiler
      process.arguments = [
        "-typecheck", "-parse-as-library", "-swift-version", "6", "-I", Self.modules.path, source.path,
      ]
      process.standardError = pipe
      try process.run()
      let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      process.waitUntilExit()
      let errors = output.split(separator: "\n").filter { $0.hasPrefix(source.path) && $0.contains("error:") }
      for (index, line) in Self.lines.enumerated() {
        let said = errors.filter { $0.contains(".swift:\(index + 4):") }
        if let message = line.message {
          #expect(said.contains { $0.contains(message) }, "\(line.code): \(said)")
        } else {
          #expect(said.isEmpty, "\(line.code): \(said)")
        }
      }
    }
  }
#endif
