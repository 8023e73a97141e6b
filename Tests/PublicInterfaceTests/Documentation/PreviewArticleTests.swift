import NetworkEndpoints
import NetworkTesting
import TestSupport

struct Snack: Codable, Equatable, Sendable { var name: String }

// Previews.md, "Overview"
extension Endpoint
where Kind == EndpointKinds.Public, Response == [Snack] {
  static var snacks: Self {
    Self(
      path: "snacks",
      sample: .json([["name": "Scone"], ["name": "Shortbread"]]))
  }
}
// end of block

/// A client that holds a session.
struct SnackShop: Sendable {
  let session: URLSession

  func snacks() async throws -> [Snack] {
    let (data, _) = try await session.data(for: Endpoint.snacks.makeRequest(host: "shop.example.com"))
    return try JSONDecoder().decode([Snack].self, from: data)
  }
}

@Suite("Previews and demo mode")
struct PreviewArticleTests {
  @Test("samples are shown at once, late or not at all", arguments: [true])
  func previews(isDemo: Bool) async throws {
    // NetworkStubs.md, "Overview"
    let loader = EndpointLoader(
      transport: StubTransport(samplesOf: Endpoint.snacks), host: "demo"
    )
    // end of block
    // Previews.md, "Overview", block 3
    let slow = EndpointLoader(
      transport: StubTransport(
        samplesOf: Endpoint.snacks, delay: .fixed(.seconds(3))),
      host: "demo")
    let offline = EndpointLoader(
      transport: StubTransport(
        .any.respond(with: .error(.notConnectedToInternet))),
      host: "demo")
    // end of block
    // Previews.md, "Overview", block 4
    let transport: any HTTPTransport =
      isDemo
      ? StubTransport(samplesOf: Endpoint.snacks)
      : URLSessionTransport()
    // end of block
    #expect(try await loader.load(endpoint: .snacks).map(\.name) == ["Scone", "Shortbread"])
    #expect(try await EndpointLoader(transport: transport, host: "demo").load(endpoint: .snacks).count == 2)
    await #expect(throws: URLError.self) { try await offline.load(endpoint: .snacks) }
    _ = slow
  }

  @Test("a client that holds a session shows stubs, and its unanswered requests are errors")
  func session() async throws {
    let transport = StubTransport(.get("/snacks").respond(json: [["name": "Scone"]]))
    let shop = SnackShop(session: .stubbed(by: transport))
    #expect(try await shop.snacks().map(\.name) == ["Scone"])
    try await transport.verify()

    let empty = StubTransport()
    let closed = SnackShop(session: URLSession(configuration: .stubbed(by: empty)))
    let issues = await recordedIssues {
      await #expect(throws: UnansweredRequest.self) { try await closed.snacks() }
    }
    #expect(issues.map { $0.text.prefix(20) } == ["No stub answers GET "])
  }
}
