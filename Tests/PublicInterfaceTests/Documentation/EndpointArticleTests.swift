import NetworkTesting

struct Order: Codable, Equatable, Sendable { var id: String }

// DescribingEndpoints.md, "Method, path, fields and body"
extension Endpoint
where Kind == EndpointKinds.Private, Response == Order {
  static func order(_ id: String) -> Self {
    Self(path: "orders/\(id)")
  }

  static func place(_ order: Order) -> Self {
    Self(
      method: .post, path: "orders",
      headers: ["Idempotency-Key": order.id], body: .json(order),
      timeout: .seconds(20))
  }
}
// end of block

// DescribingEndpoints.md, "What the response becomes"
extension Endpoint
where Kind == EndpointKinds.Public, Response == Data {
  static var logo: Self { Self(path: "logo.png", response: .data) }
}

extension Endpoint
where Kind == EndpointKinds.Private, Response == Void {
  static func cancelOrder(_ id: String) -> Self {
    Self(method: .delete, path: "orders/\(id)", response: .ignored)
  }
}
// end of block

// DescribingEndpoints.md, "What a call needs"
enum Signed: EndpointKind {
  static func prepare(_ request: inout URLRequest, with key: String) {
    request.setValue(key, forHTTPHeaderField: "X-Api-Key")
  }
}
// end of block

@Suite("Describing endpoints")
struct EndpointArticleTests {
  @Test("each call is a value")
  func calls() async throws {
    let transport = MockTransport(
      .post("/orders").header("Idempotency-Key", "7").body(json: ["id": "7"]).respond(json: ["id": "7"], status: 201),
      .get("/logo.png").respond(with: .data(Data([1]))), .delete("/orders/7").bearer("12345").respond(status: 204),
      .get("/report").header("X-Api-Key", "s3cret").respond(json: ["ok": true]))
    let loader = EndpointLoader(transport: transport, host: "test")
    #expect(try await loader.load(endpoint: .place(Order(id: "7")), using: "12345").id == "7")
    #expect(try await loader.load(endpoint: .logo) == Data([1]))
    try await loader.load(endpoint: .cancelOrder("7"), using: "12345")
    // DescribingEndpoints.md, "What a call needs", block 2
    let report = Endpoint<Signed, JSONValue>(path: "report")
    let value = try await loader.load(endpoint: report, using: "s3cret")
    // end of block
    #expect(value["ok"] == true)
  }

  @Test("an error has the whole answer")
  func errors() async throws {
    let transport = MockTransport(.get("/orders/7").respond(status: 410))
    let (loader, token) = (EndpointLoader(transport: transport, host: "test"), AccessToken("12345"))
    var message = ""
    // DescribingEndpoints.md, "Errors"
    do {
      _ = try await loader.load(endpoint: .order("7"), using: token)
    } catch let error as LoadError where error.response.status == 410 {
      message = "The order is gone."
    }
    // end of block
    #expect(message == "The order is gone.")
  }

  @Test("a socket in memory")
  func socket() async throws {
    // NetworkEndpoints.md, "WebSockets"
    let socket = ScriptedWebSocket { server in
      try await server.send("hi")
    }
    let message = try await socket.next()
    #expect(message == .text("hi"))
    // end of block
  }
}
