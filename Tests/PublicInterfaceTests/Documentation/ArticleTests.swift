import NetworkStubs
import NetworkTesting
import TestSupport

// The Swift of the articles, compiled and run. `DocumentationTests` holds each block against these files.

// DescribingEndpoints.md, "Overview"
struct Forecast: Codable, Sendable { var temperature: Int }

extension Endpoint
where Kind == EndpointKinds.Public, Response == Forecast {
  static func forecast(for city: String) -> Self {
    Self(
      path: "forecast",
      queryItems: [URLQueryItem(name: "city", value: city)])
  }
}

struct Weather {
  var loader = EndpointLoader(host: "api.weather.example")

  func temperature(in city: String) async throws -> Int {
    try await loader.load(endpoint: .forecast(for: city))
      .temperature
  }
}
// end of block

@Suite("Describing endpoints: a first test")
struct FirstEndpointTests {
  // DescribingEndpoints.md, "Overview", block 2
  @Test(
    .network(
      .get("/forecast").query("city", "Oslo").respond(json: [
        "temperature": -3
      ])))
  func temperature() async throws {
    let temperature = try await Weather().temperature(in: "Oslo")
    #expect(temperature == -3)
  }
  // end of block

  // DescribingEndpoints.md, "Overview", block 3
  @Test func temperatureByInjection() async throws {
    let transport = MockTransport(
      .get("/forecast").query("city", "Oslo").respond(json: [
        "temperature": -3
      ]))
    let weather = Weather(
      loader: EndpointLoader(transport: transport, host: "test"))
    let temperature = try await weather.temperature(in: "Oslo")
    #expect(temperature == -3)
  }
  // end of block

  @Test("a slip in the test's call is explained", .quiet)
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
  @Test("the first that matches and is not used up answers")
  func firstAnswers() async throws {
    // Stubbing.md, "Overview"
    let transport = MockTransport(
      // the first time
      .get("/users/{id}").respond(status: 503).once(),
      .get("/users/7").respond(json: ["name": "Grace"]),
      .get("/users/{id}").respond(status: 404).optional()
    )
    // end of block
    let request = URLRequest(url: try #require(URL(string: "https://api.example.com/users/7")))
    #expect(try await transport.send(request).status == 503)
    #expect(try await transport.send(request).status == 200)
  }

  @Test("how often a stub answers is what the table says")
  func often() async throws {
    let transport = MockTransport(
      .get("/any").respond(status: 200), .get("/a").respond(inOrder: .status(201), .status(202)).repeatingLast(),
      .get("/b").respond(status: 203).times(2), .get("/b").respond(status: 404),
      .get("/c").respond(status: 204).times(1...3))
    var statuses: [Int] = []
    for path in ["any", "any", "a", "a", "a", "b", "b", "b", "c"] {
      let url = try #require(URL(string: "https://test/\(path)"))
      statuses.append(try await transport.send(URLRequest(url: url)).status)
    }
    #expect(statuses == [200, 200, 201, 202, 202, 203, 203, 404, 204])
  }

  @Test("fewer answers than promised are an issue, unless they are optional", .quiet)
  func fewer() async throws {
    try await withKnownIssue {
      let transport = MockTransport(
        .get("/a").respond(inOrder: .status(201), .status(202)).repeatingLast(),
        .get("/b").respond(inOrder: .status(201), .status(202)), .get("/c").respond(status: 204).times(2),
        .get("/d").respond(status: 204).times(2...3), .get("/e").respond(status: 204).times(2).optional())
      for path in ["a", "b", "c", "d", "e"] {
        let url = try #require(URL(string: "https://test/\(path)"))
        _ = try await transport.send(URLRequest(url: url))
      }
      try await transport.verify()
    } matching: { issue in
      !issue.comments.contains { $0.rawValue.hasPrefix(#"The stub .get("/e")"#) }
    }
  }

  @Test("a scenario ties answers to what came before")
  func scenario() async throws {
    // Stubbing.md, "Change a response during the test"
    let cart: [Stub] = [
      .get("/cart").respond(json: []).scenario("cart"),
      .post("/cart").respond(status: 201).scenario(
        "cart", then: "full"),
      .get("/cart").respond(json: ["tea"]).scenario("cart", in: "full"),
    ]
    // end of block
    let transport = MockTransport(cart)
    let url = try #require(URL(string: "https://api.example.com/cart"))
    var post = URLRequest(url: url)
    post.httpMethod = "POST"
    #expect(try await transport.send(URLRequest(url: url)).body == Data("[]".utf8))
    _ = try await transport.send(post)
    #expect(try await transport.send(URLRequest(url: url)).body == Data(#"["tea"]"#.utf8))
  }

  @Test("an encoder that is passed writes dates and keys")
  func encoder() async throws {
    let url = try #require(URL(string: "https://api.example.com/orders/7"))
    let body = try await MockTransport(delivered).send(URLRequest(url: url)).body
    #expect(String(decoding: body, as: UTF8.self) == #"{"ordered_at":"0001-01-01T00:00:00Z"}"#)
  }

  @Test("an error of a session is compared by its code")
  func error() async throws {
    let url = try #require(URL(string: "https://api.example.com/a"))
    // Stubbing.md, "Expect an error"
    let session = URLSession.mocked(
      .get("/a").respond(error: .badServerResponse))
    let error = await #expect(throws: URLError.self) {
      try await session.data(from: url)
    }
    #expect(error?.code == .badServerResponse)
    // end of block
    #expect(error != URLError(.badServerResponse))
  }

  @Test("a function makes the stub of a resource", .host("test"), .network(order(7), order(8).optional()))
  func resource() async throws {
    let endpoint = Endpoint<EndpointKinds.Public, JSONValue>(path: "orders/7")
    let order = try await EndpointLoader().load(endpoint: endpoint)
    #expect(order["status"] == "open")
  }

  @Test("a network can have a name", .signedIn, .host("test"))
  func named() async throws {
    let endpoint = Endpoint<EndpointKinds.Public, JSONValue>(path: "me")
    #expect(try await EndpointLoader().load(endpoint: endpoint)["name"] == "Ada")
  }
}

// Stubbing.md, "Dates and keys in JSON"
extension JSONEncoder {
  static var api: JSONEncoder {
    let encoder = JSONEncoder()
    encoder.dateEncodingStrategy = .iso8601
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
  }
}

struct Delivered: Codable { let orderedAt: Date }

let delivered = RequestMatcher.get("/orders/7").respond(
  json: Delivered(orderedAt: .distantPast), encoder: .api)
// end of block

// Stubbing.md, "Share stubs", block 2
func order(_ id: Int, status: String = "open") -> Stub {
  .get("/orders/\(id)")
    .respond(json: ["id": id, "status": status])
}
// end of block

// Stubbing.md, "Share stubs"
extension Trait where Self == NetworkTrait {
  static var signedIn: Self {
    .network(.get("/me").respond(json: ["name": "Ada"]))
  }
}
// end of block

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
  // Verifying.md, "Overview"
  @Test func ordersOnce() async throws {
    let transport = MockTransport(
      .post("/orders").respond(json: ["id": 7]).optional())
    let shop = TeaShop(
      loader: EndpointLoader(transport: transport, host: "test"))
    try await shop.order("tea")
    await transport.expect(
      .post("/orders").body(at: "$.item", "tea"), 1)
    await transport.expect(.delete("/orders/{id}"), 0)
    let request = try #require(
      await transport.requests(matching: .post("/orders")).first)
    let order = try request.json()
    #expect(order["item"] == "tea")
  }
  // end of block

  // Verifying.md, "Compare a whole request"
  @Test func wholeRequest() async throws {
    let transport = MockTransport(
      .post("/orders").respond(status: 201))
    var request = URLRequest(
      url: try #require(URL(string: "https://shop.test/orders")))
    request.httpMethod = "POST"
    request.setValue("text/plain", forHTTPHeaderField: "Accept")
    request.httpBody = Data("tea".utf8)
    _ = try await transport.send(request)
    #expect(
      await transport.requests.first?.curl == """
        curl -X POST https://shop.test/orders \
        -H 'Accept: text/plain' --data-raw tea
        """)
  }
  // end of block
}
