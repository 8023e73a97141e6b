import NetworkTesting

@Suite("A loader")
struct EndpointLoaderTests {
  let endpoint = Endpoint<EndpointKinds.Public, Item>(path: "items/1")
  let answer = HTTPResponse.json(["id": 1, "title": "Tea"])

  @Test("a loader sends an endpoint's request and reads the answer")
  func load() async throws {
    let loader = EndpointLoader(
      transport: FixedTransport { request in
        #expect(request.url?.absoluteString == "https://h/items/1")
        return answer
      }, host: "h")
    #expect(try await loader.load(endpoint: endpoint) == Item(id: 1, title: "Tea"))
  }

  @Test("a loader hands the caller's data to the endpoint's kind")
  func loadUsing() async throws {
    let transport = FixedTransport { request in
      .json(["id": 1, "title": .string(request.value(forHTTPHeaderField: "Authorization") ?? "")])
    }
    let item = try await EndpointLoader(transport: transport, host: "h")
      .load(endpoint: Endpoint<EndpointKinds.Private, Item>(path: "p"), using: "12345")
    #expect(item.title == "Bearer 12345")
  }

  @Test("a loader prefers the transport and host it was given to those around it")
  func explicitFirst() async throws {
    let named = FixedTransport { .json(["id": 1, "title": .string($0.url?.host ?? "")]) }
    let ambient = FixedTransport { _ in throw URLError(.badURL) }
    try await withAmbientNetwork(transport: ambient, host: "ambient.example") {
      let item = try await EndpointLoader(transport: named).load(endpoint: endpoint)
      #expect(item.title == "ambient.example")
      let other = try await EndpointLoader(transport: named, host: "h").load(endpoint: endpoint)
      #expect(other.title == "h")
    }
  }

  private static let shared = EndpointLoader()

  @Test("a loader in a static property meets each test's own network", arguments: 0..<20)
  func staticLoader(id: Int) async throws {
    let transport = FixedTransport(.json(["id": .integer(id), "title": ""]))
    try await withAmbientNetwork(transport: transport, host: "h") {
      let item = try await Self.shared.load(endpoint: endpoint)
      #expect(item.id == id)
    }
  }

  @Test("a loader reads answers from 200 up to 299", arguments: [200, 201, 204, 250, 299])
  func success(status: Int) async throws {
    #expect(try await load(HTTPResponse(status: status, body: answer.body)).id == 1)
  }

  @Test(
    "a loader throws for any other status, with the answer and the request",
    arguments: [
      199, 300, 301, 304, 400, 401, 404, 418, 500, 503, 599, 100, 0, -1, 1000, .max, .min,
    ])
  func failure(status: Int) async throws {
    let response = HTTPResponse(status: status, headers: ["X-A": "1"], body: Data("no".utf8))
    let error = try await #require(throws: LoadError.self) { try await load(response) }
    #expect(error.code == .unacceptableStatus)
    #expect(error.response == response)
    #expect(error.request.url?.absoluteString == "https://h/items/1")
    #expect(error.reason == nil)
  }

  @Test("a loader turns a decoding error into one with the answer and the place")
  func undecodable() async throws {
    let response = HTTPResponse.json(["id": "one", "title": "Tea"])
    let error = try await #require(throws: LoadError.self) { try await load(response) }
    #expect(error.code == .undecodableBody)
    #expect(error.response == response)
    #expect(error.reason?.hasPrefix("$.id: ") == true)
    #expect(error.underlyingError is DecodingError)
  }

  @Test(
    "a loader lets the transport's errors pass as they are",
    arguments: [
      URLError(.timedOut) as any Error, CancellationError(),
      DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "")),
    ])
  func transportError(error: any Error) async {
    let loader = EndpointLoader(transport: FixedTransport { _ in throw error }, host: "h")
    let thrown = await #expect(throws: (any Error).self) { try await loader.load(endpoint: endpoint) }
    #expect(thrown.map { type(of: $0) == type(of: error) } == true)
  }

  @Test("a loader lets a parser's own error pass as it is")
  func parserError() async {
    let endpoint = Endpoint<EndpointKinds.Public, Int>(
      path: "p", response: ResponseParser { _ in throw URLError(.badURL) })
    let loader = EndpointLoader(transport: FixedTransport(answer), host: "h")
    await #expect(throws: URLError(.badURL)) { try await loader.load(endpoint: endpoint) }
  }

  @Test("a loader sends nothing where no request can be made")
  func invalidEndpoint() async {
    let loader = EndpointLoader(
      transport: FixedTransport { _ in
        Issue.record("a request was sent")
        return answer
      })
    await #expect(throws: InvalidEndpointError.self) { try await loader.load(endpoint: endpoint) }
  }

  private func load(_ response: HTTPResponse) async throws -> Item {
    try await EndpointLoader(transport: FixedTransport(response), host: "h").load(endpoint: endpoint)
  }
}
