import NetworkTesting

struct FieldTests {
  // The app forgets a field.
  @Test(.network(.get("/items").header("X-Api-Version", "2").respond(json: [])))
  func m073() async throws { _ = try await Shop(.transport).items() }

  // The app wants another format.
  @Test(.network(.get("/items").header("Accept", "application/json").respond(json: [])))
  func m074() async throws { try await Shop(.session).send("GET", "/items", headers: ["Accept": "text/html"]) }

  // The app sends its token without `Bearer`.
  @Test(.everySession(.get("/me").bearer("t0k3n-1").respond(json: [:])))
  func m075() async throws { try await Shop(.shared).send("GET", "/me", headers: ["Authorization": "t0k3n-1"]) }

  // The app sends the token from before the refresh.
  @Test(.network(.get("/me").bearer("new-token").respond(json: [:])))
  func m076() async throws {
    try await Shop(.transport).send("GET", "/me", headers: ["Authorization": "Bearer old-token"])
  }

  // The app sends no token.
  @Test(.network(.get("/me").bearer("t0k3n-1").respond(json: [:])))
  func m077() async throws { try await Shop(.session).send("GET", "/me") }

  // The app encodes another password.
  @Test(.everySession(.get("/me").basicAuth(user: "ada", password: "s3cret").respond(json: [:])))
  func m078() async throws {
    let credentials = Data("ada:S3cret".utf8).base64EncodedString()
    try await Shop(.shared).send("GET", "/me", headers: ["Authorization": "Basic \(credentials)"])
  }

  // The app sends a token where there must be none.
  @MainActor @Test(.network(.get("/public").header("Authorization", nil).respond(json: [:])))
  func m079() async throws {
    try await Shop(.transport).send("GET", "/public", headers: ["Authorization": "Bearer t0k3n-1"])
  }

  // The app has no cookie yet.
  @Test(.network(.get("/cart").cookie("session").respond(json: [])))
  func m080() async throws { try await Shop(.session).send("GET", "/cart") }

  // The stub expects a type without the charset that the app sends.
  @Test(.everySession(.post("/notes").header("Content-Type", "text/plain").respond(status: 201)))
  func m081() async throws {
    try await Shop(.shared).send(
      "POST", "/notes", body: Data("Hi".utf8), headers: ["Content-Type": "text/plain; charset=utf-8"])
  }

  // The app misspells the name of a field.
  @Test(.network(.get("/items").header("X-Request-Kind", "list").respond(json: [])))
  func m082() async throws { try await Shop(.transport).send("GET", "/items", headers: ["X-Reqeust-Kind": "list"]) }

  // The app sends an ETag without its quotation marks.
  @Test(.network(.get("/items").header("If-None-Match", "\"v1\"").respond(status: 204)))
  func m083() async throws { try await Shop(.session).send("GET", "/items", headers: ["If-None-Match": "v1"]) }

  // The token has a line break at its end, read from a file.
  @Test(.network(.get("/me").header("X-Api-Key", "k3y-of-ada-1").respond(json: [:])))
  func m084() async throws { try await Shop(.transport).send("GET", "/me", headers: ["X-Api-Key": "k3y-of-ada-1 "]) }

  // The stub expects that the app sends another language.
  @Test(.everySession(.get("/items").header("Accept-Language", .prefix("nb")).respond(json: [])))
  func m085() async throws { try await Shop(.shared).send("GET", "/items", headers: ["Accept-Language": "no"]) }

  // A key is sent in the address, and is another one.
  @Test(.network(.get("/items").query("api_key", "k3y-of-ada-1").respond(json: [])))
  func m086() async throws { try await Shop(.session).send("GET", "/items?api_key=k3y-of-bob-2") }
}
