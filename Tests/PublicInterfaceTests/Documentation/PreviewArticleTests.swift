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
    let samples = SampleTransport(samplesOf: Endpoint.snacks)
    let loader = EndpointLoader(transport: samples, host: "demo")
    let slow = EndpointLoader(transport: samples.delayed(by: .seconds(3)), host: "demo")
    let offline = EndpointLoader(transport: samples.failing(with: .notConnectedToInternet), host: "demo")
    let transport: any HTTPTransport = isDemo ? SampleTransport(samplesOf: Endpoint.snacks) : URLSessionTransport()
    #expect(try await loader.load(endpoint: .snacks).map(\.name) == ["Scone", "Shortbread"])
    #expect(try await EndpointLoader(transport: transport, host: "demo").load(endpoint: .snacks).count == 2)
    await #expect(throws: URLError.self) { try await offline.load(endpoint: .snacks) }
    _ = slow
  }
}
