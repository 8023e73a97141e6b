import NetworkTesting
import TestSupport

/// What a failure text offers to paste, and what it says beside it.
@Suite("The cure in a failure text")
struct CureTests {
  private static let users = "https://api.example.com/v1/users"
  private static let upload = """
    --b-17\r\nContent-Disposition: form-data; name="title"\r\n\r\nCat\r\n--b-17--\r\n
    """
  private static let isMistake = "This looks like a mistake in the request: fix the app."
  private static let isOrder = "If the order matters, fix the app."
  private static let isLayout = "If the layout matters, fix the app."
  private static let isSplit =
    #"If "tea/green" is one value, fix the app: send its slash as %2F. If it is another resource, add:"#

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let stub: Stub
    let request: URLRequest
    let said: [String]
    var unsaid: [String] = []

    init(_ name: String, _ stub: Stub, _ request: URLRequest, says said: String..., not unsaid: [String] = []) {
      testDescription = name
      self.stub = stub.optional()
      self.request = request
      self.said = said
      self.unsaid = unsaid
    }
  }

  static let cases: [Case] = [
    Case(
      "a typing error in a path", .get("/products/latest").respond(status: 200),
      .make(.get, "https://api.example.com/prodcuts/latest"),
      says: "closest: /products/latest.", #"is wrong, write "prodcuts" for "products" there."#,
      not: [".get(\"/prodcuts", isMistake]),
    Case(
      "a path in other case", .get("/Users").respond(status: 200), .make(.get, "https://api.example.com/users"),
      says: #"is wrong, write "users" for "Users" there."#, not: [isMistake]),
    Case(
      "a number that is a string", .post("/v1/users").body(json: ["id": 7]).respond(status: 200),
      .make(.post, users, json: ["id": "7"]), says: #"got "7", a string, not a number"#, #"write "7" for 7 there."#,
      not: [#"["id": "7"]"#]),
    Case(
      "a number in place of true", .post("/v1/users").body(at: "$.on", true).respond(status: 200),
      .make(.post, users, json: ["on": 1]), says: "got 1, a number, not true or false", "write 1 for true there.",
      not: [#".body(at: "$.on", 1)"#]),
    Case(
      "a variable of another type", .post("/v1/users").graphQL("User", variables: ["id": "1"]).respond(json: [:]),
      .make(.post, users, json: ["query": "query User { a }", "variables": ["id": 1]]),
      says: #"write 1 for "1" there."#,
      not: ["keep its answer"]),
    Case(
      "two spellings and another difference",
      .get("/v1/users").query("page", "1").query("size", "10").respond(status: 200),
      .make(.get, users + "?pgae=1&size=20"), says: "is wrong, correct it.", not: ["keep its answer", "write \"pgae"]),
    Case(
      "an id that is a new UUID", .post("/v1/users").body(json: ["id": "7", "name": "Ada"]).respond(status: 200),
      .make(.post, users, json: ["id": "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6", "name": "Ada"]),
      says: "a UUID, which may be another one in each run",
      #".body(jsonContaining: ["name": "Ada"]).body(at: "$.id", text: .anything)"#, not: ["no longer checks"]),
    Case(
      "a UUID in a query", .get("/v1/users").query("trace", "7").respond(status: 200),
      .make(.get, users + "?trace=F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), says: "which may be another one in each run",
      #".query("trace", .anything)"#, not: ["change the value"]),
    Case(
      "a UUID in a path", .get("/v1/users/7").respond(status: 200),
      .make(.get, users + "/F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), says: "with a UUID, which may be another one",
      #".get("/v1/users/{id}")"#),
    Case(
      "a UUID as a text", .post("/v1/users").body(text: "7").respond(status: 200),
      .make(.post, users, body: "F81D4FAE-7DEC-11D0-A765-00A0C91E6BF6"), says: ".body(text: .anything)"),
    Case(
      "a slash in an id", .get("/items/{id}").respond(status: 200),
      .make(.get, "https://api.example.com/items/tea/green"), says: "a slash in a value is sent as %2F",
      isSplit, #".get("/items/tea/green")"#),
    Case(
      "a form that is called JSON", .post("/v1/users").form("user", "ada").respond(status: 200),
      .make(.post, users, headers: ["Content-Type": "application/json"], body: "user=ada"),
      says: isMistake, #"got "user=ada", which is a form, but its Content-Type says application/json"#),
    Case(
      "a form that is called JSON, where JSON is expected",
      .post("/v1/users").body(json: ["user": "ada"]).respond(status: 200),
      .make(.post, users, headers: ["Content-Type": "application/json"], body: "user=ada"),
      says: isMistake, "which is a form, but its Content-Type says application/json", not: ["without a body"]),
    Case(
      "JSON that is called a form", .post("/v1/users").form("user", "ada").respond(status: 200),
      .make(
        .post, users, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: #"{"user":"ada"}"#),
      says: isMistake, "which is JSON, but its Content-Type says application/x-www-form-urlencoded"),
    Case(
      "a key in camel case", .post("/v1/users").body(at: "$.ordered_at", 7).respond(status: 200),
      .make(.post, users, json: ["orderedAt": 7]),
      says: "in camel case: to send snake case, set keyEncodingStrategy to .convertToSnakeCase",
      #"write "orderedAt" for "ordered_at" there."#),
    Case(
      "a key in snake case", .post("/v1/users").body(json: ["orderedAt": 7]).respond(status: 200),
      .make(.post, users, json: ["ordered_at": 7]),
      says: "in snake case, as keyEncodingStrategy = .convertToSnakeCase writes it"),
    Case(
      "an entity tag without quotation marks",
      .get("/v1/users").header("If-None-Match", "\"v1\"").respond(status: 200),
      .make(.get, users, headers: ["If-None-Match": "v1"]), says: isMistake,
      "without the quotation marks around it, in which an entity tag stands"),
    Case(
      "an entity tag without quotation marks in the stub",
      .get("/v1/users").header("If-None-Match", "v1").respond(status: 200),
      .make(.get, users, headers: ["If-None-Match": "\"v1\""]), says: "write them in the stub too",
      #".header("If-None-Match", "\"v1\"")"#, not: [isMistake]),
    Case(
      "an expression as a path", .get("/items/[0-9]+").respond(status: 200),
      .make(.get, "https://api.example.com/items/7"),
      says: #"but a path is no expression: write .regex("^/items/[0-9]+$")"#, #"  .get(.regex("^/items/[0-9]+$"))"#),

    Case(
      "a base URL without its version", .get("/v1/users").respond(status: 200),
      .make(.get, "https://api.example.com/users"), says: isMistake, "which lacks \"/v1\" at its start",
      not: ["  .get(\"/users\")"]),
    Case(
      "a version twice", .get("/v1/users").respond(status: 200), .make(.get, "https://api.example.com/v1/v1/users"),
      says: isMistake, "which has \"/v1\" twice"),
    Case(
      "a sum of fractions", .post("/v1/users").body(json: ["total": 0.3]).respond(status: 200),
      .make(.post, users, json: ["total": .number(0.1 + 0.2)]), says: isMistake, "which differs by rounding only",
      not: ["jsonContaining", "to this, and keep"]),
    Case(
      "the order of a set, in a part",
      .post("/v1/users").body(jsonContaining: ["tags": ["a", "b"]]).respond(status: 200),
      .make(.post, users, json: ["tags": ["b", "a"], "n": 1]), says: isOrder,
      #"expected ["a","b"], got ["b","a"], the same elements in another order"#,
      "compare each element, as in .body(at:",
      not: ["[\"b\", \"a\"]"]),
    Case(
      "a token that must not be there", .get("/v1/users").header("Authorization", .missing).respond(status: 200),
      .make(.get, users, headers: ["Authorization": "Bearer secret-1"]), says: isMistake, not: [".bearer()"]),
    Case(
      "JSON that is compared as text", .post("/v1/users").body(text: #"{"a":1,"b":2}"#).respond(status: 200),
      .make(.post, users, body: #"{"b":2,"a":1}"#), says: isLayout,
      "which is the same JSON in another layout", #".body(json: ["a": 1, "b": 2])"#, not: ["body(text: \"{"]),
    Case(
      "JSON in a string that is compared as text",
      .post("/v1/users").body(at: "$.call", text: #"{"a":1,"b":2}"#).respond(status: 200),
      .make(.post, users, json: ["call": #"{"b":2,"a":1}"#]), says: isLayout,
      #".body(at: "$.call", text: .json(["a": 1, "b": 2]))"#),
    Case(
      "JSON in a string of a body", .post("/v1/users").body(json: ["call": #"{"a":1,"b":2}"#]).respond(status: 200),
      .make(.post, users, json: ["call": #"{"b":2,"a":1}"#]), says: isLayout,
      #"compare it as JSON, as in .body(at: "$.call", text: .json(…))"#,
      not: ["to this, and keep"]),
    Case(
      "a set", .post("/v1/users").body(json: ["a", "b"]).respond(status: 200), .make(.post, users, json: ["b", "a"]),
      says: isOrder, "If it does not, change the stub at UserTests.swift:10 to this, and keep its answer:",
      #".body(json: ["a", "b"], .inAnyOrder)"#),
    Case(
      "another id", .get("/items/7").respond(json: ["id": 7]), .make(.get, "https://api.example.com/items/8"),
      says: #"to this, and keep its answer:\#n  .get("/items/8")\#nFor any id, write .get("/items/{id}")."#,
      not: ["status: 200"]),
    Case(
      "another id of a host", .get("https://api.example.com/items/7/lines").respond(json: []),
      .make(.get, "https://api.example.com/items/8/lines"),
      says: #"For any id, write .get("https://api.example.com/items/{id}/lines")."#),
    Case(
      "an id that each run makes", .get("/items/7").respond(json: ["id": 7]),
      .make(.get, "https://api.example.com/items/0B4A4B5F-6D0D-4E0B-9B3D-3C5B5C6D7E8F"),
      says: #"add:\#n  .get("/items/{id}").respond(status: 200)"#, not: ["For any id"]),
    Case(
      "another version", .get("/v1/users").respond(json: []), .make(.get, "https://api.example.com/v2/users"),
      says: #"to this, and keep its answer:\#n  .get("/v2/users")"#, not: ["For any id"]),
    Case(
      "another method", .put("/items/7").respond(status: 204), .make(.post, "https://api.example.com/items/7"),
      says: #"to this, and keep its answer:\#n  .post("/items/7")"#, not: ["status: 200"]),
    Case(
      "a star for two parts of a path", .get("/files/*").respond(text: "Hi"),
      .make(.get, "https://api.example.com/files/docs/read-me.txt"),
      says: #"to this, and keep its answer:\#n  .get("/files/**")"#, not: ["status: 200"]),
    Case(
      "another resource", .get("/v1/users").respond(json: []), .make(.get, "https://api.example.com/v1/orders"),
      says: #".get("/v1/orders").respond(status: 200)"#, not: ["to this, and keep"]),
    Case(
      "a multipart body that is compared as text", .post("/v1/users").body(text: "Cat").respond(status: 200),
      .make(.post, users, headers: ["Content-Type": "multipart/form-data; boundary=b-17"], body: upload),
      says: "match its parts with .part(…)", #".part("title", text: "Cat")"#, not: ["body(text: \"--b"]),
    Case(
      "a boundary", .post("/v1/users").header("Content-Type", "multipart/form-data").respond(status: 200),
      .make(.post, users, headers: ["Content-Type": "multipart/form-data; boundary=b-17"], body: upload),
      says: #".header("Content-Type", .prefix("multipart/form-data"))"#, not: ["boundary=b-17\")"]),
    Case(
      "an object of which nothing lasts", .post("/v1/users").body(json: ["password": "a1"]).respond(status: 200),
      .make(.post, users, json: ["password": "b2"]), says: "change the value of body $.password in the stub",
      not: ["jsonContaining: [:]"]),
    Case(
      "a value that is elsewhere", .post("/v1/users").body(jsonContaining: ["name": "Ada"]).respond(status: 200),
      .make(.post, users, json: ["user": ["name": "Ada"]]), says: "missing; the request has it at $.user.name"),
    Case(
      "one list in two items", .get("/v1/users").query("ids", "1,2").respond(status: 200),
      .make(.get, users + "?ids=1&ids=2"), says: #"expected "1,2", got "1" and "2", in 2 items"#,
      #".query(["ids": "1", "ids": "2"])"#),
    Case(
      "a moment in another time zone", .get("/v1/users").query("at", "2026-11-28T12:00:00Z").respond(status: 200),
      .make(.get, users + "?at=2026-11-28T13:00:00%2B01:00"), says: "the same moment in another time zone"),
    Case(
      "a moment with fractions", .get("/v1/users").query("at", "2026-11-28T12:00:00Z").respond(status: 200),
      .make(.get, users + "?at=2026-11-28T13:00:00.000%2B01:00"),
      says: "the same moment with fractions of a second and in another time zone"),
    Case(
      "two items in one list", .get("/v1/users").query(["ids": "1", "ids": "2"]).respond(status: 200),
      .make(.get, users + "?ids=1,2"), says: isMistake,
      #"the query ids differs: expected "1" and "2", in 2 items, got "1,2", a list with commas: send an item for each"#),
    Case(
      "a field that another row has matched",
      .post("/v1/users").form("user", "ada").form("locale", "nb").respond(status: 200),
      .make(.post, users, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "user=ada"),
      says: "expected \"nb\", missing.", not: ["the request has"]),
    Case(
      "another scheme", .get("https://api.example.com/v1/users").respond(json: []),
      .make(.get, "http://api.example.com/v1/users"), says: isMistake, "the scheme differs: expected https, got http."),
    Case(
      "another port", .get("https://api.example.com:8443/v1/users").respond(json: []), .make(.get, users),
      says: "the port differs: expected 8443, got none.", #".get("https://api.example.com/v1/users")"#),
    Case(
      "a body without a boundary", .post("/v1/users").part("title", text: "Cat").respond(status: 200),
      .make(.post, users, headers: ["Content-Type": "multipart/form-data"], body: upload), says: isMistake,
      "a stub is close, but the Content-Type has no boundary, so a server cannot find the parts.",
      not: ["the part title differs"]),
    Case(
      "a field that a session adds", .get("/v1/users").header("User-Agent", .prefix("App/")).respond(status: 200),
      .make(.get, users), says: "a session adds it on the way if the request names none"),
    Case(
      "a secret beside another difference",
      .post("/v1/users").bearer("secret-1").body(json: ["name": "Ada"]).respond(status: 200),
      .make(.post, users, headers: ["Authorization": "Bearer secret-2"], json: ["name": "Grace"]),
      says: #".post("/v1/users").bearer().body(json: ["name": "Grace"])"#, "It no longer checks Authorization",
      not: ["has more in it"]),
    Case(
      "a secret in a body that is right",
      .post("/v1/users").header("X-Page", "1").body(json: ["name": "Ada", "password": "a1b2c3"]).respond(status: 200),
      .make(.post, users, headers: ["X-Page": "2"], json: ["name": "Ada", "password": "a1b2c3"]),
      says: #".header("X-Page", "2").body(jsonContaining: ["name": "Ada"])"#, "It no longer checks body $.password",
      "It also accepts a body that has more in it.", not: [#""password": "•••""#]),
  ]

  @Test("the cure in a failure text takes no mistake into a stub, and says what it leaves out", arguments: cases)
  func cure(_ example: Case) async {
    let text = await FailureText.ofTransport([example.stub]) { _ = try? await $0.send(example.request) }
    for words in example.said { #expect(text.contains(words), "\(words) is not in \(text)") }
    for words in example.unsaid { #expect(!text.contains(words), "\(words) is in \(text)") }
    if example.said.allSatisfy({ ![Self.isMistake, Self.isOrder, Self.isLayout, Self.isSplit].contains($0) }) {
      #expect(text.contains("If the request is wrong, fix the app."), "\(text)")
    }
  }

  @Test("the cure in a failure text of a stub that answered too rarely names the answers that are left")
  func left() async {
    let text = await FailureText.of(
      .get("/a").respond(inOrder: .json(["id": 1]), .status(503)), sending: [.make(.get, "https://a.test/a")])
    #expect(text.contains("Not asked for: .status(503), 2 of 2."), "\(text)")
    #expect(text.contains("If 1 request is right, leave out the answer that is left."), "\(text)")
    #expect(!text.contains(".optional()"), "\(text)")
  }

  @Test("the cure in a failure text of a stub whose app did not ask again says after what")
  func notRepeated() async {
    let text = await FailureText.of(
      .get("/a").respond(inOrder: .status(503), .json([])), sending: [.make(.get, "https://a.test/a")])
    #expect(text.contains("The only request: #1 GET https://a.test/a → 503"), "\(text)")
    #expect(text.contains("Not asked for: .json([]), 2 of 2."), "\(text)")
    #expect(text.contains("If the app should have asked again after 503, fix the app."), "\(text)")
  }

  @Test("the cure in a failure text changes no stub that has answered another request")
  func usedStub() async {
    let text = await FailureText.of(
      .get("/items/7").respond(json: []),
      sending: [.make(.get, "https://a.test/items/7"), .make(.get, "https://a.test/items/8")])
    #expect(text.contains(#"add:\#n  .get("/items/8").respond(status: 200)"#), "\(text)")
  }

  @Test("the cure for two equal stubs is one stub with both answers")
  func twins() async {
    let text = await FailureText.of(
      .get("/items").respond(json: []), .get("/items").respond(status: 503),
      sending: [.make(.get, "https://a.test/items")])
    #expect(
      text.contains("write both in one stub: .get(\"/items\").respond(inOrder: …, …). If one is too many, remove it."),
      "\(text)")
  }

  @Test("the cure in a failure text of an unused stub does not compare it with a request that has a stub of its own")
  func ownStub() async {
    let text = await FailureText.of(
      .get("/items").respond(json: []), .post("/items").respond(status: 201),
      sending: [.make(.get, "https://a.test/items")])
    #expect(text.contains(#"The stub .post("/items") was never used."#) && !text.contains("✗ method"), "\(text)")
  }
}
