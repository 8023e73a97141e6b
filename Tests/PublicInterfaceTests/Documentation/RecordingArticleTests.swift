import NetworkHAR
import NetworkRecording
import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private struct Cart: Codable, Sendable { var total: Int }

private struct Draft: Codable, Sendable { var title: String }

extension Endpoint where Kind == EndpointKinds.Public, Response == Cart {
  fileprivate static var cart: Self { Self(path: "cart") }
}

extension Endpoint where Kind == EndpointKinds.Private, Response == JSONValue {
  fileprivate static var createItem: Self { Self(method: .post, path: "items", body: .json(["title": "Tea"])) }
}

private let stagingKey = "s3cret-of-the-staging-account"

@Suite("Recording")
struct RecordingArticleTests {
  // NetworkRecording.md, "Overview"
  @Test(.host("api.example.com"), .recording("checkout"))
  func checkout() async throws {
    let cart = try await EndpointLoader().load(endpoint: .cart)
    #expect(cart.total == 12)
  }
  // end of block

  // NetworkRecording.md, "Secrets"
  @Test(
    .recording(
      "checkout", redaction: .standard.hiding(.name("x-acme-*"))))
  // end of block
  func redacted() async throws {
    #expect(try await EndpointLoader(host: "api.example.com").load(endpoint: .cart).total == 12)
  }

  // NetworkRecording.md, "Which exchange responds"
  @Test(
    .recording(
      "search",
      matching: [.method, .path, .query(except: "timestamp"), .body]))
  // end of block
  func search() {}

  // NetworkRecording.md, "Which exchange responds", block 3
  @Test(
    .recording(
      "chat",
      matching: [
        .method, .url,
        .body(except: "$.metadata.user_id", "$.messages[*].id"),
      ]))
  // end of block
  func chat() {}

  // NetworkRecording.md, "Which exchange responds", block 2
  @Test(
    .recording(
      "languages",
      matching: [.method, .url, .body, .header("Accept-Language")]))
  // end of block
  func languages() {}

  // NetworkRecording.md, "Which exchange responds", block 4
  @Test(
    .recording(
      "rename",
      matching: [.method, .url, .body, .changes]))
  // end of block
  func rename() {}

  /// The recordings of browsers beside it hold secrets, for the tests of redaction.
  @Suite(.knownIssue("holds a secret"))
  struct Secrets {
    // NetworkRecording.md, "Secrets", block 2
    @Test func recordingsAreSafe() {
      expectNoSecrets(in: .recordings, planted: [stagingKey])
    }
    // end of block
  }

  @Test("a session is answered from a recording")
  func session() async throws {
    // NetworkRecording.md, "Without the trait"
    let session = URLSession.mocked(by: try ReplayTransport("checkout"))
    // end of block
    let (data, _) = try await session.data(from: try #require(URL(string: "https://api.example.com/cart")))
    #expect(try JSONDecoder().decode(Cart.self, from: data).total == 12)
  }

  // NetworkRecording.md, "Snapshots of requests"
  @Test func createsItem() throws {
    try expectRequest(
      of: .createItem, with: "12345", host: "test",
      matches: "requests/create-item.http")
  }
  // end of block

  private var request: URLRequest {
    get throws {
      var request = URLRequest(url: try #require(URL(string: "https://api.example.com/items")))
      request.httpMethod = "POST"
      request.httpBody = Data("tea".utf8)
      return request
    }
  }

  @Test func sendsItem() async throws {
    let transport = MockTransport(
      .post("/items").respond(status: 201))
    _ = try await transport.send(try request)
    try await expectRequest(
      transport.requests.first,
      curl: """
        curl -X POST https://api.example.com/items \
        --data-raw tea
        """)
  }

  @Test("an endpoint's request is compared with a file")
  func latestItem() throws {
    try expectRequest(of: .latestItem, with: "12345", host: "test", matches: "requests/latest-item.http")
  }

  @Test("recordings and messages are read as values")
  func files() throws {
    // NetworkHAR.md, "Overview"
    let exchanges = try Fixture("recordings/checkout.har").har.log
      .entries.map { try $0.exchange() }
    // end of block
    // Fixtures.md, "Overview", block 2
    let response = try Fixture("messages/not-found.http").message
      .httpResponse()
    // end of block
    // NetworkHAR.md, "Overview", block 2
    let files = Redaction.standard.redacted(HAR(exchanges)).files(
      bodyFolder: "checkout.bodies")
    // end of block
    #expect(exchanges.count == 1 && response.status == 404 && !files.recording.isEmpty)
  }
}
