#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  /// The same endpoints, loaded from a real server: Python's, with the files of `Fixtures/site`.
  @Suite(.localServer)
  struct LiveServerTests {
    private func catalogue() async throws -> Catalogue {
      let server = try await LocalServer.shared().host
      return Catalogue(loader: EndpointLoader(transport: URLSessionTransport(), host: "\(server)/site"))
    }

    @Test("what the stubs answer, the server answers too")
    func loads() async throws {
      let catalogue = try await catalogue()
      #expect(try await catalogue.latest(token: "12345").title == "Brass telescope, three draws")
      #expect(await catalogue.titles(for: "swift").count == 24)
    }

    @Test("an endpoint the server does not know is a load error with its status")
    func missing() async throws {
      let server = try await LocalServer.shared().host
      let endpoint = Endpoint<EndpointKinds.Public, Item>(path: "items/none")
      let loader = EndpointLoader(transport: URLSessionTransport(), host: server)
      let error = try await #require(throws: LoadError.self) { try await loader.load(endpoint: endpoint) }
      #expect(error.response.status == 404)
    }
  }
#endif
