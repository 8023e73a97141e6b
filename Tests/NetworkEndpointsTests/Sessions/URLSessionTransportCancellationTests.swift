#if os(macOS) || os(Linux)
  import NetworkTesting
  import TestSupport

  @Suite("The live transport, cancelled", .localServer)
  struct URLSessionTransportCancellationTests {
    @Test("the live transport, cancelled, ends a request that is under way, and its connection")
    func underWay() async throws {
      let server = try await SilentServer.start()
      let task = Task { try await load(from: server.host) }
      #expect(try await server.nextRequest() == "GET /slow HTTP/1.1")
      task.cancel()
      let error = await #expect(throws: URLError.self) { try await task.value }
      #expect(error?.code == .cancelled)
      #expect(try await server.nextClose() == "closed")
    }

    @Test("the live transport, cancelled, sends nothing where the task is cancelled before")
    func before() async throws {
      let host = ClosedPort.host
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await load(from: host)
      }
      // Had it been sent, the connection would have been refused.
      let error = await #expect(throws: URLError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    }

    @Test("the live transport, cancelled, never waits, whenever the cancellation comes", arguments: 0..<50)
    func anyMoment(yields: Int) async throws {
      let host = try await LocalServer.shared().host
      let task = Task {
        try await EndpointLoader(transport: URLSessionTransport(), host: host)
          .load(endpoint: Endpoint<EndpointKinds.Public, Data>(path: "users/ada.json"))
      }
      for _ in 0..<(yields * 4) { await Task.yield() }
      task.cancel()
      switch await task.result {
      case .success(let data): #expect(try data == RepositoryFixture.data("users/ada.json"))
      case .failure(let error): #expect((error as? URLError)?.code == .cancelled, "\(error)")
      }
    }

    @Test(
      "the live transport, cancelled, ends the call also of a session with a cache, whose task is left alone on Linux")
    func withCache() async throws {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
      let transport = URLSessionTransport(session: URLSession(configuration: configuration))
      let server = try await SilentServer.start()
      let task = Task { try await load(from: server.host, transport: transport) }
      #expect(try await server.nextRequest() == "GET /slow HTTP/1.1")
      task.cancel()
      let error = await #expect(throws: URLError.self) { try await task.value }
      #expect(error?.code == .cancelled)
    }

    private func load(from host: URLHost, transport: URLSessionTransport = URLSessionTransport()) async throws {
      try await EndpointLoader(transport: transport, host: host)
        .load(endpoint: Endpoint<EndpointKinds.Public, Void>(path: "slow"))
    }
  }
#endif
