import NetworkTesting

@Suite("A response parser")
struct ResponseParserTests {
  let response = HTTPResponse(
    status: 201, headers: ["X-A": "1"], body: Data(#"{"id":1,"title":"Tea"}"#.utf8), url: URL(string: "https://h/p"))

  @Test("a response parser reads JSON where nothing else is said")
  func json() throws {
    #expect(try endpoint(Item.self).parse(response) == Item(id: 1, title: "Tea"))
    #expect(try endpoint([String: JSONValue].self).parse(response)["title"] == "Tea")
  }

  @Test("a response parser reads JSON with the decoder it is given")
  func decoder() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let endpoint = Endpoint<EndpointKinds.Public, Date>(path: "p", response: .json(decoder: decoder))
    #expect(try endpoint.parse(HTTPResponse(body: Data("60".utf8))) == Date(timeIntervalSince1970: 60))
  }

  @Test("a response parser reads bytes, text or nothing where the type says so")
  func plain() throws {
    #expect(try Endpoint<EndpointKinds.Public, Data>(path: "p").parse(response) == response.body)
    #expect(try Endpoint<EndpointKinds.Public, String>(path: "p").parse(response) == #"{"id":1,"title":"Tea"}"#)
    try Endpoint<EndpointKinds.Public, Void>(path: "p").parse(HTTPResponse(body: Data([0xFF])))
  }

  @Test("a response parser reads JSON of text and of bytes where it is asked to")
  func jsonOfPlainTypes() throws {
    let text = Endpoint<EndpointKinds.Public, String>(path: "p", response: .json())
    #expect(try text.parse(HTTPResponse(body: Data("\"a\"".utf8))) == "a")
    let data = Endpoint<EndpointKinds.Public, Data>(path: "p", response: .json())
    #expect(try data.parse(HTTPResponse(body: Data("\"YQ==\"".utf8))) == Data("a".utf8))
  }

  @Test(
    "a response parser replaces bytes that are not UTF-8",
    arguments: [([0xFF, 0x41] as [UInt8], "\u{FFFD}A"), ([], ""), ([0xC3], "\u{FFFD}")])
  func text(bytes: [UInt8], expected: String) throws {
    #expect(try Endpoint<EndpointKinds.Public, String>(path: "p").parse(HTTPResponse(body: Data(bytes))) == expected)
  }

  @Test("a response parser takes a value out of its envelope")
  func envelope() throws {
    let endpoint = Endpoint<EndpointKinds.Public, Item>(path: "p", response: .envelope())
    let body = try RepositoryFixture.data("envelope/item.json")
    #expect(throws: DecodingError.self) { try endpoint.parse(response) }
    let value = Endpoint<EndpointKinds.Public, JSONValue>(path: "p", response: .envelope())
    #expect(try value.parse(HTTPResponse(body: body))["title"] != nil)
    #expect(try endpoint.parse(.json(["result": ["id": 1, "title": "Tea"]])) == Item(id: 1, title: "Tea"))
  }

  @Test("a response parser gives the whole answer where it is asked to")
  func whole() throws {
    #expect(try Endpoint<EndpointKinds.Public, HTTPResponse>(path: "p", response: .whole).parse(response) == response)
  }

  @Test("a response parser is a closure where nothing else fits")
  func closure() throws {
    let endpoint = Endpoint<EndpointKinds.Public, Int>(
      path: "p", response: ResponseParser { Int($0.headers["X-A"] ?? "") ?? 0 })
    #expect(try endpoint.parse(response) == 1)
  }

  private func endpoint<Response: Decodable & Sendable>(_: Response.Type) -> Endpoint<EndpointKinds.Public, Response> {
    Endpoint(path: "p")
  }
}
