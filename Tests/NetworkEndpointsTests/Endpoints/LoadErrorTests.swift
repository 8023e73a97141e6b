import NetworkTesting
import TestSupport

@Suite("A load error")
struct LoadErrorTests {
  @Test(
    "a load error for a status says what was asked, what came and what to do",
    arguments: [302, 304, 400, 401, 404, 503])
  func status(status: Int) async throws {
    let json = HTTPResponse.json(["error": ["code": "refused", "message": "naïve 🧮"]], status: status)
    try await expectGolden("\(error(for: json))", "Endpoints/load-error-\(status).txt")
  }

  @Test("a load error for a body that does not decode says where and why")
  func undecodable() async throws {
    let error = try await error(for: .json(["items": [["id": "one"]]])) { _ in
      let path: [any CodingKey] = [Key("items"), Key(0), Key("id")]
      throw DecodingError.typeMismatch(
        Int.self, .init(codingPath: path, debugDescription: "Expected to decode Int but found a string instead."))
    }
    try expectGolden("\(error)", "Endpoints/load-error-undecodable.txt")
  }

  @Test("a load error for a long body shows its start, cut between two characters")
  func longBody() async throws {
    let error = try await error(
      for: HTTPResponse(status: 500, body: Data(("a" + String(repeating: "é", count: 1000)).utf8)))
    try expectGolden("\(error)", "Endpoints/load-error-long-body.txt")
  }

  @Test(
    "a load error for a body that is not text says so",
    arguments: [Data([0xFF, 0xD8]), Data([65, 0]), Data(repeating: 0xFF, count: 5000)])
  func noText(body: Data) async throws {
    let error = try await error(for: HTTPResponse(status: 500, headers: ["Content-Type": "image/jpeg"], body: body))
    #expect("\(error)".contains("The body (image/jpeg, \(body.count) bytes) is not text in UTF-8.\n"))
  }

  @Test("a load error for an empty body says so")
  func emptyBody() async throws {
    #expect(try await "\(error(for: HTTPResponse(status: 500)))".contains("\nThe body is empty.\n"))
  }

  @Test("a load error shows lines as lines, and what would steer a terminal as escapes")
  func controls() async throws {
    let error = try await error(for: HTTPResponse(status: 500, body: Data("a\r\nb\tc\u{1B}[31m\rd".utf8)))
    #expect("\(error)".contains("a\nb\tc\\u{1B}[31m\\rd\n"))
  }

  @Test("a load error shows nothing of the query, the user info or the headers")
  func secrets() async throws {
    var request = URLRequest(url: try #require(URL(string: "https://user:s3cret@h.example/a@b?token=s3cret#s3cret")))
    request.setValue("Bearer s3cret", forHTTPHeaderField: "Authorization")
    let sent = request
    let transport = FixedTransport(HTTPResponse(status: 500))
    let error = try await #require(throws: LoadError.self) {
      try await EndpointLoader(transport: transport).load(Prepared(request: sent), with: ())
    }
    #expect(!"\(error)".contains("s3cret"))
    #expect("\(error)".hasPrefix("GET https://h.example/a@b?… returned status 500"))
    #expect(error.localizedDescription == "\(error)")
  }

  private func error(
    for response: HTTPResponse, parse: @escaping @Sendable (HTTPResponse) throws -> Void = { _ in }
  ) async throws -> LoadError {
    let endpoint = Endpoint<EndpointKinds.Private, Void>(
      method: .post, path: "items", queryItems: [URLQueryItem(name: "key", value: "s3cret")],
      response: ResponseParser(parse))
    let loader = EndpointLoader(transport: FixedTransport(response), host: "api.example.com/v1")
    return try await #require(throws: LoadError.self) { try await loader.load(endpoint: endpoint, using: "s3cret") }
  }
}

private struct Prepared: Loadable {
  let request: URLRequest

  func makeRequest(with data: Void, host: URLHost?) -> URLRequest { request }

  func parse(_ response: HTTPResponse) {}
}

private struct Key: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ index: Int) { (stringValue, intValue) = ("Index \(index)", index) }

  init(_ name: String) { (stringValue, intValue) = (name, nil) }

  init(stringValue: String) { self.init(stringValue) }

  init(intValue: Int) { self.init(intValue) }
}
