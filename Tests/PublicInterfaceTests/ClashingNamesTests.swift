import NetworkTesting
import OtherClient

// Beside a client with the same names, one line a name says which is meant; a declaration of one's own wins over imports.
private typealias HTTPHeaders = NetworkEndpoints.HTTPHeaders
private typealias HTTPMethod = NetworkEndpoints.HTTPMethod
private typealias HTTPResponse = NetworkEndpoints.HTTPResponse

@Suite("Beside a client with the same names")
struct ClashingNamesTests {
  @Test("a test writes its own, and those of the client")
  func names() async throws {
    let headers: HTTPHeaders = ["Accept": "text/plain"]
    let method: HTTPMethod = .put
    let transport = MockTransport(
      .request(method, "/a").respond(with: .response(HTTPResponse(status: 204, headers: headers))))
    let endpoint = Endpoint<EndpointKinds.Public, Void>(method: method, path: "a")
    try await EndpointLoader(transport: transport, host: "test").load(endpoint: endpoint)
    _ = (OtherClient.HTTPHeaders(), OtherClient.HTTPMethod.get, OtherClient.HTTPResponse())
  }

  #if os(Linux)
    @Test("a test target may have a transport of its own with the same name", .typeCheck)
    func ownTransport() throws {
      let code = """
        import NetworkTesting
        struct MockTransport {}
        @Suite struct Shop {
          typealias MockTransport = NetworkTesting.MockTransport
          let transport = MockTransport(.get("/a").respond(status: 200))
        }
        let session = URLSession.mocked(.get("/a").respond(status: 200))
        @Test(.network(.get("/a").respond(status: 200))) func orders() { _ = URLSession.mocked(by: .current) }
        """
      #expect(try TypeCheck.messages(in: code).filter { $0.contains("error:") } == [])
    }
  #endif
}
