import NetworkTesting

// Built without `@testable`: what an outsider can make of the public interface.

/// A transport of one's own, around another.
struct CountingTransport: HTTPTransport {
  actor Counter {
    private(set) var count = 0
    func increase() { count += 1 }
  }

  let base: any HTTPTransport
  let counter = Counter()

  func send(_ request: URLRequest) async throws -> HTTPResponse {
    await counter.increase()
    return try await base.send(request)
  }
}

/// A kind of endpoint of one's own.
extension EndpointKinds {
  enum Tenant: EndpointKind {
    struct ID: Sendable { var rawValue: String }

    static func prepare(_ request: inout URLRequest, with tenant: ID) {
      request.setValue(tenant.rawValue, forHTTPHeaderField: "X-Tenant")
    }
  }
}

/// Hosts and methods of one's own.
extension URLHost {
  static let staging: Self = "staging.example.com"
}

extension HTTPMethod {
  static let purge: Self = "PURGE"
}

/// Something loadable that is not an endpoint.
struct HealthCheck: Loadable {
  func makeRequest(with path: String, host: URLHost?) throws -> URLRequest {
    guard let url = URL(string: "https://\(host ?? "localhost")/\(path)") else { throw URLError(.badURL) }
    return URLRequest(url: url)
  }

  func parse(_ response: HTTPResponse) throws -> Bool { response.status == 204 }
}

/// A matcher with a word of its own.
extension RequestMatcher {
  func tenant(_ id: String) -> Self { header("X-Tenant", .exactly(id)) }
}

/// A trait of one's own, made of the toolkit's.
extension Trait where Self == AmbientTrait {
  static var staging: Self { .host(.staging) }
}

@Suite("An outsider", .staging)
struct OutsidersTests {
  @Test("an outsider can bring a transport, a kind, a host, a method and a matcher")
  func own() async throws {
    let mock = MockTransport(
      .request(.purge, "https://staging.example.com/cache").tenant("t1").respond(status: 204))
    let transport = CountingTransport(base: mock)
    let endpoint = Endpoint<EndpointKinds.Tenant, Void>(method: .purge, path: "cache")
    try await EndpointLoader(transport: transport).load(endpoint: endpoint, using: .init(rawValue: "t1"))
    #expect(await transport.counter.count == 1)
  }

  @Test("an outsider can load what is not an endpoint")
  func loadable() async throws {
    let transport = MockTransport(.get("/health").respond(status: 204))
    #expect(try await EndpointLoader(transport: transport).load(HealthCheck(), with: "health"))
  }

  @Test("an outsider can answer endpoints with their samples")
  func samples() async throws {
    let endpoint = Endpoint<EndpointKinds.Public, JSONValue>(
      path: "items", queryItems: [URLQueryItem(name: "page", value: "1")], sample: .json([["title": "Tea"]]))
    let other = Endpoint<EndpointKinds.Private, String>(path: "/me", sample: HTTPResponse(body: Data("Ada".utf8)))
    let loader = EndpointLoader(transport: MockTransport(samplesOf: endpoint, other))
    #expect(try await loader.load(endpoint: endpoint)[0]?["title"] == "Tea")
    #expect(try await loader.load(endpoint: other, using: "12345") == "Ada")
  }

  @Test("an outsider needs one import in a test file: Foundation, Testing and the modules below come with it")
  func oneImport() throws {
    let data: Data = try Fixture("notes.txt").data
    let response = HTTPResponse(body: data)
    #expect(response.body.isEmpty == false)
  }
}
