import NetworkTesting

struct QueryTests {
  // The value of the query is misspelt in the stub.
  @Test(.network(.get("/items").query("q", "coffe").respond(json: [])))
  func m022() async throws { _ = try await Shop(.session).items("/items?q=coffee") }

  // The app misspells a query's name.
  @Test(.everySession(.get("/items").query("search", "tea").respond(json: [])))
  func m023() async throws { _ = try await Shop(.shared).items("/items?serach=tea") }

  // The app does not encode a +.
  @Test(.network(.get("/items").query("q", "c++").respond(json: [])))
  func m024() async throws { _ = try await Shop(.transport).items("/items?q=c++") }

  // The stub allows no further items, and the app sends one.
  @Test(.network(.get("/items").query(exactly: ["page": "2"]).respond(json: [])))
  func m025() async throws { _ = try await Shop(.session).items("/items?page=2&size=20") }

  // The app leaves out a query item.
  @Test(.everySession(.get("/items").query("page", 2).respond(json: [])))
  func m026() async throws { _ = try await Shop(.shared).items("/items") }

  // The app encodes a query twice.
  @MainActor @Test(.network(.get("/items").query("q", "green tea").respond(json: [])))
  func m027() async throws { _ = try await Shop(.transport).items("/items?q=green%2520tea") }

  // The app interpolates an optional.
  @Test(.network(.get("/items").query("q", "tea").respond(json: [])))
  func m028() async throws { _ = try await Shop(.session).items("/items?q=Optional(%22tea%22)") }

  // The service takes 1, and the stub expects true.
  @Test(.everySession(.get("/items").query("sold", "true").respond(json: [])))
  func m029() async throws { _ = try await Shop(.shared).items("/items?sold=1") }

  // The app sends a list as one item.
  @Test(.network(.get("/items").query("id", "1").query("id", "2").respond(json: [])))
  func m030() async throws { _ = try await Shop(.transport).items("/items?id=1,2") }

  // The app formats a number for a German reader.
  @Test(.network(.get("/items").query("below", "1.5").respond(json: [])))
  func m031() async throws { _ = try await Shop(.session).items("/items?below=1,5") }

  // The stub's value is encoded already.
  @Test(.everySession(.get("/items").query("q", "green%20tea").respond(json: [])))
  func m032() async throws { _ = try await Shop(.shared).items("/items?q=green%20tea") }

  // A value has a blank at its end.
  @Test(.network(.get("/items").query("q", "tea").respond(json: [])))
  func m033() async throws { _ = try await Shop(.transport).items("/items?q=tea%20") }

  // The app composes an accent in another way.
  @Test(.network(.get("/items").query("q", "caf\u{E9}").respond(json: [])))
  func m034() async throws { _ = try await Shop(.session).items("/items?q=cafe%CC%81") }

  // The app sends & unencoded in a value.
  @Test(.everySession(.get("/items").query("q", "salt&vinegar").respond(json: [])))
  func m035() async throws { _ = try await Shop(.shared).items("/items?q=salt&vinegar") }

  // Two values are swapped in the stub.
  @Test(.network(.get("/items").query("from", "Oslo").query("to", "Rome").respond(json: [])))
  func m036() async throws { _ = try await Shop(.transport).items("/items?from=Rome&to=Oslo") }
}
