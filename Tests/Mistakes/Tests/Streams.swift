import NetworkLoopback
import NetworkRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Endpoint where Kind == EndpointKinds.Public, Response == Data {
  static var prices: Self { Self(path: "prices") }
}

struct StreamTests {
  private func read(_ loader: EndpointLoader = EndpointLoader(host: "shop.test")) async throws -> [String] {
    var prices: [String] = []
    for try await event in loader.events(endpoint: .prices) { prices.append(event.data) }
    return prices
  }

  // Nothing answers when the reader of events connects again.
  @Test(.network(.get("/prices").respond(with: .events([ServerSentEvent("10", id: "1")])).once()))
  func m149() async throws { _ = try await read() }

  // The stub gives the same events each time that the reader connects.
  @Test(.network(.get("/prices").respond(events: ["10"])))
  func m150() async throws { _ = try await read() }

  // The stub of the second connection expects another event as the last.
  @Test(
    .network(
      .get("/prices").header("Last-Event-ID", nil).respond(with: .events([ServerSentEvent("10", id: "1")])),
      .get("/prices").header("Last-Event-ID", "2").respond(status: 204)))
  func m151() async throws { _ = try await read() }

  // The answer is JSON, not events.
  @Test(.network(.get("/prices").respond(json: ["10"])))
  func m152() async throws { _ = try await read() }

  // The answer breaks off.
  @Test(.network(.get("/log").respond(with: .stream("first\n", .failure(.networkConnectionLost)))))
  func m153() async throws {
    let transport = MockTransport.current
    let stream = try await transport.stream(URLRequest(url: URL(string: "https://shop.test/log")!))
    for try await _ in stream.lines {}
  }

  // The script waits for a second message, which the client does not send.
  @Test func m154() async throws {
    let socket = ScriptedWebSocket { server in
      _ = try await server.next()
      let second = try await server.next()
      #expect(second == .text("bye"))
    }
    try await socket.send("join")
    try await socket.finish()
  }

  // The client and the script wait for each other. Two issues, as nothing keeps a thrown error in a test without a trait.
  @Test(.timeLimit(.minutes(1))) func m155() async throws {
    let socket = ScriptedWebSocket { server in
      _ = try await server.next()
      _ = try await server.next()
    }
    try await socket.send("join")
    _ = try await socket.next()
  }

  // The client sends another message.
  @Test func m156() async throws {
    let socket = ScriptedWebSocket { server in
      let message = try await server.next()
      #expect(message == .text("join"))
      try await server.send("welcome")
    }
    try await socket.send("hello")
    _ = try await socket.next()
    try await socket.finish()
  }

  // A download of a mocked session is refused.
  @Test(.network(.get("/photo").respond(text: "PNG")))
  func m157() async throws {
    let session = URLSession.mocked(by: .current)
    _ = try await withCallback { (done: @escaping @Sendable (URL?, URLResponse?, (any Error)?) -> Void) in
      session.downloadTask(with: URL(string: "https://shop.test/photo")!, completionHandler: done).resume()
    }
  }

  // The server has another path.
  @Test(.loopbackServer(.get("/items").respond(json: [])))
  func m158() async throws {
    let url = try #require(URL(string: "\(LoopbackServer.current.host.rawValue)/itmes"))
    _ = try await URLSession.shared.data(from: url)
  }

  // The client connects to another path than the script's.
  @Test(.network(.webSocket("/chat") { try await $0.send("welcome") }))
  func m159() async throws {
    let socket = try await ScriptedWebSocket(to: "https://shop.test/chats", of: MockTransport.current)
    _ = try await socket.next()
  }
}

struct RecordingTests {
  // There is no such recording.
  @Test(.host("api.example.com"), .recording("basket"))
  func m160() async throws {
    _ = try await EndpointLoader().load(endpoint: Endpoint<EndpointKinds.Public, Data>(path: "cart"))
  }

  // The recording has another path.
  @Test(.host("api.example.com"), .recording("cart"))
  func m161() async throws {
    _ = try await EndpointLoader().load(endpoint: Endpoint<EndpointKinds.Public, Data>(path: "crat"))
  }

  // The request differs from its file.
  @Test func m162() async throws {
    let request = URLRequest(url: URL(string: "https://shop.test/items?page=2")!)
    try expectRequest(request, matches: "requests/items.http")
  }

  // The request differs from the text in the test.
  @Test func m163() async throws {
    let request = URLRequest(url: URL(string: "https://shop.test/items?page=2")!)
    try expectRequest(request, curl: "curl 'https://shop.test/items?page=1'")
  }

  // There is no file for the request.
  @Test func m164() async throws {
    let request = URLRequest(url: URL(string: "https://shop.test/items")!)
    try expectRequest(request, matches: "requests/item.http")
  }
}
