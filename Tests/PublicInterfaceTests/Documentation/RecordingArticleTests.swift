import NetworkHAR
import NetworkRecording
import NetworkTesting

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
  @Test(.host("api.example.com"), .recording("checkout"))  // Fixtures/recordings/checkout.har
  func checkout() async throws {
    let cart = try await EndpointLoader().load(endpoint: .cart)
    #expect(cart.total == 12)
  }

  @Test(.recording("checkout", redaction: .standard.hiding(.name("x-acme-*"))))
  func redacted() async throws {
    #expect(try await EndpointLoader(host: "api.example.com").load(endpoint: .cart).total == 12)
  }

  @Test(.recording("search", matching: [.method, .path, .query(except: "timestamp"), .body]))
  func search() {}

  @Test(.recording("chat", matching: [.method, .url, .body(except: "$.metadata.user_id", "$.messages[*].id")]))
  func chat() {}

  @Test(.recording("languages", matching: [.method, .url, .body, .header("Accept-Language")]))
  func languages() {}

  /// The recordings of browsers beside it hold secrets, for the tests of redaction.
  @Suite(.knownIssue("holds a secret"))
  struct Secrets {
    @Test func recordingsAreSafe() {
      expectNoSecrets(in: .recordings, planted: [stagingKey])
    }
  }

  @Test("a session is answered from a recording")
  func session() async throws {
    let session = URLSession.mocked(by: try ReplayTransport("checkout"))
    let (data, _) = try await session.data(from: try #require(URL(string: "https://api.example.com/cart")))
    #expect(try JSONDecoder().decode(Cart.self, from: data).total == 12)
  }

  @Test func createsItem() throws {
    try expectRequest(of: .createItem, with: "12345", host: "test", matches: "requests/create-item.http")
  }

  @Test("an endpoint's request is compared with a file")
  func latestItem() throws {
    try expectRequest(of: .latestItem, with: "12345", host: "test", matches: "requests/latest-item.http")
  }

  @Test("recordings and messages are read as values")
  func files() throws {
    let exchanges = try Fixture("recordings/checkout.har").har.log.entries.map { try $0.exchange() }
    let response = try Fixture("messages/not-found.http").message.httpResponse()
    let files = Redaction.standard.redacted(HAR(exchanges)).files(bodyFolder: "checkout.bodies")
    #expect(exchanges.count == 1 && response.status == 404 && !files.recording.isEmpty)
  }
}
