import NetworkLoopback
import NetworkRecording
import NetworkSimulation

/// A client with the shared session written into it, which leaves the task of its caller.
private struct LegacyClient {
  static let shared = LegacyClient()

  func latest() async throws -> Item {
    guard let url = URL(string: "https://api.example.com/items/latest") else { throw URLError(.badURL) }
    let data = try await Task.detached { try await URLSession.shared.data(from: url).0 }.value
    return try JSONDecoder().decode(Item.self, from: data)
  }
}

/// Keeps what it has loaded.
private actor Shelf {
  private let session: URLSession
  private var known: [String]?

  init(session: URLSession) { self.session = session }

  func items() async throws -> [String] {
    if let known { return known }
    let url = try #require(URL(string: "https://api.example.com/items"))
    let items = try JSONDecoder().decode([String].self, from: try await session.data(from: url).0)
    known = items
    return items
  }
}

@Suite("Mocked sessions")
struct SessionArticleTests {
  // Sessions.md, "Overview"
  @Test func login() async throws {
    let transport = MockTransport(
      .post("/login").respond(json: ["token": "12345"]))
    let client = Client(session: .mocked(by: transport))
    let login = try await client.login("ada")
    #expect(login.token == "12345")
    try await transport.verify()
  }
  // end of block

  @Test("another client than a session may send what a session refuses")
  func otherClient() async throws {
    // SessionReference.md, "What a session refuses"
    let transport = MockTransport(
      .get("/items/_search").body(jsonContaining: ["size": 10])
        .respond(json: []),
      client: .other)
    // end of block
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/items/_search")))
    request.httpBody = Data(#"{"size": 10}"#.utf8)
    let response = try await transport.send(request)
    #expect(response.status == 200)
  }

  @Test("a client that makes its own session takes a configuration")
  func configuration() async throws {
    let transport = MockTransport(.post("/login").respond(json: ["token": "12345"]))
    let client = Client(configuration: .mocked(by: transport))
    let login = try await client.login("ada")
    #expect(login.token == "12345")
  }

  @Test("a session of another platform")
  func platform() async throws {
    let transport = MockTransport(
      .get("/old").respond(with: .redirect(to: "https://cdn.example.com/new")),
      .get("https://cdn.example.com/new").respond(status: 204))
    // SessionReference.md, "Where sessions differ"
    let session = URLSession.mocked(by: transport, as: .apple)
    // end of block
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/old")))
    request.setValue("Bearer 12345", forHTTPHeaderField: "Authorization")
    _ = try await session.data(for: request)
    #expect(await transport.requests.map { $0.headers["Authorization"] } == ["Bearer 12345", nil])
  }

  #if os(Linux)
    // Sessions.md, "On a virtual clock, and in a simulation"
    @Test(
      .simulated(runs: 200),
      .network(.get("/items").respond(json: ["Tea"])))
    func items() async throws {
      let session = URLSession.mocked(by: MockTransport.current)
      let shelf = Shelf(session: session)
      async let first = shelf.items()
      async let second = shelf.items()
      let both = try await [first, second]
      #expect(both == [["Tea"], ["Tea"]])
    }
  // end of block
  #endif

  @Test("a stub whose first piece no loader holds back")
  func pieces() async throws {
    let transport = MockTransport(
      // SessionReference.md, "On Apple platforms"
      .get("/log").respond(
        with: .stream(
          "1\n", .pause(.seconds(1)), "2\n",
          headers: ["Content-Type": "application/json"])),
      .get("/prices").respond(
        with: .events([
          ServerSentEvent(String(repeating: "1", count: 512)), "11",
        ])),
      // end of block
      clock: ImmediateClock())
    let session = URLSession.mocked(by: transport)
    for (path, count) in [("log", 4), ("prices", 530)] {
      let url = try #require(URL(string: "https://api.example.com/\(path)"))
      #expect(try await session.data(for: URLRequest(url: url)).0.count == count)
    }
  }

  // Sessions.md, "From a queue or a detached task"
  @Test(
    .everySession(
      .get("/items/latest").respond(json: ["title": "Tea"])
    ).fromAnywhere())
  func latest() async throws {
    let item = try await LegacyClient.shared.latest()
    #expect(item.title == "Tea")
  }
  // end of block
}

@Suite("A real socket")
struct LoopbackArticleTests {
  @Test("any transport can be behind a server, such as a recording")
  func recording() async throws {
    try await withLoopbackServer(answering: ReplayTransport("checkout"), as: "api.example.com") { server in
      let response = try await HTTPClient.shared.get(url: "\(server.host)/cart").get()
      #expect(response.status == .ok)
    }
  }

  @Test("a script says each byte, or each message")
  func scripts() async throws {
    let wire: [Stub] = [
      .get("/items").respond(
        with: .wire("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf", .pause(.seconds(1)), .reset)),
      .webSocket("/chat", subprotocols: ["v2"]) { socket in
        try await socket.send("hi")
        let message = try await socket.next()
        #expect(message == .text("yo"))
      },
    ]
    let script: @Sendable (any WebSocket) async throws -> Void = { socket in try await socket.send("hi") }
    let socket = ScriptedWebSocket(script)
    let stub: Stub = .webSocket("/chat") { try await script($0) }
    let message = try await socket.next()
    #expect(message == .text("hi"))
    #expect((wire + [stub]).count == 3)
  }
}
