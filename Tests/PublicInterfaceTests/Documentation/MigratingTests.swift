import NetworkRecording
import NetworkTesting

// What other tools' tests become, compiled and run. What they are before is compiled where it needs no dependency.

/// A client as it was written before `async`.
final class RatesAPI: Sendable {
  let session: URLSession

  init(session: URLSession) { self.session = session }

  func rate(of currency: String, completion: @escaping @Sendable (Result<Double, any Error>) -> Void) {
    guard let url = URL(string: "https://rates.example/\(currency)") else { return }
    session.dataTask(with: url) { data, _, error in
      completion(
        Result {
          guard let data else { throw error ?? URLError(.unknown) }
          return try JSONDecoder().decode([String: Double].self, from: data)["rate"] ?? 0
        })
    }.resume()
  }
}

/// A protocol as a package for older compilers has it.
protocol Fetching: Sendable {
  func fetch(_ request: URLRequest, completion: @escaping @Sendable (Data?, (any Error)?) -> Void)
}

// Migrating.md, "A package that supports older toolchains", block 2
#if canImport(NetworkTesting)
  struct StubbedFetcher: Fetching {
    let transport: any HTTPTransport

    func fetch(
      _ request: URLRequest,
      completion: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) {
      Task {
        do {
          let answer = try await transport.send(request)
          completion(answer.body, nil)
        } catch {
          completion(nil, error)
        }
      }
    }
  }
#endif
// end of block

/// A client that holds a session.
private struct Catalogue {
  let session: URLSession

  func items(page: Int) async throws -> [String] {
    let url = try #require(URL(string: "https://api.example.com/items\(page > 1 ? "?page=\(page)" : "")"))
    return try JSONDecoder().decode([String].self, from: try await session.data(from: url).0)
  }
}

/// The class that blogs show.
private final class MockURLProtocol: URLProtocol {
  // Set by one test, before its session is made. That is what is wrong with it.
  nonisolated(unsafe) static var requestHandler: ((URLRequest) -> (Int, Data))?

  override class func canInit(with request: URLRequest) -> Bool { true }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let (status, data) = Self.requestHandler?(request),
      let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    else { return }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: data)
    client?.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

private struct Cart: Codable, Sendable { var total: Int }

extension Endpoint where Kind == EndpointKinds.Public, Response == Cart {
  fileprivate static var cart: Self { Self(path: "cart") }
}

@Suite("Coming from other tools")
struct MigratingTests {
  @Test("before: a static MockURLProtocol, which only one test can have")
  func pasted() async throws {
    // Migrating.md, "A static MockURLProtocol"
    MockURLProtocol.requestHandler = { request in
      (200, Data(#"{"rate":1.25}"#.utf8))
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [MockURLProtocol.self]
    let api = RatesAPI(
      session: URLSession(configuration: configuration))
    // end of block
    #expect(try await withCallback { api.rate(of: "EUR", completion: $0) } == 1.25)
  }

  @Test("OHHTTPStubs")
  func conditions() async throws {
    // Migrating.md, "OHHTTPStubs"
    let transport = MockTransport(
      .get("https://api.example.com/items").query("page", 2).respond(
        json: ["Tea"]).delayed(by: .seconds(2)),
      clock: ImmediateClock())
    let items = try await Catalogue(session: .mocked(by: transport))
      .items(page: 2)
    // end of block
    #expect(items == ["Tea"])
  }

  @Test("Mockingjay")
  func builders() async throws {
    // Migrating.md, "Mockingjay"
    let transport = MockTransport(
      .get("/items").respond(json: ["Tea"]),
      .any("/orders").respond(error: .timedOut).optional())
    // end of block
    #expect(try await Catalogue(session: .mocked(by: transport)).items(page: 1) == ["Tea"])
  }

  @Test("Mocker")
  func registered() async throws {
    // Migrating.md, "Mocker"
    let transport = MockTransport(
      .get("https://api.example.com/items").respond(json: ["Tea"]))
    let items = try await Catalogue(session: .mocked(by: transport))
      .items(page: 1)
    await transport.expect(.get("/items"), 1)
    // end of block
    #expect(items == ["Tea"])
  }

  // Migrating.md, "Replay and DVR"
  @Test(.recording("checkout", matching: [.method, .path]))
  func total() async throws {
    let cart = try await EndpointLoader(host: "api.example.com").load(
      endpoint: .cart)
    #expect(cart.total == 12)
  }
  // end of block

  @Test("a static MockURLProtocol and an expectation become two lines")
  func rate() async throws {
    // Migrating.md, "A static MockURLProtocol", block 2
    let transport = MockTransport(
      .get("https://rates.example/EUR").respond(json: ["rate": 1.25]))
    let api = RatesAPI(session: .mocked(by: transport))
    // end of block
    // Migrating.md, "Expectations", block 2
    let rate = try await withCallback {
      api.rate(of: "EUR", completion: $0)
    }
    #expect(rate == 1.25)
    // end of block
  }

  @Test("the right sides of the tables are code")
  func tables() {
    let (object, body, data, error): (JSONValue, JSONValue, Data, URLError.Code) = (["a": 1], [], Data(), .timedOut)
    let stubs: [Stub] = [
      .get("https://a.example/b").respond(json: object), .post().body(json: ["a": 1]).respond(status: 200),
      .get().query("page", 2).respond(with: .fixture("items/latest.json")), .any.respond(with: .error(.timedOut)),
      .any.respond(json: body).delayed(by: .seconds(2)), .any("/users").respond(with: .error(error)),
      .get("/users/{id}").respond(with: .data(data, contentType: "application/json")),
      .any.matching("what it looks at") { request in !request.body.isEmpty }.respond(status: 200),
    ]
    #expect(stubs.count == 8)
  }
}
