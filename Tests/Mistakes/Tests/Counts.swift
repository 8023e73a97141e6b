import NetworkTesting

struct CountTests {
  // The app asks once, and the stub is for two requests.
  @Test(.network(.get("/items").respond(json: []).times(2)))
  func m087() async throws { _ = try await Shop(.transport).items() }

  // The app asks twice, and the stub is for one request.
  @Test(.network(.get("/items").respond(json: []).once()))
  func m088() async throws {
    let shop = Shop(.session)
    _ = try await shop.items()
    _ = try await shop.items()
  }

  // The app never asks for the second resource.
  @Test(.everySession(.get("/items").respond(json: []), .get("/offers").respond(json: [])))
  func m089() async throws { _ = try await Shop(.shared).items() }

  // The list of answers is used up.
  @Test(.network(.get("/job").respond(inOrder: .json(["state": "running"]), .json(["state": "running"]))))
  func m090() async throws {
    let shop = Shop(.transport)
    for _ in 1...3 { try await shop.send("GET", "/job") }
  }

  // The app does not ask again after an error.
  @Test(.network(.get("/items").respond(inOrder: .status(503), .json([]))))
  func m091() async throws { _ = try? await Shop(.session).items() }

  // A general stub stands before a special one.
  @Test(
    .everySession(
      .get("/items/{id}").respond(json: ["id": 1, "title": "Tea"]),
      .get("/items/7").respond(json: ["id": 7, "title": "Coffee"])))
  func m092() async throws { _ = try await Shop(.shared).item(7) }

  // The app sends in another order.
  @Test(.network(.ordered(.post("/login").respond(status: 204), .get("/items").respond(json: []))))
  func m093() async throws {
    let shop = Shop(.transport)
    _ = try await shop.items()
    try await shop.send("POST", "/login")
  }

  // The app asks twice where once is expected.
  @Test func m094() async throws {
    let transport = MockTransport(.get("/items").respond(json: []))
    let shop = Shop(.session, transport)
    _ = try await shop.items()
    _ = try await shop.items()
    await transport.expect(.get("/items"), 1)
  }

  // The app sends what it must not send.
  @Test(.everySession(.any.respond(status: 204)))
  func m095() async throws {
    try await Shop(.shared).send("DELETE", "/items/7")
    await MockTransport.current.expect(.delete("/items/{id}"), 0)
  }

  // Two requests come in another order than expected.
  @MainActor @Test func m096() async throws {
    let transport = MockTransport(.any.respond(status: 204))
    let shop = Shop(.transport, transport)
    try await shop.send("POST", "/save")
    try await shop.send("POST", "/lock")
    await transport.expect(inOrder: [.post("/lock"), .post("/save")])
  }

  // The test waits for a request to another address.
  @Test func m097() async throws {
    let transport = MockTransport(.any.respond(status: 204))
    try await Shop(.session, transport).send("POST", "/sync")
    _ = try await transport.nextRequest(matching: .post("/synch"), timeout: .milliseconds(200))
  }

  // The request that moves the scenario is never sent.
  @Test(
    .network(
      .get("/cart").respond(json: []).scenario("cart"),
      .post("/cart").respond(status: 201).scenario("cart", then: "full"),
      .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full")))
  func m098() async throws { try await Shop(.transport).send("GET", "/cart") }

  // The state of a scenario is misspelt.
  @Test(
    .network(
      .post("/cart").respond(status: 201).scenario("cart", then: "full"),
      .get("/cart").respond(json: ["tea"]).scenario("cart", in: "ful")))
  func m099() async throws {
    let shop = Shop(.session)
    try await shop.send("POST", "/cart")
    try await shop.send("GET", "/cart")
  }

  // The cart is asked for before anything is in it.
  @Test(
    .everySession(
      .post("/cart").respond(status: 201).scenario("cart", then: "full"),
      .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full")))
  func m100() async throws {
    let shop = Shop(.shared)
    try await shop.send("GET", "/cart")
    try await shop.send("POST", "/cart")
  }

  // The same stub stands there twice.
  @Test(.network(.get("/items").respond(json: []), .get("/items").respond(status: 503)))
  func m101() async throws { _ = try await Shop(.transport).items() }

  // The app polls for ever what has no stub.
  @Test(.network(.get("/job").respond(json: ["state": "running"]).once()))
  func m102() async throws {
    let shop = Shop(.session)
    for _ in 1...50 { _ = try? await shop.send("GET", "/job") }
  }

  // A suite's stub is a promise, since it has a count.
  @Suite(.network(.get("/config").respond(json: [:]).once()))
  struct Configured {
    @Test func m103() async throws {}
  }

  // The stub fits one argument only.
  @Test(.network(.get("/items/1").respond(json: ["id": 1, "title": "Tea"])), arguments: [2])
  func m104(_ id: Int) async throws { _ = try await Shop(.transport).item(id) }
}
