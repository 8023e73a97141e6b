import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport

// The recipes for answers and requests, compiled and run. Those for an app's own code are in RecipeAppTests.swift.

/// Asks for a path.
func status(_ transport: any HTTPTransport, _ path: String = "items") async throws -> Int {
  try await transport.send(URLRequest(url: try #require(URL(string: "https://test/\(path)")))).status
}

@Suite("Recipes")
struct RecipeTests {
  @Test("a service that recovers")
  func recovering() async throws {
    // Recipes.md, "A service that recovers"
    let transport = MockTransport(
      .get("/items").respond(inOrder: .status(503), .json(["Tea"])))
    // end of block
    #expect(try await status(transport) == 503)
    #expect(try await status(transport) == 200)
  }

  @Test("a list in pages")
  func pages() async throws {
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
  func expiringToken() async throws {
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
  func job() async throws {
    // Recipes.md, "A job that takes its time"
    let transport = MockTransport(
      .get("/job").respond(
        inOrder: .json(["state": "running"]), .json(["state": "done"])
      ).repeatingLast())
    // end of block
    for _ in 1...3 { #expect(try await status(transport, "job") == 200) }
  }

  @Test("an answer made of the request")
  func madeOfRequest() async throws {
    // Recipes.md, "A response made of the request"
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

  @Test("a limit on the rate")
  func rateLimit() async throws {
    // Recipes.md, "A limit on the rate"
    let stub: Stub = .get("/items").respond(
      status: 429, headers: ["Retry-After": "2"])
    // end of block
    #expect(try await status(MockTransport(stub)) == 429)
  }

  @Test("an entity tag")
  func entityTag() async throws {
    // Recipes.md, "An entity tag"
    let items: [Stub] = [
      .get("/items").header("If-None-Match", "v1").respond(status: 304),
      .get("/items").respond(json: ["Tea"], headers: ["ETag": "v1"]),
    ]
    // end of block
    #expect(try await status(MockTransport(items.map { $0.optional() })) == 200)
  }

  @Test("a redirect")
  func redirect() async throws {
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

  @Test("nothing may be sent", .quiet)
  func nothing() async throws {
    let loader = EndpointLoader(
      transport: UnimplementedTransport(), host: "test")
    await withKnownIssue {
      _ = try? await loader.load(endpoint: Endpoint<EndpointKinds.Public, String>(path: "telemetry"))
    } matching: {
      $0.comments.contains { $0.rawValue.contains("GET https://test/telemetry") }
    }
  }

  @Test("it was sent once")
  func once() async throws {
    let transport = MockTransport(.post("/orders").respond(status: 201))
    var request = URLRequest(url: try #require(URL(string: "https://test/orders")))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"item":"tea"}"#.utf8)
    _ = try await transport.send(request)
    await transport.expect(
      .post("/orders").body(at: "$.item", "tea"), 1)
    await transport.expect(.delete("/orders/{id}"), 0)
  }

  @Test("in this order")
  func order() async throws {
    let transport = MockTransport(.get("/first").respond(status: 204), .get("/second").respond(status: 204))
    _ = try await (status(transport, "first"), status(transport, "second"))
    await transport.expect(inOrder: .get("/first"), .get("/second"))
  }

  @Test("sent in the background")
  func background() async throws {
    let transport = MockTransport(.get("/sync").respond(status: 204))
    let task = Task { try await status(transport, "sync") }
    try await transport.nextRequest(matching: .get("/sync"))
    _ = try await task.value
  }

  @Test("events as they come")
  func events() async throws {
    let request = URLRequest(url: try #require(URL(string: "https://test/prices")))
    // Recipes.md, "Events as they come"
    let transport = MockTransport(
      .get("/prices").respond(with: .events(["10", "11"])))
    let stream = try await transport.stream(request)
    let prices = try await collect(stream.events).map(\.data)
    // end of block
    #expect(prices == ["10", "11"])
  }

  @Test("a streamed answer of a language model, in both dialects")
  func languageModel() async throws {
    do {
      // Recipes.md, "A streamed response of a language model"
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
      // Recipes.md, "A streamed response of a language model", block 2
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
  func toolCall() async throws {
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
  func earlyEnd() async throws {
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
}
