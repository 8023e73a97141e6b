import NetworkSimulation
import NetworkTesting
import TestSupport

extension Endpoint where Kind == EndpointKinds.Stub, Response == [String] {
  fileprivate static var cart: Self { Self(path: "cart") }
}

@Suite(.traffic(.requests(atMost: 8), .noRepeats, .safeRetries, .nothingLeftRunning, .hosts("test", "*.example.com")))
struct CartTests {
  @Test(.network(.get("/cart").respond(json: ["Tea"])))
  func cart() async throws {
    let cart = try await EndpointLoader(host: "test").load(endpoint: .cart)
    #expect(cart == ["Tea"])
  }
}

// Traffic.md, "Rules of your own"
extension TrafficRule {
  static let versioned = Self("sends Accept-Version") {
    $0.filter { $0.request.headers["Accept-Version"] == nil }
  }
}
// end of block

/// A client whose callers share one refresh.
private struct FeedClient {
  let tokens = Tokens()

  func load(_ path: String) async throws {
    let token = try await tokens.access(after: nil)
    if try await status(path, token) == 401 {
      let status = try await status(path, tokens.access(after: token))
      #expect(status == 200)
    }
  }

  private func status(_ path: String, _ token: String) async throws -> Int {
    var request = URLRequest(url: try #require(URL(string: "https://test\(path)")))
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    return try await MockTransport.current.send(request).status
  }
}

// Traffic.md, "A token that rotates", block 2
actor Tokens {
  private var access = "expired"
  private var refresh = "refresh-1"
  private var renewal: Task<String, any Error>?

  func access(after stale: String?) async throws -> String {
    if access != stale { return access }
    if let renewal { return try await renewal.value }
    let task = Task { try await renew() }
    renewal = task
    defer { renewal = nil }
    return try await task.value
  }
  // end of block

  private func renew() async throws -> String {
    var request = URLRequest(url: try #require(URL(string: "https://test/token")))
    request.httpMethod = "POST"
    request.httpBody = Data("grant_type=refresh_token&refresh_token=\(refresh)".utf8)
    let json = try JSONValue(parsing: await MockTransport.current.send(request).body)
    refresh = try #require(json["refresh_token"]?.text)
    access = try #require(json["access_token"]?.text)
    return access
  }
}

@Suite("Traffic")
struct TrafficArticleTests {
  private let client = FeedClient()

  // Traffic.md, "A token that rotates"
  @Test(
    .simulated(runs: 200),
    .network(
      .tokens(at: "/token", lasting: .seconds(600)),
      .get("/me").needsToken().respond(json: ["id": 1]),
      .get("/feed").needsToken().respond(json: [])))
  func coldStart() async throws {
    async let me: Void = client.load("/me")
    async let feed: Void = client.load("/feed")
    _ = try await (me, feed)
  }
  // end of block

  @Test("traffic is checked for a double that the test makes", .quiet) func check() async throws {
    let transport = MockTransport(.get("/items").respond(json: [1, 2]))
    _ = try await transport.send(URLRequest(url: #require(URL(string: "https://test/items"))))
    // Traffic.md, "A transport that the test makes"
    await transport.check(.noRepeats, .noFanOut("/items/{id}"))
    // end of block
    await withKnownIssue { await transport.check(.versioned) }
  }
}
