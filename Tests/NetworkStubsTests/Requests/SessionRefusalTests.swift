import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("A request that a session refuses")
struct SessionRefusalTests {
  private static let search = URLRequest.make(.get, "https://api.example.com/search", body: "tea")

  @Test(
    "a request that a session refuses is an issue at the stub that waits for it, and no second one for the stub",
    .timeLimit(.minutes(15)))
  func issue() async throws {
    let line = #line + 3
    let issues = await recordedIssues {
      let transport = MockTransport(
        .get("/search").respond(json: []))
      _ = try? await transport.send(Self.search)
      #expect(await transport.requests.isEmpty)
      try await transport.verify()
    }
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.text == """
        GET https://api.example.com/search never leaves a URLSession: it is a GET with a body.
        The session throws URLError.dataLengthExceedsMaximum (-1103), and so does this transport. \
        The stub .get("/search") at SessionRefusalTests.swift:\(line) would have answered it.
        Send a POST, or put the values into the query. If the app does not send it through a URLSession, \
        add client: .other to the transport, or the trait .client(.other) to the test.
        """)
  }

  @Test("a request that a session refuses over a mocked session is told alike, but of no other client")
  func sessionIssue() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/search").respond(json: []))
      let session = URLSession.mocked(by: transport)
      _ = try? await session.data(for: Self.search)
      try await transport.verify()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("and so does this mocked one.") == true)
    #expect(issues.first?.text.contains("client:") == false)
  }

  @Test("a request that a session refuses is what a test may be about: where no stub waits for it, nothing is reported")
  func expected() async throws {
    let transport = MockTransport(.get("https://api.example.com/ok").respond(status: 200).optional())
    let error = await #expect(throws: URLError.self) { try await transport.send(.make(.get, "/ok")) }
    #expect(error?.code == .unsupportedURL)
    #expect(error == URLError(.unsupportedURL, userInfo: error?.userInfo ?? [:]))
    try await transport.verify()
  }

  @Test(
    "a request that a session refuses is none for what its URL has behind the host",
    arguments: [
      "https://api.example.com", "http://a/b:0@c", "https://a?b=c:0", "https://a#b@c", "https://a:8080/b",
      "https://u:p@a/b", "http://[::1]:80/a", "https://a.example.com./",
    ])
  func sent(url: String) throws {
    #expect(SessionRefusal(URLRequest(url: try #require(URL(string: url)))) == nil)
  }

  @Test(
    "a request that a session refuses is one for an address that no server has",
    arguments: [
      ("https://a:0/b", .cannotConnectToHost), ("https://a:65536", .badURL), ("https:///a", .badURL),
      ("https://?a", .badURL), ("https://u@:80/a", .badURL), ("ftp://a/", .unsupportedURL),
      ("httpss://a/", .unsupportedURL), ("a", .unsupportedURL),
    ] as [(String, URLError.Code)])
  func refused(url: String, code: URLError.Code) throws {
    #expect(SessionRefusal(URLRequest(url: try #require(URL(string: url))))?.code == code)
  }

  @Test("a request that a session refuses is named by an unused stub, a wait and a count") func named() async throws {
    let text = "GET https://api.example.com:0/a was not sent: the port of its URL is 0."
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/b").respond(status: 200))
      _ = try? await transport.send(.make(.get, "https://api.example.com:0/a"))
      await transport.expect(.get("/b"))
      try await transport.verify()
    }
    #expect(issues.count == 1)
    #expect(issues.allSatisfy { $0.text.contains(text) })
    let suspended = SuspendedTransport()
    _ = try? await suspended.send(.make(.get, "https://api.example.com:0/a"))
    let wait = await #expect(throws: RequestWaitError.self) {
      try await suspended.nextCall(timeout: .milliseconds(1))
    }
    #expect(wait?.description.contains(text) == true)
  }

  @Test("a request that a session refuses is sent where another client is named, for a transport") func otherClient()
    async throws
  {
    let transport = MockTransport(.get("/search").body(text: "tea").respond(json: []), client: .other)
    let mocked = try await transport.send(Self.search)
    #expect(mocked.status == 200)
    let stubs = StubTransport(.get("/search").body(text: "tea").respond(json: []), client: .other)
    let stubbed = try await stubs.send(Self.search)
    #expect(stubbed.status == 200)
    let suspended = SuspendedTransport(client: .other)
    async let answer = suspended.send(Self.search)
    try await suspended.nextCall().answer(status: 204)
    let suspendedAnswer = try await answer
    #expect(suspendedAnswer.status == 204)
  }

  @Test(
    "a request that a session refuses is sent where another client is named, for a test", .client(.other),
    .network(.get("/search").respond(json: [])))
  func otherClientOfTest() async throws {
    #expect(SendingClient.current == .other)
    let ofTrait = try await MockTransport.current.send(Self.search)
    #expect(ofTrait.status == 200)
    let transport = MockTransport(.get("/search").respond(json: []))
    let own = try await transport.send(Self.search)
    #expect(own.status == 200)
  }
}

@Suite("A request that no server understands")
struct RequestDefectTests {
  private static func defects(_ change: (inout URLRequest) -> Void) -> [String] {
    var request = URLRequest.make(.post, "https://api.example.com/a", body: "tea")
    change(&request)
    return RequestDefect.all(in: request).map(\.text)
  }

  @Test("a request that no server understands has none of them usually") func none() {
    #expect(Self.defects { $0.setValue("application/json", forHTTPHeaderField: "Content-Type") }.isEmpty)
    #expect(Self.defects { $0.setValue("3", forHTTPHeaderField: "Content-Length") }.isEmpty)
    #expect(Self.defects { $0.httpMethod = "PURGE" }.isEmpty)
  }

  @Test("a request that no server understands has a method, a field's name, a value or a length that is wrong")
  func each() {
    #expect(Self.defects { $0.httpMethod = "GE T" }.first?.hasPrefix(#"Its method is "GE T""#) == true)
    #expect(Self.defects { $0.httpMethod = "" }.first?.hasPrefix(#"Its method is """#) == true)
    #expect(Self.defects { $0.setValue("a", forHTTPHeaderField: "X Key") }.first?.hasPrefix(#""X Key" is not"#) == true)
    #expect(
      Self.defects { $0.allHTTPHeaderFields = ["X-Key": "secret\n"] }.first?
        .hasPrefix("The value of X-Key contains a line break") == true)
    #expect(Self.defects { $0.setValue("9", forHTTPHeaderField: "Content-Length") }.first?.contains("waits") == true)
    #expect(
      Self.defects { $0.setValue("1", forHTTPHeaderField: "Content-Length") }.first?.contains("no further") == true)
  }

  @Test("a request that no server understands is answered, and is an issue of the test that sends it") func issue()
    async throws
  {
    let request = {
      var request = URLRequest.make(.get, "https://api.example.com/a")
      // Linux leaves out what a setter is given, and not this.
      request.allHTTPHeaderFields = ["X-Key": "secret\n"]
      return request
    }
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/a").respond(status: 204))
      let response = try await transport.send(request())
      #expect(response.status == 204)
    }
    let line = #line - 4
    #expect(issues.map(\.line) == [line])
    #expect(
      issues.first?.text.hasPrefix("GET https://api.example.com/a is not valid HTTP.\n") == true)
    #expect(issues.first?.text.contains("secret") == false)
    let ofSession = await recordedIssues {
      let session = URLSession.mocked(by: MockTransport(.get("/a").respond(status: 204)))
      _ = try await session.data(for: request())
    }
    #expect(ofSession.count == 1)
  }
}
