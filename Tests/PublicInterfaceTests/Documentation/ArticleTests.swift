import NetworkFaults
import NetworkTesting

// The Swift of the articles, compiled and run. `DocumentationTests` holds each block against these files.

struct Forecast: Codable, Sendable { var temperature: Int }

extension Endpoint where Kind == EndpointKinds.Public, Response == Forecast {
  static func forecast(for city: String) -> Self {
    Self(path: "forecast", queryItems: [URLQueryItem(name: "city", value: city)])
  }
}

struct Weather {
  var loader = EndpointLoader(host: "api.weather.example")

  func temperature(in city: String) async throws -> Int {
    try await loader.load(endpoint: .forecast(for: city)).temperature
  }
}

@Suite("Getting started")
struct GettingStartedTests {
  @Test(.network(.get("/forecast").query("city", "Oslo").respond(json: ["temperature": -3])))
  func temperature() async throws {
    #expect(try await Weather().temperature(in: "Oslo") == -3)
  }

  @Test func temperatureByInjection() async throws {
    let transport = MockTransport(.get("/forecast").query("city", "Oslo").respond(json: ["temperature": -3]))
    let weather = Weather(loader: EndpointLoader(transport: transport, host: "test"))
    #expect(try await weather.temperature(in: "Oslo") == -3)
  }

  @Test("a slip in the test's call is explained")
  func broken() async throws {
    await withKnownIssue {
      let transport = MockTransport(.get("/forecast").query("city", "Oslo").respond(json: ["temperature": -3]))
      let weather = Weather(loader: EndpointLoader(transport: transport, host: "test"))
      _ = try? await weather.temperature(in: "Olso")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains(#"✗ query city  expected "Oslo", got "Olso""#) }
    }
  }
}

@Suite("Stubbing")
struct StubbingTests {
  @Test("matchers get stricter step by step")
  func matchers() async throws {
    let stubs: [Stub] = [
      .get("/users").query("page", 2).bearer("12345").respond(json: []),
      .get("/users").respond(json: [["name": "Ada"]]),  // that path, on any host
      .get("https://*.example.com/users/{id}").respond(json: ["name": "Ada"]),
      .post("/users").body(json: ["name": "Ada"]).respond(status: 201),  // equal JSON
      .post("/users").body(jsonContaining: ["role": "admin"]).respond(status: 403),
      .any.header("X-Version", .prefix("1.")).respond(status: 426),
    ]
    let transport = MockTransport(stubs.map { $0.optional() })
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/users")))
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"name":"Grace","role":"admin"}"#.utf8)
    #expect(try await transport.send(request).status == 403)
  }

  @Test("the first that matches and is not used up answers")
  func order() async throws {
    let transport = MockTransport(
      .get("/users/{id}").respond(status: 503).once(),  // the first time
      .get("/users/7").respond(json: ["name": "Grace"]),
      .get("/users/{id}").respond(status: 404).optional()  // may stay unused
    )
    let request = URLRequest(url: try #require(URL(string: "https://api.example.com/users/7")))
    #expect(try await transport.send(request).status == 503)
    #expect(try await transport.send(request).status == 200)
  }

  @Test("answers are of many kinds", arguments: ["a": 204, "b": 201, "c": 200, "f": 200, "g": 503, "h": 200])
  func answers(path: String, status: Int) async throws {
    let answers: [Stub] = [
      .get("/a").respond(status: 204),
      .get("/b").respond(json: ["id": 1], status: 201),
      .get("/c").respond(text: "hello"),
      .get("/d").respond(with: .error(.notConnectedToInternet)),  // as URLSession throws it
      .get("/e").respond(with: .fault(.stalled)),
      .get("/f").respond { request in HTTPResponse(status: 200, body: request.body) },
      .get("/g").respond(inOrder: .status(503), .json(["id": 1])),
      .get("/h").respond(jsonText: #"{"id": 1}"#),  // as it was pasted; checked when the stub is made
    ]
    let transport = MockTransport(answers.map { $0.optional() })
    let url = try #require(URL(string: "https://api.example.com/\(path)"))
    #expect(try await transport.send(URLRequest(url: url)).status == status)
  }

  @Test("a scenario ties answers to what came before")
  func scenario() async throws {
    let cart: [Stub] = [
      .get("/cart").respond(json: []).scenario("cart"),
      .post("/cart").respond(status: 201).scenario("cart", then: "full"),
      .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full"),
    ]
    let transport = MockTransport(cart)
    let url = try #require(URL(string: "https://api.example.com/cart"))
    var post = URLRequest(url: url)
    post.httpMethod = "POST"
    #expect(try await transport.send(URLRequest(url: url)).body == Data("[]".utf8))
    _ = try await transport.send(post)
    #expect(try await transport.send(URLRequest(url: url)).body == Data(#"["tea"]"#.utf8))
  }

  @Test("a network can have a name", .signedIn, .host("test"))
  func named() async throws {
    let endpoint = Endpoint<EndpointKinds.Public, JSONValue>(path: "me")
    #expect(try await EndpointLoader().load(endpoint: endpoint)["name"] == "Ada")
  }
}

extension Trait where Self == NetworkTrait {
  static var signedIn: Self { .network(.get("/me").respond(json: ["name": "Ada"])) }
}

struct TeaShop {
  let loader: EndpointLoader

  func order(_ item: String) async throws {
    let endpoint = Endpoint<EndpointKinds.Public, JSONValue>(
      method: .post, path: "orders", body: .json(["item": item]))
    _ = try await loader.load(endpoint: endpoint)
  }
}

@Suite("Verifying")
struct VerifyingTests {
  @Test func ordersOnce() async throws {
    let transport = MockTransport(.post("/orders").respond(json: ["id": 7]).optional())
    let shop = TeaShop(loader: EndpointLoader(transport: transport, host: "test"))
    try await shop.order("tea")
    await transport.expect(.post("/orders").body(at: "$.item", "tea"), 1)
    await transport.expect(.delete("/orders/{id}"), 0)
    let request = try #require(await transport.requests(matching: .post("/orders")).first)
    #expect(try request.json()["item"] == "tea")
  }
}
