import NetworkEndpoints
import NetworkStubs
import NetworkTesting

// The Swift of the recipes, compiled and run.

/// Asks for a path.
private func status(_ transport: any HTTPTransport, _ path: String = "items") async throws -> Int {
  try await transport.send(URLRequest(url: try #require(URL(string: "https://test/\(path)")))).status
}

/// Loads what the ambient network has at a path.
private func load(_ path: String) async throws -> JSONValue {
  try await EndpointLoader().load(endpoint: Endpoint<EndpointKinds.Public, JSONValue>(path: path))
}

/// Downloads a picture once, however many ask for it.
private actor PictureCache {
  private let transport: any HTTPTransport
  private var download: Task<Data, any Error>?

  init(transport: any HTTPTransport) { self.transport = transport }

  func picture() async throws -> Data {
    if let download { return try await download.value }
    let task = Task { [transport] in
      try await transport.send(URLRequest(url: try #require(URL(string: "https://test/picture")))).body
    }
    download = task
    return try await task.value
  }
}

/// What a view shows.
@MainActor
private final class TitlesModel {
  private let transport: any HTTPTransport
  private(set) var isLoading = false
  private(set) var titles: [String] = []

  init(transport: any HTTPTransport) { self.transport = transport }

  func load() async {
    isLoading = true
    defer { isLoading = false }
    let loader = EndpointLoader(transport: transport, host: "test")
    titles = (try? await loader.load(endpoint: Endpoint<EndpointKinds.Public, [String]>(path: "titles"))) ?? []
  }

  func refresh() { Task { await load() } }
}

/// Asks again after one second, two, four.
private func retried(_ transport: any HTTPTransport, clock: any Clock<Duration>) async throws -> Int {
  for attempt in 0..<3 {
    let answer = try await status(transport)
    if answer < 500 { return answer }
    try await clock.sleep(for: .seconds(1 << attempt))
  }
  return try await status(transport)
}

/// Asks for the state of a job every five seconds.
private func states(
  _ transport: any HTTPTransport, clock: any Clock<Duration>
) -> AsyncThrowingStream<String, any Error> {
  AsyncThrowingStream { continuation in
    let poll = Task {
      do {
        let loader = EndpointLoader(transport: transport, host: "test")
        while true {
          continuation.yield(try await loader.load(endpoint: Endpoint<EndpointKinds.Public, String>(path: "job")))
          try await clock.sleep(for: .seconds(5))
        }
      } catch { continuation.finish(throwing: error) }
    }
    continuation.onTermination = { _ in poll.cancel() }
  }
}

/// A search that begins when no letter has come for a while.
@MainActor
private final class SearchModel {
  private let loader: EndpointLoader
  private let clock: any Clock<Duration>
  private var search: Task<Void, any Error>?
  private(set) var results: [String] = []

  init(transport: any HTTPTransport, clock: any Clock<Duration>) {
    (loader, self.clock) = (EndpointLoader(transport: transport, host: "test"), clock)
  }

  var query = "" {
    didSet {
      search?.cancel()
      search = Task { [query, loader, clock] in
        try await clock.sleep(for: .milliseconds(300))
        let items = [URLQueryItem(name: "q", value: query)]
        results = try await loader.load(
          endpoint: Endpoint<EndpointKinds.Public, [String]>(path: "search", queryItems: items))
      }
    }
  }
}

@Suite("Recipes")
struct RecipeTests {

  @Test("a service that recovers")
  func recipe1() async throws {
    // Recipes.md, "A service that recovers"
    let transport = MockTransport(
      .get("/items").respond(inOrder: .status(503), .json(["Tea"])))
    // end of block
    #expect(try await status(transport) == 503)
    #expect(try await status(transport) == 200)
  }

  @Test("a list in pages")
  func recipe2() async throws {
    // Recipes.md, "A list in pages"
    let pages: [Stub] = [
      .get("/items").query(exactly: [:]).respond(json: [
        "items": ["Tea"], "next": 2,
      ]),
      .get("/items").query("page", 2).respond(json: ["items": ["Cup"]]),
    ]
    // end of block
    #expect(try await status(MockTransport(pages.map { $0.optional() }), "items?page=2") == 200)
  }

  @Test("a token that expires")
  func recipe3() async throws {
    // Recipes.md, "A token that expires"
    let signedIn: [Stub] = [
      .get("/me").bearer("old").respond(status: 401).times(1...3),
      .post("/refresh").respond(json: ["access": "new"]).once(),
      .get("/me").bearer("new").respond(json: ["name": "Ada"]).times(
        1...3),
    ]
    // end of block
    #expect(signedIn.count == 3)
  }

  @Test("a job that takes its time")
  func recipe4() async throws {
    // Recipes.md, "A job that takes its time"
    let transport = MockTransport(
      .get("/job").respond(
        inOrder: .json(["state": "running"]), .json(["state": "done"])
      ).repeatingLast())
    // end of block
    for _ in 1...3 { #expect(try await status(transport, "job") == 200) }
  }

  @Test("an answer made of the request")
  func recipe5() async throws {
    // Recipes.md, "An answer made of the request"
    let transport = MockTransport(
      .post("/items").respond { request in
        let item = try request.json()
        #expect(item["title"] == "Tea")
        return HTTPResponse(status: 201, body: request.body)
      })
    // end of block
    var request = URLRequest(url: try #require(URL(string: "https://test/items")))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"title":"Tea"}"#.utf8)
    #expect(try await transport.send(request).status == 201)
  }

  @Test("a form")
  func recipe6() async throws {
    let stub: Stub = .post("/login").form("user", "ada").respond(json: [
      "token": "12345"
    ])
    _ = stub
  }

  @Test("GraphQL")
  func recipe7() async throws {
    let stub: Stub = .post("/graphql").graphQL(
      "GetUser", variables: ["id": "1"]
    ).respond(json: ["data": ["user": ["name": "Ada"]]])
    _ = stub
  }

  @Test("a limit on the rate")
  func recipe8() async throws {
    // Recipes.md, "A limit on the rate"
    let stub: Stub = .get("/items").respond(
      status: 429, headers: ["Retry-After": "2"])
    // end of block
    #expect(try await status(MockTransport(stub)) == 429)
  }

  @Test("an entity tag")
  func recipe9() async throws {
    // Recipes.md, "An entity tag"
    let items: [Stub] = [
      .get("/items").header("If-None-Match", "v1").respond(status: 304),
      .get("/items").respond(json: ["Tea"], headers: ["ETag": "v1"]),
    ]
    // end of block
    #expect(try await status(MockTransport(items.map { $0.optional() })) == 200)
  }

  @Test("a redirect")
  func recipe10() async throws {
    let url = try #require(URL(string: "https://api.example.com/old"))
    // Recipes.md, "A redirect"
    let transport = MockTransport(
      .get("https://api.example.com/old").respond(
        status: 302, headers: ["Location": "/new"]),
      .get("https://api.example.com/new").respond(with: .text("moved")))
    let (data, _) = try await URLSession.mocked(by: transport).data(
      from: url)
    // end of block
    #expect(data == Data("moved".utf8))
  }

  @Test("a file as the answer")
  func recipe11() async throws {
    let transport = MockTransport(
      .get("/items/latest").respond(with: .fixture("items/latest.json"))
    )
    #expect(try await status(transport, "items/latest") == 200)
  }

  @Test("no connection")
  func recipe12() async throws {
    let transport = MockTransport(
      .any.respond(with: .error(.notConnectedToInternet)))
    await #expect(throws: URLError.self) { try await status(transport) }
  }

  @Test("nothing may be sent")
  func recipe13() async throws {
    // Recipes.md, "Nothing may be sent"
    let loader = EndpointLoader(
      transport: UnimplementedTransport(), host: "test")
    // end of block
    _ = loader
  }

  @Test("it was sent once")
  func recipe14() async throws {
    let transport = MockTransport(.post("/orders").respond(status: 201))
    var request = URLRequest(url: try #require(URL(string: "https://test/orders")))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"item":"tea"}"#.utf8)
    _ = try await transport.send(request)
    // Recipes.md, "It was sent once"
    await transport.expect(
      .post("/orders").body(at: "$.item", "tea"), 1)
    await transport.expect(.delete("/orders/{id}"), 0)
    // end of block
  }

  @Test("in this order")
  func recipe15() async throws {
    let transport = MockTransport(.get("/first").respond(status: 204), .get("/second").respond(status: 204))
    _ = try await (status(transport, "first"), status(transport, "second"))
    // Recipes.md, "In this order"
    await transport.expect(inOrder: .get("/first"), .get("/second"))
    // end of block
  }

  @Test("sent in the background")
  func recipe16() async throws {
    let transport = MockTransport(.get("/sync").respond(status: 204))
    let task = Task { try await status(transport, "sync") }
    // Recipes.md, "Sent in the background"
    try await transport.nextRequest(matching: .get("/sync"))
    // end of block
    _ = try await task.value
  }

  @Test("two callers, one request")
  func recipe17() async throws {
    let transport = SuspendedTransport()
    let cache = PictureCache(transport: transport)
    // Recipes.md, "Two callers, one request"
    async let first = cache.picture()
    let call = try await transport.nextCall()
    async let second = cache.picture()
    call.answer(with: .data(Data([1, 2, 3])))
    let (one, two) = try await (first, second)
    #expect(one == two)
    await transport.expect(.get("/picture"), 1)
    // end of block
  }

  @Test("a caller that leaves")
  func recipe18() async throws {
    let transport = SuspendedTransport()
    // Recipes.md, "A caller that leaves"
    let task = Task { try await status(transport) }
    let call = try await transport.nextCall()
    task.cancel()
    try await call.waitForAbandonment()
    // end of block
  }

  @Test("a time-out, at once")
  func recipe19() async throws {
    // Recipes.md, "A time-out, at once"
    let clock = VirtualClock()
    let transport = MockTransport(
      .any.respond(status: 200).delayed(by: .seconds(90)),
      clock: clock)
    let answer = Task { try await status(transport) }
    try await transport.nextRequest()
    clock.advance(by: .seconds(60))
    await #expect(throws: URLError(.timedOut)) {
      try await answer.value
    }
    // end of block
  }

  @Test("events as they come")
  func recipe20() async throws {
    let request = URLRequest(url: try #require(URL(string: "https://test/prices")))
    // Recipes.md, "Events as they come"
    let transport = MockTransport(
      .get("/prices").respond(with: .events(["10", "11"])))
    let stream = try await transport.stream(request)
    let prices = try await collect(stream.events).map(\.data)
    // end of block
    #expect(prices == ["10", "11"])
  }

  @Test("a socket in memory")
  func recipe21() async throws {
    // NetworkEndpoints.md, "WebSockets"
    let socket = ScriptedWebSocket { server in
      try await server.send("hi")
    }
    let message = try await socket.next()
    #expect(message == .text("hi"))
    // end of block
  }

  @Test("a streamed answer of a language model, in both dialects")
  func recipe22() async throws {
    do {
      // Recipes.md, "A streamed answer of a language model"
      let answer = Answer.events([
        #"{"choices":[{"delta":{"content":"Hello"}}]}"#,
        #"{"choices":[{"delta":{"content":", Ada"}}]}"#, "[DONE]",
      ])
      let transport = MockTransport(
        .post("/v1/chat/completions").body(at: "$.stream", true).respond(
          with: answer))
      // end of block
      var request = URLRequest(url: try #require(URL(string: "https://test/v1/chat/completions")))
      (request.httpMethod, request.httpBody) = ("POST", Data(#"{"stream":true}"#.utf8))
      #expect(try await collect(transport.stream(request).events).count == 3)
    }
    do {
      // Recipes.md, "A streamed answer of a language model", block 2
      let answer = Answer.events([
        ServerSentEvent(
          #"{"delta":{"type":"text_delta","text":"Hello"}}"#,
          event: "content_block_delta"),
        ServerSentEvent(
          #"{"type":"message_stop"}"#, event: "message_stop"),
      ])
      let transport = MockTransport(
        .post("/v1/messages").header("x-api-key").respond(with: answer))
      // end of block
      var request = URLRequest(url: try #require(URL(string: "https://test/v1/messages")))
      request.httpMethod = "POST"
      request.setValue("test", forHTTPHeaderField: "x-api-key")
      #expect(try await collect(transport.stream(request).events).last?.event == "message_stop")
    }
  }

  @Test("a tool call in two rounds")
  func recipe23() async throws {
    // Recipes.md, "A tool call in two rounds"
    let transport = MockTransport(
      .post("/v1/chat/completions").body(
        at: "$.messages[*].role", "tool"
      ).respond(
        json: ["choices": [["message": ["content": "It is 12 °C."]]]]),
      .post("/v1/chat/completions").respond(
        json: [
          "choices": [
            [
              "message": [
                "tool_calls": [
                  ["id": "call_1", "function": ["name": "weather"]]
                ]
              ]
            ]
          ]
        ]))
    // end of block
    for (role, text) in [("user", "call_1"), ("tool", "12 °C")] {
      var request = URLRequest(url: try #require(URL(string: "https://test/v1/chat/completions")))
      request.httpMethod = "POST"
      request.httpBody = Data(#"{"messages":[{"role":"\#(role)"}]}"#.utf8)
      #expect(String(decoding: try await transport.send(request).body, as: UTF8.self).contains(text))
    }
  }

  @Test("a stream that stops early")
  func recipe24() async throws {
    // Recipes.md, "A stream that stops early"
    let endings = Delivery.endings(of: "events/chat.sse")
    let transport = MockTransport(
      .post("/v1/messages").respond(
        with: .fixture("events/chat.sse").delivered(endings[0])))
    // end of block
    var request = URLRequest(url: try #require(URL(string: "https://test/v1/messages")))
    request.httpMethod = "POST"
    #expect(try await collect(transport.stream(request).events).map(\.data).contains("[DONE]") == false)
  }

  @Test("a multipart upload")
  func recipe25() async throws {
    let stub: Stub = .post("/photos")
      .part("title", text: "Cat")
      .part("file", filename: .suffix(".png"), contentType: "image/png")
      .respond(status: 201)
    let endpoint = Endpoint<EndpointKinds.Public, Void>(
      method: .post, path: "photos",
      body: .multipart([
        MultipartPart(name: "title", text: "Cat"),
        MultipartPart(name: "file", data: Data([1]), filename: "cat.png", contentType: "image/png"),
      ]))
    try await EndpointLoader(transport: MockTransport(stub), host: "test").load(endpoint: endpoint)
  }

  // Recipes.md, "A model on the main actor"
  @MainActor @Test func shows() async throws {
    let transport = SuspendedTransport()
    let model = TitlesModel(transport: transport)
    let loading = Task { await model.load() }
    let call = try await transport.nextCall()
    #expect(model.isLoading)
    call.answer(json: ["Tea"])
    await loading.value
    #expect(model.titles == ["Tea"])
  }
  // end of block

  @MainActor @Test("a model that keeps its task to itself")
  func recipe27() async throws {
    let model = TitlesModel(transport: MockTransport(.get("/titles").respond(json: ["Tea"])))
    // Recipes.md, "A model on the main actor", block 2
    model.refresh()
    try await eventually { model.titles == ["Tea"] }
    // end of block
  }

  @Test("values of a publisher")
  func recipe28() async throws {
    let publisher = (
      values: AsyncStream {
        $0.yield("Tea"); $0.yield("Cup")
      }, name: "titles"
    )
    // Recipes.md, "Values of a publisher"
    let titles = try await collect(publisher.values, count: 2)
    // end of block
    #expect(titles == ["Tea", "Cup"])
  }

  @Test("a retry with back-off")
  func recipe29() async throws {
    // Recipes.md, "A retry with back-off"
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/items").respond(
        inOrder: .status(503), .status(503), .json(["Tea"])),
      clock: clock)
    let answer = Task { try await retried(transport, clock: clock) }
    await clock.advance(stepwiseBy: .seconds(1))
    await transport.expect(.get("/items"), 2)
    await clock.advance(stepwiseBy: .seconds(2))
    let last = try await answer.value
    #expect(last == 200)
    // end of block
  }

  @Test("a poll in an AsyncStream")
  func recipe30() async throws {
    // Recipes.md, "A poll in an AsyncStream"
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/job").respond(
        inOrder: .text("running"), .text("done")
      ).repeatingLast(), clock: clock)
    let reading = Task {
      try await collect(states(transport, clock: clock), count: 3)
    }
    await clock.advance(stepwiseBy: .seconds(10))
    let seen = try await reading.value
    #expect(seen == ["running", "done", "done"])
    // end of block
  }

  // Recipes.md, "A search that waits for the last letter"
  @MainActor @Test func debounces() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/search").query("q", "tea").respond(json: ["Tea"]),
      clock: clock)
    let model = SearchModel(transport: transport, clock: clock)
    model.query = "t"
    await clock.advance(stepwiseBy: .milliseconds(200))
    model.query = "tea"
    await clock.advance(stepwiseBy: .milliseconds(300))
    #expect(model.results == ["Tea"])
    await transport.expect(.get("/search"), 1)
  }
  // end of block

  // Recipes.md, "Stubs of a whole suite"
  @Suite(
    .network(.get("/me").respond(json: ["name": "Ada"])),
    .host("test"))
  struct ProfileTests {
    // beside those of the suite
    @Test(.network(.get("/orders").respond(json: [])))
    func orders() async throws {
      let orders = try await load("orders")
      #expect(orders == [])
      let me = try await load("me")
      #expect(me["name"] == "Ada")
    }
  }
  // end of block

  // Recipes.md, "An SDK with a session of its own"
  @Test(
    .everySession(
      .post("https://events.example.com/track")
        .body(at: "$.name", "checkout").respond(status: 204)))
  func checkoutIsTracked() async throws {
    try await Analytics.shared.track("checkout")
  }
  // end of block
}

/// An SDK as others write it.
private final class Analytics: Sendable {
  static let shared = Analytics()

  private let session = URLSession(configuration: .default)

  func track(_ name: String) async throws {
    var request = URLRequest(url: try #require(URL(string: "https://events.example.com/track")))
    request.httpMethod = "POST"
    request.httpBody = try JSONEncoder().encode(["name": name])
    _ = try await session.data(for: request)
  }
}
