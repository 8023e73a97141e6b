import NetworkTesting

@Suite("An endpoint kind")
struct EndpointKindTests {
  @Test("an endpoint kind of public endpoints adds nothing")
  func publicKind() throws {
    #expect(try request().allHTTPHeaderFields ?? [:] == [:])
  }

  @Test("an endpoint kind of private endpoints sends the token")
  func privateKind() throws {
    let request = try privateEndpoint().makeRequest(with: "12345", host: "h")
    #expect(request.allHTTPHeaderFields == ["Authorization": "Bearer 12345"])
  }

  @Test("an endpoint kind of private endpoints replaces an authorization that the endpoint has")
  func privateKindReplaces() throws {
    let request = try privateEndpoint(headers: ["authorization": "Basic x"]).makeRequest(with: "12345", host: "h")
    #expect(request.value(forHTTPHeaderField: "Authorization") == "Bearer 12345")
  }

  @Test(
    "an endpoint kind refuses a token that would start a header field of its own",
    arguments: ["s3cret\r\nX: y", "s3cret\n", "s3cret\0"])
  func unsendableToken(token: String) throws {
    let error = try #require(throws: InvalidEndpointError.self) {
      try privateEndpoint().makeRequest(with: AccessToken(token), host: "h")
    }
    #expect(error.code == .invalidHeader)
    #expect(error.endpoint == "GET p")
    #expect(!error.description.contains("s3cret"))
  }

  @Test("an endpoint kind of one's own prepares the request with its own data")
  func ownKind() throws {
    let request = try Endpoint<Tenant, Void>(path: "p").makeRequest(with: 7, host: "h")
    #expect(request.value(forHTTPHeaderField: "X-Tenant") == "7")
  }

  @Test("an endpoint kind of one's own may refuse, and its error arrives as it is")
  func ownKindThrows() {
    #expect(throws: Tenant.Unknown(id: -1)) { try Endpoint<Tenant, Void>(path: "p").makeRequest(with: -1, host: "h") }
  }

  @Test(
    "an endpoint kind of one's own cannot start a header field of its own either",
    arguments: ["v\r\nEvil: 1", "v\nEvil: 1"])
  func ownKindInjects(value: String) throws {
    let request = try Endpoint<Careless, Void>(path: "p").makeRequest(with: value, host: "h")
    let fields = request.allHTTPHeaderFields ?? [:]
    #expect(fields["Evil"] == nil)
    #expect(!fields.values.contains { $0.contains(where: \.isNewline) })
  }

  private func privateEndpoint(headers: HTTPHeaders = [:]) -> Endpoint<EndpointKinds.Private, Void> {
    Endpoint(path: "p", headers: headers)
  }
}

private enum Tenant: EndpointKind {
  struct Unknown: Error, Equatable {
    let id: Int
  }

  static func prepare(_ request: inout URLRequest, with id: Int) throws {
    guard id >= 0 else { throw Unknown(id: id) }
    request.setValue("\(id)", forHTTPHeaderField: "X-Tenant")
  }
}

private enum Careless: EndpointKind {
  static func prepare(_ request: inout URLRequest, with value: String) {
    request.setValue(value, forHTTPHeaderField: "X-Careless")
  }
}
