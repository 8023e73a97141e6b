import NetworkEndpoints
import NetworkTesting

struct Snack: Codable, Equatable, Sendable { var name: String }

extension Endpoint where Kind == EndpointKinds.Public, Response == [Snack] {
  static var snacks: Self {
    Self(path: "snacks", sample: .json([["name": "Scone"], ["name": "Shortbread"]]))
  }
}

@Suite("Previews and demo mode")
struct PreviewArticleTests {
  @Test("samples are shown at once, late or not at all", arguments: [true])
  func previews(isDemo: Bool) async throws {
    let loader = EndpointLoader(transport: StubTransport(samplesOf: Endpoint.snacks), host: "demo")
    let slow = EndpointLoader(
      transport: StubTransport(samplesOf: Endpoint.snacks, delay: .fixed(.seconds(3))), host: "demo")
    let offline = EndpointLoader(
      transport: StubTransport(.any.respond(with: .error(.notConnectedToInternet))), host: "demo")
    let transport: any HTTPTransport = isDemo ? StubTransport(samplesOf: Endpoint.snacks) : URLSessionTransport()
    #expect(try await loader.load(endpoint: .snacks).map(\.name) == ["Scone", "Shortbread"])
    #expect(try await EndpointLoader(transport: transport, host: "demo").load(endpoint: .snacks).count == 2)
    await #expect(throws: URLError.self) { try await offline.load(endpoint: .snacks) }
    _ = slow
  }
}
