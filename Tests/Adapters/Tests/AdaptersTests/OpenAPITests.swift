import HTTPTypes
import NetworkSimulation
import NetworkStubs
@_spi(Generated) import OpenAPIRuntime

/// A transport of generated clients, answered by stubs.
// WithYourClient.md, "A generated client: swift-openapi"
struct StubbedTransport: ClientTransport {
  let transport: any HTTPTransport

  func send(
    _ request: HTTPRequest, body: HTTPBody?,
    baseURL: URL, operationID: String
  ) async throws -> (HTTPTypes.HTTPResponse, HTTPBody?) {
    let address = baseURL.absoluteString + (request.path ?? "")
    var sent = URLRequest(url: try #require(URL(string: address)))
    sent.httpMethod = request.method.rawValue
    for field in request.headerFields {
      sent.addValue(
        field.value, forHTTPHeaderField: field.name.rawName)
    }
    if let body {
      sent.httpBody = try await Data(collecting: body, upTo: .max)
    }
    let answer = try await transport.send(sent)
    var head = HTTPTypes.HTTPResponse(
      status: .init(code: answer.status))
    for field in answer.headers {
      let name = try #require(HTTPField.Name(field.name))
      head.headerFields.append(
        .init(name: name, value: field.value))
    }
    return (head, HTTPBody(answer.body))
  }
}
// end of block

/// A client as the generator writes it, by hand: one operation, and a retry after a pause.
private struct Client: Sendable {
  let client: UniversalClient
  var clock: any Clock<Duration> = ContinuousClock()

  init(serverURL: URL, transport: any ClientTransport) {
    client = UniversalClient(serverURL: serverURL, transport: transport)
  }

  func rename(_ id: String, to name: String) async throws -> String {
    try await client.send(
      input: name, forOperation: "rename",
      serializer: { name in
        var request = HTTPRequest(method: .put, scheme: nil, authority: nil, path: "/users/\(id)")
        request.headerFields[.contentType] = "application/json"
        return (request, HTTPBody(#"{"name":"\#(name)"}"#))
      },
      deserializer: { response, body in
        guard response.status == .ok, let body else { throw URLError(.badServerResponse) }
        return try await String(collecting: body, upTo: 1_000_000)
      })
  }
}

@Suite("A client of swift-openapi-runtime", .network())
struct OpenAPITests {
  private func client(_ transport: any HTTPTransport) throws -> Client {
    let url = try #require(URL(string: "https://api.example.com/v1"))
    // WithYourClient.md, "A generated client: swift-openapi", block 2
    return Client(
      serverURL: url,
      transport: StubbedTransport(transport: transport))
    // end of block
  }

  @Test("a client of swift-openapi-runtime is answered by stubs")
  func answered() async throws {
    let transport = MockTransport(
      .put("https://api.example.com/v1/users/7").body(json: ["name": "Ada"]).respond(json: ["ok": true]))
    let text = try await client(transport).rename("7", to: "Ada")
    #expect(text == #"{"ok":true}"#)
  }

  @Test("a client of swift-openapi-runtime has a failure's text")
  func failure() async throws {
    await withKnownIssue {
      let transport = MockTransport(
        .put("/v1/users/7").body(json: ["name": "Ada"]).respond(json: [:]))
      _ = try? await client(transport).rename("7", to: "Eve")
    } matching: {
      $0.comments.contains { $0.rawValue.contains(#"✗ body $.name"#) }
    }
  }

  @Test("a client of swift-openapi-runtime has virtual time")
  func time() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.any.respond(json: [:]).delayed(by: .seconds(30)), clock: clock)
    let client = try client(transport)
    async let answer = client.rename("7", to: "Ada")
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(30))
    let text = try await answer
    #expect(text == "{}")
  }

  @Test(
    "a client of swift-openapi-runtime is simulated", .simulated(runs: 50),
    .network(.put("/v1/users/{id}").respond(text: "a").times(2)))
  func simulated() async throws {
    let client = try client(MockTransport.current)
    async let first = client.rename("1", to: "a")
    async let second = client.rename("2", to: "b")
    let both = try await [first, second]
    #expect(both == ["a", "a"])
  }

  @Test("a client of swift-openapi-runtime throws for each fault that is an error", arguments: NetworkFault.allCases)
  func faults(_ fault: NetworkFault) async throws {
    let transport = MockTransport(.any.respond(with: .fault(fault)).optional())
    let client = try client(transport)
    let text = try? await client.rename("7", to: "Ada")
    #expect(text == nil || fault.code == nil)
    #expect(await transport.requests.count == 1)
  }
}
