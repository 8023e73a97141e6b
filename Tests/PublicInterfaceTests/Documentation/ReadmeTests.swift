import NetworkLoopback
import NetworkStubs

// The Swift of the README and of the modules' landing pages. `DocumentationTests` holds each block against these files.

struct Item: Codable, Equatable, Sendable { var title: String }

// NetworkEndpoints.md, "Overview"
extension URLHost {
  static let production: Self = "api.example.com"
}

extension Endpoint
where Kind == EndpointKinds.Private, Response == Item {
  static var latestItem: Self { Self(path: "items/latest") }
}

extension Endpoint
where Kind == EndpointKinds.Public, Response == [Item] {
  static func search(for query: String) -> Self {
    Self(
      path: "search",
      queryItems: [URLQueryItem(name: "q", value: query)])
  }
}
// end of block

/// What an app does; compiled only, for it would go to the network.
private func loading() async throws -> (Item, [Item]) {
  // NetworkEndpoints.md, "Overview", block 2
  let loader = EndpointLoader(
    transport: URLSessionTransport(), host: .production)
  let item = try await loader.load(
    endpoint: .latestItem, using: AccessToken("12345"))
  let hits = try await loader.load(endpoint: .search(for: "swift"))
  // end of block
  return (item, hits)
}

@Suite("The README")
struct ReadmeTests {
  @Test func latestItem() async throws {
    let transport = MockTransport(
      .get("/items/latest").bearer("12345")
        .respond(json: Item(title: "Tea")))
    let loader = EndpointLoader(
      transport: transport, host: .production)
    let item = try await loader.load(
      endpoint: .latestItem, using: "12345")
    #expect(item.title == "Tea")
  }

  @Suite(.knownIssue("was never used"))
  struct UnusedStub {
    @Test(
      .host("api.example.com"),
      .network(
        .get("/items/latest").bearer("12345")
          .respond(json: Item(title: "Tea")),
        .get("/search").query("q", "swift")
          .respond(with: .fixture("search.json"))
      ))
    func loads() async throws {
      let item = try await EndpointLoader()
        .load(endpoint: .latestItem, using: "12345")
      #expect(item.title == "Tea")
    }  // the second stub was never used: an issue at its own line
  }

  @Test(
    .host("api.example.com"),
    .network(
      .get("/items/latest").bearer("12345").respond(json: [
        "title": "Tea"
      ])
    ))
  func latest() async throws {
    let item = try await EndpointLoader().load(
      endpoint: .latestItem, using: "12345")
    #expect(item.title == "Tea")
  }

  @Test("matchers are values")
  func matchers() async throws {
    let matchers: [RequestMatcher] = [
      .get("/users"),  // that path, on any host
      .get("/users/{id}"),  // a template; also "/files/*.png", "/files/**"
      .get("https://*.example.com/users"),  // any subdomain; "/users/:id" is an issue that says to write {id}
      .get("https://api.example.com/users?page=2"),  // a whole URL; the query may have more items
      .get(.prefix("/v1/")), .get(.regex("^/users/[0-9]+$")),
      .post("/users").body(json: ["name": "Ada"]),  // equal JSON; `jsonContaining:` for a part of it
      .post("/users").body(at: "$.roles[0]", "admin"),  // a value at a JSON path
      .get("/items").query("page", 2).query(exactly: ["page": "2"]),  // `nil` for an item without a value
      .post("/login").form("user", "ada").header("Accept", .prefix("application/")).header("X-Trace"),
      .post("/rpc").form("user", json: ["first": "Ada"]),  // JSON in a form, a query, a part, or a string in JSON
      .post("/calls").body(at: "$.arguments", text: .json(["id": 1])),
      .get("/a").headers(exactly: ["Accept": "text/html"]),  // these fields, and no others of the app's own
      .get("/me").bearer("12345"),
      .get("/me").basicAuth(user: "ada", password: "s3cret"),
      .get("/me").cookie("session"),
      .post("/graphql").graphQL("GetUser", variables: ["id": "1"]),
      .post("/photos").part("title", text: "Cat").part("file", filename: .suffix(".png"), contentType: "image/png"),
      .any.matching("has a body") { !$0.body.isEmpty },
      .get("/a") || .get("/b"), !.get("/a"),  // also .anyOf(…), .and(…), .not(…)
    ]
    let transport = MockTransport(matchers.map { $0.respond(status: 204).optional() })
    let url = try #require(URL(string: "https://api.example.com/users/7"))
    #expect(try await transport.send(URLRequest(url: url)).status == 204)
  }

  @Test("answers are values")
  func answers() async throws {
    let (user, bytes) = (["id": "1", "name": "Ada"], Data([1, 2, 3]))
    let stubs: [Stub] = [
      .get("/a").respond(status: 204),
      .get("/b").respond(json: ["id": 1]),
      .get("/c").respond(json: user, status: 201),  // any encodable value
      .get("/d").respond(fixture: "users/ada.json"),
      .get("/e").respond(text: "hello"),  // or respond(jsonText:), as JSON is pasted
      .get("/f").respond(data: bytes),
      .get("/g").respond(error: .timedOut),  // as URLSession would throw it
      .get("/h").respond(with: .fault(.stalled)),  // or any other way in which networks fail
      .get("/i").respond { request in
        HTTPResponse(status: 200, body: request.body)
      },
      .get("/j").respond(inOrder: .status(503), .json(["id": 1])),  // each once; .repeatingLast() goes on with the last
      .get("/k").respond(jsonText: #"{"id": 1}"#),
    ]
    let transport = MockTransport(stubs.map { $0.optional() })
    for (path, status) in ["a": 204, "b": 200, "c": 201, "d": 200, "e": 200, "f": 200, "i": 200, "j": 503, "k": 200] {
      let url = try #require(URL(string: "https://api.example.com/\(path)"))
      #expect(try await transport.send(URLRequest(url: url)).status == status)
    }
  }

  @Test("a transport remembers what it was asked")
  func remembers() async throws {
    let transport = MockTransport(
      .post("/login").respond(status: 204), .post("/users").respond(status: 201), .get("/me").respond(json: [:]))
    for matcher in [("POST", "login"), ("POST", "users"), ("GET", "me")] {
      var request = URLRequest(url: try #require(URL(string: "https://api.example.com/\(matcher.1)")))
      request.httpMethod = matcher.0
      _ = try await transport.send(request)
    }
    let request = URLRequest(url: try #require(URL(string: "https://api.example.com/me")))
    let posts = await transport.requests(matching: .post("/users"))  // what came
    await transport.expect(.post("/users"), 1)  // an issue if not, with the nearest request's difference
    await transport.expect(inOrder: .post("/login"), .get("/me"))
    print(await transport.explain(request))  // which stub would answer, or why none would; nothing is used up
    try await transport.nextRequest(matching: .get("/me"))  // waits until it comes, ten seconds at most
    try await transport.verify()  // at once, and in XCTest: there it throws
    #expect(posts.count == 1)
  }

  // README.md, "NetworkTesting", block 2
  @Test(
    .everySession(
      .post("/login").respond(json: ["token": "12345"])
    ))
  func signsIn() async throws {
    let login = try await Client.shared.login("ada")
    #expect(login.token == "12345")
  }
  // end of block

  // README.md, "NetworkTesting"
  @Test(.network())  // reports unused stubs when the test ends
  func login() async throws {
    let transport = MockTransport(
      .post("/login").respond(json: ["token": "12345"]))
    let client = Client(session: .mocked(by: transport))
    let login = try await client.login("ada")
    #expect(login.token == "12345")
  }
  // end of block

  // NetworkLoopback.md, "Overview"
  @Test(.loopbackServer(.get("/items").respond(json: ["Tea"])))
  func list() async throws {
    let server = try LoopbackServer.current
    let response = try await HTTPClient.shared.get(
      url: "\(server.host)/items"
    ).get()
    #expect(response.status == .ok)
  }
  // end of block

  @Test("any transport can be behind a server")
  func behind() async throws {
    let transport = MockTransport(.get("https://api.example.com/items").respond(json: ["Tea"]))
    try await withLoopbackServer(answering: transport, as: "api.example.com") { server in
      let response = try await HTTPClient.shared.get(url: "\(server.host)/items").get()
      #expect(response.status == .ok)
    }
  }

  @Test("a chat is tested by a script")
  func chat() async throws {
    let stubs: [Stub] = [
      .webSocket("/chat") { socket in
        try await socket.send("hi"); #expect(try await socket.next() == .text("yo"))
      }
    ]
    let chat = Chat(socket: ScriptedWebSocket { socket in try await socket.send("hi") })
    #expect(try await chat.greeting() == .text("hi"))
    #expect(stubs.count == 1)
  }

  @Test("a fixture is a file")
  func fixture() throws {
    // Fixtures.md, "Overview"
    let user = try Fixture("users/ada.json").decode(User.self)
    // end of block
    #expect(user.name == "Ada Lovelace")
  }
}

/// A client that owns its session.
struct Client {
  struct Login: Codable { var token: String }

  static let shared = Client(session: URLSession(configuration: .default))

  let session: URLSession

  init(session: URLSession) { self.session = session }

  init(configuration: URLSessionConfiguration) { session = URLSession(configuration: configuration) }

  func login(_ name: String) async throws -> Login {
    guard let url = URL(string: "https://api.example.com/login") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = "POST"
    return try JSONDecoder().decode(Login.self, from: try await session.data(for: request).0)
  }
}

/// Stands for a client that is not a `URLSession`.
struct HTTPClient {
  struct Call {
    let url: URL?

    func get() async throws -> Response {
      guard let url else { throw URLError(.badURL) }
      return Response(status: try await URLSessionTransport().send(URLRequest(url: url)).status == 200 ? .ok : .other)
    }
  }

  struct Response {
    enum Status { case ok, other }

    let status: Status
  }

  static let shared = HTTPClient()

  func get(url: String) -> Call { Call(url: URL(string: url)) }
}

/// Code that holds a socket.
struct Chat {
  let socket: any WebSocket

  func greeting() async throws -> WebSocketMessage? { try await socket.next() }
}

/// A decoded fixture, and what a callback brings.
struct User: Codable, Equatable, Sendable {
  var id: String
  var name: String
}
