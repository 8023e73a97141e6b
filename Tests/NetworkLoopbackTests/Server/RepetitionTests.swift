import NetworkLoopback
import TestSupport

/// The same as the suite of this name in `NetworkTestingTests`, with a server.
@Suite("Each repetition of a test with a server")
struct RepetitionTests {
  @Test(
    "each repetition of a test with a server has a server of its own",
    .loopbackServer(.get("/items").respond(with: .text("tea")).once()))
  func server() async throws {
    let loader = EndpointLoader(transport: URLSessionTransport(), host: try LoopbackServer.current.host)
    #expect(try await loader.load(endpoint: Endpoint<EndpointKinds.Public, String>(path: "items")) == "tea")
    #expect(await MockTransport.current.requests.count == 1)
  }
}
