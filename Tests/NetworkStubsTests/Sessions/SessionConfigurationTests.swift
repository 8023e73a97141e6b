import NetworkTesting
import TestSupport

@Suite("The configuration of a mocked session")
struct SessionConfigurationTests {
  private static let changed: URLSessionConfiguration = {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.timeoutIntervalForRequest = 11
    configuration.timeoutIntervalForResource = 12
    configuration.networkServiceType = .video
    configuration.allowsCellularAccess = false
    configuration.isDiscretionary = true
    configuration.connectionProxyDictionary = ["proxy": 1]
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .always
    configuration.httpAdditionalHeaders = ["X-A": "b"]
    configuration.httpMaximumConnectionsPerHost = 3
    return configuration
  }()

  private static func properties(of configuration: URLSessionConfiguration) -> [String: String] {
    [
      "cache policy": "\(configuration.requestCachePolicy.rawValue)",
      "request": "\(configuration.timeoutIntervalForRequest)",
      "resource": "\(configuration.timeoutIntervalForResource)",
      "service": "\(configuration.networkServiceType.rawValue)",
      "cellular": "\(configuration.allowsCellularAccess)",
      "discretionary": "\(configuration.isDiscretionary)",
      "proxy": "\(configuration.connectionProxyDictionary?.count ?? 0)",
      "sets cookies": "\(configuration.httpShouldSetCookies)",
      "accepts cookies": "\(configuration.httpCookieAcceptPolicy.rawValue)",
      "fields": "\(configuration.httpAdditionalHeaders ?? [:])",
      "connections": "\(configuration.httpMaximumConnectionsPerHost)",
    ]
  }

  // Warnings are issues since Swift 6.3.
  #if canImport(FoundationNetworking) && compiler(>=6.3)
    @Test("a configuration whose type is sent beside that of a form is warned of, once")
    func twoTypes() async throws {
      let issues = await recordedIssues {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpAdditionalHeaders = ["Content-Type": "application/json"]
        let transport = MockTransport(.post("/a").respond(status: 204))
        let session = URLSession.mocked(by: transport, configuration: configuration)
        for _ in 0..<2 {
          var request = URLRequest.test("/a", "POST")
          request.httpBody = Data("{}".utf8)
          _ = try await session.data(for: request)
        }
        let types = await transport.requests.map { $0.headers["Content-Type"] }
        #expect(types == Array(repeating: "application/json, application/x-www-form-urlencoded", count: 2))
      }
      #expect(issues.count == 1)
      #expect(issues.first?.text.contains("has two types") == true)
    }
  #endif

  @Test("the configuration of a mocked session says what the given one says, also in a session that is made of it")
  func kept() {
    let expected = Self.properties(of: Self.changed)
    for (name, value) in Self.properties(of: .ephemeral) { #expect(expected[name] != value, "\(name)") }
    let configuration = URLSession.mocked(by: MockTransport(), configuration: Self.changed).configuration
    #expect(Self.properties(of: configuration) == expected)
    #expect(Self.properties(of: URLSession(configuration: configuration).configuration) == expected)
  }

  @Test("the configuration of a mocked session sends no cookies where it says so, though it takes them")
  func noCookies() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    let transport = MockTransport(.any.respond(status: 204, headers: ["Set-Cookie": "a=b; Path=/"]))
    let session = URLSession.mocked(by: transport, configuration: configuration)
    for _ in 0..<2 { _ = try await session.data(from: .test("/a")) }
    #expect(await transport.requests.map { $0.headers["Cookie"] } == [nil, nil])
    #expect(session.configuration.httpCookieStorage?.cookies?.map(\.name) == ["a"])
  }
}
