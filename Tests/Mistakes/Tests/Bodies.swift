import NetworkTesting

struct FormTests {
  // A + in a password is not encoded.
  @Test(.network(.post("/login").form("user", "ada").form("password", "a+b").respond(status: 204)))
  func m037() async throws { try await Shop(.session).send("POST", "/login", form: "user=ada&password=a+b") }

  // The app sends JSON in place of a form.
  @Test(.everySession(.post("/login").form("user", "ada").respond(status: 204)))
  func m038() async throws { try await Shop(.shared).send("POST", "/login", json: #"{"user":"ada"}"#) }

  // The app misspells the name of a field.
  @Test(.network(.post("/login").form("username", "ada").respond(status: 204)))
  func m039() async throws { try await Shop(.transport).send("POST", "/login", form: "user_name=ada") }

  // The app does not say that its body is a form.
  @Test(.network(.post("/login").form("user", "ada").respond(status: 204)))
  func m040() async throws {
    try await Shop(.session).send(
      "POST", "/login", body: Data("user=ada".utf8), headers: ["Content-Type": "application/json"])
  }

  // An & in a value is not encoded.
  @Test(.everySession(.post("/search").form("q", "salt&vinegar").respond(status: 204)))
  func m041() async throws { try await Shop(.shared).send("POST", "/search", form: "q=salt&vinegar") }

  // A field is missing.
  @MainActor @Test(.network(.post("/login").form("user", "ada").form("locale", "nb").respond(status: 204)))
  func m042() async throws { try await Shop(.transport).send("POST", "/login", form: "user=ada") }

  // The app encodes a value twice.
  @Test(.network(.post("/search").form("q", "green tea").respond(status: 204)))
  func m043() async throws { try await Shop(.session).send("POST", "/search", form: "q=green%2520tea") }
}

struct BodyTests {
  struct Order: Encodable { var orderedAt = Date(timeIntervalSince1970: 1_800_000_000), id = 7 }
  struct Note: Encodable { var text = "Hi", author: String? }

  // The app misspells a key.
  @Test(.network(.post("/users").body(json: ["email": "ada@shop.test"]).respond(status: 201)))
  func m044() async throws { try await Shop(.session).send("POST", "/users", json: #"{"emial":"ada@shop.test"}"#) }

  // The app sends a number as a string.
  @Test(.everySession(.post("/orders").body(json: ["id": 7]).respond(status: 201)))
  func m045() async throws { try await Shop(.shared).send("POST", "/orders", json: #"{"id":"7"}"#) }

  // A nil is left out, and the stub expects null.
  @Test(.network(.post("/notes").body(json: ["text": "Hi", "author": nil]).respond(status: 201)))
  func m046() async throws { try await Shop(.transport).add(Note(), to: "/notes") }

  // The app sends one key more.
  @Test(.network(.post("/users").body(json: ["name": "Ada"]).respond(status: 201)))
  func m047() async throws { try await Shop(.session).send("POST", "/users", json: #"{"name":"Ada","age":36}"#) }

  // The app encodes a date as seconds since 2001.
  @Test(
    .everySession(.post("/orders").body(json: ["id": 7, "orderedAt": "2027-01-15T08:00:00Z"]).respond(status: 201)))
  func m048() async throws { try await Shop(.shared).add(Order(), to: "/orders") }

  // The app does not write its keys in snake case.
  @Test(.network(.post("/orders").body(at: "$.ordered_at", 821_692_800).respond(status: 201)))
  func m049() async throws { try await Shop(.transport).add(Order(), to: "/orders") }

  // The elements of a set come in another order.
  @Test(.network(.post("/tags").body(json: ["a", "b", "c"]).respond(status: 201)))
  func m050() async throws { try await Shop(.session).send("POST", "/tags", json: #"["b","c","a"]"#) }

  // A price is the sum of two floating-point numbers.
  @Test(.everySession(.post("/orders").body(json: ["price": 0.3]).respond(status: 201)))
  func m051() async throws { try await Shop(.shared).add(["price": 0.1 + 0.2], to: "/orders") }

  // The stub compares JSON as a text.
  @Test(.network(.post("/users").body(text: #"{"name":"Ada","id":1}"#).respond(status: 201)))
  func m052() async throws { try await Shop(.transport).send("POST", "/users", json: #"{"id":1,"name":"Ada"}"#) }

  // The app forgets the body.
  @Test(.network(.post("/users").body(json: ["name": "Ada"]).respond(status: 201)))
  func m053() async throws { try await Shop(.session).send("POST", "/users") }

  // The app sends null in place of leaving the key out.
  @Test(.everySession(.post("/notes").body(json: ["text": "Hi"]).respond(status: 201)))
  func m054() async throws { try await Shop(.shared).send("POST", "/notes", json: #"{"text":"Hi","author":null}"#) }

  // The stub has the wrong path into the JSON.
  @Test(.network(.post("/users").body(at: "$.name", "Ada").respond(status: 201)))
  func m055() async throws { try await Shop(.transport).send("POST", "/users", json: #"{"user":{"name":"Ada"}}"#) }

  // The app forgets the envelope.
  @Test(.network(.post("/users").body(json: ["data": ["name": "Ada"]]).respond(status: 201)))
  func m056() async throws { try await Shop(.session).send("POST", "/users", json: #"{"name":"Ada"}"#) }

  // The app makes a new id for each request.
  @MainActor @Test(.everySession(.post("/orders").body(json: ["id": "7", "title": "Tea"]).respond(status: 201)))
  func m057() async throws { try await Shop(.shared).add(["id": UUID().uuidString, "title": "Tea"], to: "/orders") }

  // The app builds JSON from strings, and a quotation mark breaks it.
  @Test(.network(.post("/notes").body(json: ["text": "Say \"hi\""]).respond(status: 201)))
  func m058() async throws { try await Shop(.transport).send("POST", "/notes", json: #"{"text":"Say "hi""}"#) }

  // The app sends 1 for true.
  @Test(.network(.post("/flags").body(json: ["on": true]).respond(status: 204)))
  func m059() async throws { try await Shop(.session).send("POST", "/flags", json: #"{"on":1}"#) }

  // The app sends a form where JSON is expected.
  @Test(.everySession(.post("/users").body(json: ["name": "Ada"]).respond(status: 201)))
  func m060() async throws { try await Shop(.shared).send("POST", "/users", form: "name=Ada") }

  // The app sends another value deep in the body.
  @Test(
    .network(
      .post("/orders").body(json: ["lines": [["id": 1, "count": 2], ["id": 2, "count": 1]]]).respond(status: 201)))
  func m061() async throws {
    try await Shop(.transport).send("POST", "/orders", json: #"{"lines":[{"id":1,"count":2},{"id":2,"count":10}]}"#)
  }

  // The stub asks for a part of the JSON that has another value.
  @Test(.network(.post("/users").body(jsonContaining: ["role": "admin"]).respond(status: 201)))
  func m062() async throws { try await Shop(.session).send("POST", "/users", json: #"{"name":"Ada","role":"Admin"}"#) }

  // A list has one element too few.
  @Test(.everySession(.post("/tags").body(json: ["a", "b", "c"]).respond(status: 201)))
  func m063() async throws { try await Shop(.shared).send("POST", "/tags", json: #"["a","c"]"#) }

  // A date has fractions of a second.
  @Test(.network(.post("/orders").body(json: ["at": "2027-01-15T08:00:00Z"]).respond(status: 201)))
  func m064() async throws {
    try await Shop(.transport).send("POST", "/orders", json: #"{"at":"2027-01-15T09:00:00.000+01:00"}"#)
  }

  // JSON in a string is compared letter by letter.
  @Test(.network(.post("/calls").body(json: ["arguments": #"{"id":1,"page":2}"#]).respond(status: 204)))
  func m065() async throws {
    try await Shop(.session).send("POST", "/calls", json: #"{"arguments":"{\"page\":2,\"id\":1}"}"#)
  }

  // The GraphQL operation has another name.
  @Test(.everySession(.post("/graphql").graphQL("GetUser", variables: ["id": "1"]).respond(json: ["data": [:]])))
  func m066() async throws {
    try await Shop(.shared).send(
      "POST", "/graphql",
      json:
        #"{"operationName":"User","query":"query User($id: ID!) { user(id: $id) { name } }","variables":{"id":"1"}}"#)
  }

  // A GraphQL variable is a number.
  @Test(.network(.post("/graphql").graphQL("GetUser", variables: ["id": "1"]).respond(json: ["data": [:]])))
  func m067() async throws {
    try await Shop(.transport).send(
      "POST", "/graphql",
      json:
        #"{"operationName":"GetUser","query":"query GetUser($id: ID!) { user(id: $id) { name } }","variables":{"id":1}}"#
    )
  }
}

struct UploadTests {
  private func upload(_ door: Shop.Door, _ parts: [MultipartPart], type: String = "multipart/form-data; boundary=b1")
    async throws
  {
    var body = ""
    for part in parts {
      let file = part.filename.map { "; filename=\"\($0)\"" } ?? ""
      let type = part.contentType.map { "Content-Type: \($0)\r\n" } ?? ""
      body += "--b1\r\nContent-Disposition: form-data; name=\"\(part.name)\"\(file)\r\n\(type)\r\n"
      body += String(decoding: part.data, as: UTF8.self) + "\r\n"
    }
    try await Shop(door).send(
      "POST", "/photos", body: Data((body + "--b1--\r\n").utf8), headers: ["Content-Type": type])
  }

  // A part has another name.
  @Test(.network(.post("/photos").part("title", text: "Cat").respond(status: 201)))
  func m068() async throws { try await upload(.session, [MultipartPart(name: "caption", text: "Cat")]) }

  // A part has no file name.
  @Test(.everySession(.post("/photos").part("file", filename: .suffix(".png")).respond(status: 201)))
  func m069() async throws { try await upload(.shared, [MultipartPart(name: "file", text: "PNG")]) }

  // The field that announces the parts has no boundary.
  @Test(.network(.post("/photos").part("title", text: "Cat").respond(status: 201)))
  func m070() async throws {
    try await upload(.transport, [MultipartPart(name: "title", text: "Cat")], type: "multipart/form-data")
  }

  // A multipart body is compared as a text.
  @Test(
    .network(
      .post("/photos").body(text: "--b2\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nCat\r\n--b2--\r\n")
        .respond(status: 201)))
  func m071() async throws { try await upload(.session, [MultipartPart(name: "title", text: "Cat")]) }

  // A part has another type.
  @Test(.everySession(.post("/photos").part("file", contentType: "image/png").respond(status: 201)))
  func m072() async throws {
    try await upload(
      .shared, [MultipartPart(name: "file", data: Data("JPG".utf8), filename: "a.jpg", contentType: "image/jpeg")])
  }
}
