import NetworkTesting

struct AddressTests {
  // The stub's path is misspelt.
  @Test(.network(.get("/itmes").respond(json: [])))
  func m001() async throws { _ = try await Shop(.transport).items() }

  // The app's base address has lost its version.
  @Test(.network(.get("/v1/items").respond(json: [])))
  func m002() async throws { _ = try await Shop(.session, base: "https://shop.test").items() }

  // The stub has the path without the version of the base address.
  @Test(.everySession(.get("/items").respond(json: [])))
  func m003() async throws { _ = try await Shop(.shared, base: "https://shop.test/v1").items() }

  // The app sends a slash at the path's end.
  @MainActor @Test(.network(.get("/items").respond(json: [])))
  func m004() async throws { _ = try await Shop(.session).items("/items/") }

  // Base address and path both have a slash.
  @Test(.network(.get("/v1/items").respond(json: [])))
  func m005() async throws { _ = try await Shop(.transport, base: "https://shop.test/v1/").items() }

  // The stub is for another id.
  @Test(.network(.get("/items/7").respond(json: ["id": 7, "title": "Tea"])))
  func m006() async throws { _ = try await Shop(.session).item(8) }

  // The app forgot to fill in a path parameter.
  @Test(.everySession(.get("/items/7").respond(json: ["id": 7, "title": "Tea"])))
  func m007() async throws { try await Shop(.shared).send("GET", "/items/%7Bid%7D") }

  // The stub has a parameter in the form of another library.
  @Test(.network(.get("/items/:id").respond(json: ["id": 7, "title": "Tea"])))
  func m008() async throws { _ = try await Shop(.transport).item(7) }

  // The stub names another host.
  @Test(.network(.get("https://api.shop.test/items").respond(json: [])))
  func m009() async throws { _ = try await Shop(.session).items() }

  // The app uses http.
  @Test(.everySession(.get("https://shop.test/items").respond(json: [])))
  func m010() async throws { _ = try await Shop(.shared, base: "http://shop.test").items() }

  // The stub expects another method.
  @Test(.network(.put("/items/7").respond(status: 204)))
  func m011() async throws { try await Shop(.transport).send("POST", "/items/7", json: #"{"title":"Tea"}"#) }

  // The stub's path has a capital.
  @Test(.network(.get("/Items").respond(json: [])))
  func m012() async throws { _ = try await Shop(.session).items() }

  // The app encodes a path twice.
  @Test(.everySession(.get("/items/green tea").respond(json: ["id": 7, "title": "Tea"])))
  func m013() async throws { try await Shop(.shared).send("GET", "/items/green%2520tea") }

  // A slash in an id is not encoded, so the path has one part more.
  @MainActor @Test(.network(.get("/items/{id}").respond(json: ["id": 7, "title": "Tea"])))
  func m014() async throws { try await Shop(.transport).send("GET", "/items/tea/green") }

  // The app's query became a part of the path.
  @Test(.network(.get("/items").query("page", 2).respond(json: [])))
  func m015() async throws { _ = try await Shop(.session).items("/items%3Fpage=2") }

  // The stub's `*` is meant for two parts of a path.
  @Test(.everySession(.get("/files/*").respond(text: "hello")))
  func m016() async throws { try await Shop(.shared).send("GET", "/files/docs/readme.txt") }

  // The stub has a host without a scheme.
  @Test(.network(.get("shop.test/items").respond(json: [])))
  func m017() async throws { _ = try await Shop(.transport).items() }

  // The stub has a regular expression as a plain path.
  @Test(.network(.get("/items/[0-9]+").respond(json: ["id": 7, "title": "Tea"])))
  func m018() async throws { _ = try await Shop(.session).item(7) }

  // The stub names another port.
  @Test(.everySession(.get("https://shop.test:8443/items").respond(json: [])))
  func m019() async throws { _ = try await Shop(.shared).items() }

  // There is no stub at all.
  @Test(.network())
  func m020() async throws { _ = try await Shop(.transport).items() }

  // The app sends to another resource than the only stub, and swallows the error.
  @Test(.network(.post("/purchases").respond(status: 201)))
  func m021() async { await Shop(.session).track("open") }
}
