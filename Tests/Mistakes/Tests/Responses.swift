import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct ResponseTests {
  struct Dated: Codable { var at: Date }
  struct Broken: Error {}

  // The answer lacks a key.
  @Test(.network(.get("/items/7").respond(json: ["id": 7])))
  func m105() async throws { _ = try await Shop(.session).item(7) }

  // The answer's date is a text, and the decoder expects a number.
  @Test(.everySession(.get("/next").respond(json: ["at": "2027-01-15T08:00:00Z"])))
  func m106() async throws {
    _ = try JSONDecoder().decode(Dated.self, from: try await Shop(.shared).send("GET", "/next"))
  }

  // The answer is a text, and the app decodes JSON.
  @Test(.network(.get("/items").respond(text: "[]]")))
  func m107() async throws { _ = try await Shop(.transport).items() }

  // The answer is one item, and the app expects a list.
  @Test(.network(.get("/items").respond(json: ["id": 7, "title": "Tea"])))
  func m108() async throws { _ = try await Shop(.session).items() }

  // The stub answers with an error that the test does not expect.
  @Test(.everySession(.get("/items").respond(status: 404)))
  func m109() async throws { _ = try await Shop(.shared).items() }

  // The answer has a body beside 204.
  @Test(.network(.get("/items").respond(json: [], status: 204)))
  func m110() async throws { _ = try await Shop(.transport).items() }

  // The pasted JSON is damaged.
  @Test(.network(.get("/items").respond(jsonText: #"[{"id": 7, "title": "Tea",}]"#)))
  func m111() async throws { _ = try await Shop(.session).items() }

  // The stub's time-out is not handled.
  @Test(.everySession(.get("/items").respond(error: .timedOut)))
  func m112() async throws { _ = try await Shop(.shared).items() }

  // The stub's closure throws an error of its own.
  @MainActor @Test(.network(.get("/items").respond { _ in throw Broken() }))
  func m113() async throws { _ = try await Shop(.transport).items() }

  // The stub's closure reads JSON that the request does not have.
  @Test(.network(.post("/items").respond { request in .json(["id": try request.json()["id"]]) }))
  func m114() async throws { try await Shop(.session).send("POST", "/items", form: "id=7") }

  // The fixture's name is misspelt.
  @Test(.everySession(.get("/items/7").respond(fixture: "items/tee.json")))
  func m115() async throws { _ = try await Shop(.shared).item(7) }

  // The fixture's path begins with the folder.
  @Test(.network(.get("/items/7").respond(fixture: "Fixtures/items/tea.json")))
  func m116() async throws { _ = try await Shop(.transport).item(7) }

  // The whole error is compared.
  @Test(.network(.get("/items").respond(error: .networkConnectionLost)))
  func m117() async throws {
    await #expect(throws: URLError(.networkConnectionLost)) { try await Shop(.session).items() }
  }

  // The answer redirects to an address that has no stub.
  @Test(.everySession(.get("/items").respond(status: 302, headers: ["Location": "/v2/items"])))
  func m118() async throws { _ = try await Shop(.shared).items() }

  // The keys of the answer are in snake case.
  @Test(.network(.get("/user").respond(json: ["first_name": "Ada"])))
  func m119() async throws {
    struct User: Decodable { var firstName: String }
    _ = try JSONDecoder().decode(User.self, from: try await Shop(.transport).send("GET", "/user"))
  }

  // The answer has null where the app needs a value.
  @Test(.network(.get("/items/7").respond(json: ["id": 7, "title": nil])))
  func m120() async throws { _ = try await Shop(.session).item(7) }

  // The date of the answer was encoded as seconds since 2001, and the app reads ISO 8601.
  @Test(.everySession(.get("/next").respond(json: Dated(at: Date(timeIntervalSince1970: 1_800_000_000)))))
  func m121() async throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    _ = try decoder.decode(Dated.self, from: try await Shop(.shared).send("GET", "/next"))
  }

  // The second of two answers is an error.
  @Test(.network(.get("/job").respond(inOrder: .json(["state": "running"]), .status(500))))
  func m122() async throws {
    let shop = Shop(.transport)
    try await shop.send("GET", "/job")
    try await shop.send("GET", "/job")
  }

  // The regular expression of a stub does not compile.
  @Test(.network(.get(.regex("^/items/([0-9]+$")).respond(json: ["id": 7, "title": "Tea"])))
  func m123() async throws { _ = try await Shop(.session).item(7) }

  // The test expects another value than the answer has.
  @Test(.everySession(.post("/echo").respond { request in HTTPResponse(body: request.body) }))
  func m124() async throws {
    let data = try await Shop(.shared).send("POST", "/echo", body: Data("tea".utf8))
    let item = try JSONDecoder().decode(Shop.Item.self, from: data)
    #expect(item.id == 7)
  }
}
