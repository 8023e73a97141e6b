import NetworkTesting

@Suite("The ambient network")
struct AmbientNetworkTests {
  @Test("the ambient network names no transport and no host where none is set")
  func empty() {
    #expect(AmbientNetwork.current.transport == nil)
    #expect(AmbientNetwork.current.host == nil)
    #expect(URLHost.current == nil)
  }

  @Test("the ambient network is there for the operation, and gone after it")
  func scope() async throws {
    let url = try await withAmbientNetwork(host: "a.example") {
      #expect(URLHost.current == "a.example")
      return try Endpoint<EndpointKinds.Public, Void>(path: "p").makeRequest().url
    }
    #expect(url?.absoluteString == "https://a.example/p")
    #expect(URLHost.current == nil)
  }

  @Test("the ambient network is gone after an operation that throws")
  func throwing() async {
    await #expect(throws: URLError(.timedOut)) {
      try await withAmbientNetwork(host: "a.example") { throw URLError(.timedOut) }
    }
    #expect(URLHost.current == nil)
  }

  @Test("the ambient network is changed part by part from outside in")
  func nesting() async {
    await withAmbientNetwork(transport: FixedTransport(HTTPResponse()), host: "outer.example") {
      await withAmbientNetwork(host: "inner.example") {
        #expect(AmbientNetwork.current.transport != nil)
        #expect(URLHost.current == "inner.example")
      }
      await withAmbientNetwork {
        #expect(URLHost.current == "outer.example")
      }
    }
  }

  @Test("the ambient network stands behind a host that is named")
  func explicit() async throws {
    try await withAmbientNetwork(host: "ambient.example") {
      let request = try Endpoint<EndpointKinds.Public, Void>(path: "p").makeRequest(host: "named.example")
      #expect(request.url?.host == "named.example")
    }
  }

  @Test("the ambient network reaches child tasks, and no detached ones")
  func tasks() async {
    await withAmbientNetwork(host: "a.example") {
      async let child = URLHost.current
      #expect(await child == "a.example")
      #expect(await Task { URLHost.current }.value == "a.example")
      #expect(await Task.detached { URLHost.current }.value == nil)
    }
  }

  @Test("the ambient networks of a hundred tasks at once are a hundred networks")
  func parallel() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for id in 0..<100 {
        group.addTask {
          let transport = FixedTransport { request in
            .json(["id": .integer(id), "title": .string(request.url?.host ?? "")])
          }
          try await withAmbientNetwork(transport: transport, host: URLHost(rawValue: "h\(id)")) {
            await Task.yield()
            let item = try await EndpointLoader().load(endpoint: Endpoint<EndpointKinds.Public, Item>(path: "same"))
            #expect(item == Item(id: id, title: "h\(id)"))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("the ambient network keeps the caller's isolation") @MainActor
  func isolation() async {
    var count = 0
    await withAmbientNetwork(host: "a.example") {
      MainActor.assertIsolated()
      count += 1
    }
    #expect(count == 1)
  }
}
