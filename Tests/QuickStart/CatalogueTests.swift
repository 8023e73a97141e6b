import NetworkTesting

@Suite(.host("test"))
struct CatalogueTests {
  let catalogue = Catalogue()

  @Test(
    "a token and a query reach the service",
    .network(
      .get("/items/latest").bearer("12345").respond(with: .fixture("items/latest.json")),
      .get("/search").query("q", "swift").respond(with: .fixture("search.json"))
    ))
  func loads() async throws {
    let item = try await catalogue.latest(token: "12345")
    #expect(item.title == "Brass telescope, three draws")
    #expect(await catalogue.titles(for: "swift").count == 24)
  }

  @Test(
    "a server error carries the answer",
    .network(
      .get("/items/latest").respond(with: .fixture("errors/server-error.json", status: 500))
    ))
  func serverError() async throws {
    let error = try await #require(throws: LoadError.self) { try await catalogue.latest(token: "12345") }
    #expect(error.response.status == 500)
  }

  @Test(
    "a transport error is passed on", .network(.get("/items/latest").respond(with: .error(.notConnectedToInternet))))
  func transportError() async throws {
    let error = try await #require(throws: URLError.self) { try await catalogue.latest(token: "12345") }
    #expect(error.code == .notConnectedToInternet)
  }

  @Test(
    "an unexpected request fails the test, though the app swallows the error",
    .network(
      .get("/search").query("q", "swift").respond(with: .fixture("search.json")).optional()
    ))
  func swallowed() async {
    await withKnownIssue {
      #expect(await catalogue.titles(for: "swfit").isEmpty)
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("No stub answers GET https://test/search?q=swfit") }
    }
  }

  @Test("a hundred cases that stub the same URL do not meet", .network(), arguments: 1...100)
  func parallel(number: Int) async throws {
    await MockTransport.current.add(
      .get("/search").query("q", "swift").respond(json: [.item(titled: "Item \(number)")]))
    #expect(await catalogue.titles(for: "swift") == ["Item \(number)"])
  }

  @Test("a transport can be handed in, and asked what it was sent")
  func explicit() async throws {
    let transport = MockTransport(.get("/items/latest").respond(json: .item(titled: "Tea")))
    let catalogue = Catalogue(loader: EndpointLoader(transport: transport, host: .production))
    #expect(try await catalogue.latest(token: "12345").title == "Tea")
    #expect(await transport.requests(matching: .get("https://api.example.com/items/latest")).count == 1)
  }
}

extension JSONValue {
  static func item(titled title: String) -> Self {
    ["id": "itm_1", "title": .string(title), "price": ["amount": 100, "currency": "EUR"], "tags": []]
  }
}
