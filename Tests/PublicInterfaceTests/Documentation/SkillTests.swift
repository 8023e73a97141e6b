import NetworkTesting

// The Swift of the file for coding agents that no other article has.

@Suite("The file for coding agents")
struct SkillTests {
  @Test("the file for coding agents asks what was sent")
  func sent() async throws {
    let transport = MockTransport(.post("/orders").respond(json: [:], status: 201), .get("/sync").respond(status: 204))
    let loader = EndpointLoader(transport: transport, host: "test")
    try await TeaShop(loader: loader).order("tea")
    try await loader.load(endpoint: Endpoint<EndpointKinds.Public, Void>(path: "sync"))
    // SKILL.md, "Six shapes", block 2
    await transport.expect(
      .post("/orders").body(at: "$.item", "tea"), 1)
    let request = try #require(
      await transport.requests(matching: .post("/orders")).first)
    try await transport.nextRequest(matching: .get("/sync"))  // waits
    // end of block
    #expect(request.path == "/orders")
  }

  @Test("the file for coding agents answers over a WebSocket")
  func webSocket() async throws {
    // SKILL.md, "Six shapes", block 4
    let socket = ScriptedWebSocket { server in
      let message = try await server.next()
      #expect(message == .text("join"))
      try await server.send("welcome")
    }
    try await socket.send("join")  // the code under test does this
    let answer = try await socket.next()
    #expect(answer == .text("welcome"))
    try await socket.finish()  // throws the script's errors
    // end of block
  }

  @Test("the file for coding agents shows stubs")
  func stubs() async throws {
    let stubs: [Stub] = [
      .get("/users/{id}").respond(json: ["name": "Ada"]),
      .get("/items").query("page", 2).respond(with: .fixture("p2.json")),
      .post("/users").body(jsonContaining: ["role": "admin"])
        .respond(json: ["id": 7], status: 201, headers: ["Location": "/users/7"]),
      .get("/me").bearer("12345").respond(with: .error(.timedOut)),
      .get("/job").respond(inOrder: .status(503), .json(["id": 1])),
      .any.header("X-Trace").respond { request in
        HTTPResponse(status: 200, body: request.body)
      },
    ]
    let transport = MockTransport(stubs.map { $0.optional() })
    let endpoint = Endpoint<EndpointKinds.Public, JSONValue>(path: "users/7")
    let user = try await EndpointLoader(transport: transport, host: "test").load(endpoint: endpoint)
    #expect(user["name"] == "Ada")
  }
}
