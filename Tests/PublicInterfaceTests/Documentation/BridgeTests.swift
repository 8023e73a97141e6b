import NetworkTesting

/// The bridge for a whole suite.
private enum MockURLProtocol {
  typealias Handler = @Sendable (URLRequest) async throws -> (HTTPURLResponse, Data)

  /// What the old tests call, now for the test that calls it.
  static func setHandler(_ handler: @escaping Handler) async {
    let stub: Stub = .any.respond { request in
      let sent = request.urlRequest
      let (head, data) = try await handler(sent)
      var headers = HTTPHeaders()
      for (name, value) in head.allHeaderFields {
        headers.append("\(value)", for: "\(name)")
      }
      return HTTPResponse(status: head.statusCode, headers: headers, body: data)
    }
    await MockTransport.current.replace(with: stub.optional())
  }
}

extension URLSessionConfiguration {
  /// In place of one with `protocolClasses`.
  static var oldMock: URLSessionConfiguration {
    .mocked(by: MockTransport.current)
  }
}

extension Trait where Self == NetworkTrait {
  /// In place of the trait with the lock, or on the suite.
  static var mockURLSession: Self { .network() }
}

#if canImport(NetworkTesting)
  @Suite("A bridge for a whole suite", .mockURLSession)
  struct BridgeTests {
    @Test("each case has its own handler, at the same time", arguments: 1...100)
    func handlers(number: Int) async throws {
      await MockURLProtocol.setHandler { request in
        let url = try #require(request.url)
        let head = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: ["X-Case": "\(number)"])
        return (try #require(head), Data("[\(number)]".utf8))
      }
      let session = URLSession(configuration: .oldMock)
      let url = try #require(URL(string: "https://api.example.com/items"))
      let (data, response) = try await session.data(from: url)
      #expect(data == Data("[\(number)]".utf8))
      #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Case") == "\(number)")
    }
  }
#endif
