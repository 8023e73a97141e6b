import NetworkTesting
import TestSupport

/// What the service of tokens answers, by RFC 6749, section 6, and RFC 9700, section 4.14.2.
struct TokenServiceTests {
  private let clock = VirtualClock()

  private func transport(grace: Duration = .zero, in field: String? = nil) -> MockTransport {
    MockTransport(
      .tokens(at: "/token", lasting: .seconds(600), grace: grace, in: field),
      .get("/me").needsToken().respond(json: ["id": 1]).optional(), clock: clock)
  }

  private func me(_ transport: MockTransport, _ token: String?, in field: String = "Authorization") async throws -> Int
  {
    var request = URLRequest(url: try #require(URL(string: "https://test/me")))
    request.setValue(token, forHTTPHeaderField: field)
    return try await transport.send(request).status
  }

  private func grant(_ transport: MockTransport, _ body: String) async throws -> (status: Int, json: JSONValue) {
    var request = URLRequest(url: try #require(URL(string: "https://test/token")))
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    let answer = try await transport.send(request)
    return (answer.status, try JSONValue(parsing: answer.body))
  }

  @Test("the first access token is valid for its lifetime") func lifetime() async throws {
    let transport = transport()
    #expect(try await me(transport, "Bearer access-1") == 200)
    clock.jump(by: .seconds(599))
    #expect(try await me(transport, "bearer access-1") == 200)
    clock.jump(by: .seconds(1))
    #expect(try await me(transport, "Bearer access-1") == 401)
    #expect(try await me(transport, nil) == 401)
    #expect(try await me(transport, "Basic access-1") == 401)
  }

  @Test(
    "a refresh token has new tokens for a form and for JSON",
    arguments: [
      "grant_type=refresh_token&refresh_token=refresh-1",
      #"{"grant_type":"refresh_token","refresh_token":"refresh-1"}"#,
    ])
  func rotation(_ body: String) async throws {
    let transport = transport()
    clock.jump(by: .seconds(700))
    let answer = try await grant(transport, body)
    #expect(answer.status == 200)
    #expect(
      answer.json == [
        "access_token": "access-2", "refresh_token": "refresh-2", "token_type": "Bearer", "expires_in": 600,
      ])
    #expect(try await me(transport, "Bearer access-2") == 200)
  }

  @Test("a token that is spent twice revokes all that came of it, and says so once") func reuse() async throws {
    let issues = try await issues { transport in
      #expect(try await me(transport, "Bearer old") == 401)
      #expect(try await grant(transport, "grant_type=refresh_token&refresh_token=refresh-1").status == 200)
      let second = try await grant(transport, "grant_type=refresh_token&refresh_token=refresh-1")
      #expect(second.status == 400)
      #expect(second.json == ["error": "invalid_grant"])
      #expect(try await me(transport, "Bearer access-2") == 401)
      #expect(try await grant(transport, "grant_type=refresh_token&refresh_token=refresh-2").status == 400)
      // A sign-in begins anew.
      #expect(try await grant(transport, "grant_type=password&username=ada").json["access_token"] == "access-3")
      #expect(try await me(transport, "Bearer access-3") == 200)
    }
    #expect(issues.count == 1)
    try expectGolden(issues.first ?? "", "TrafficRules/token-spent-twice.txt")
  }

  private func issues(_ body: @escaping (MockTransport) async throws -> Void) async throws -> [String] {
    let transport = transport()
    let issues = await recordedIssues { try await body(transport) }
    return issues.map(\.text)
  }

  @Test("within its grace, a spent token has the same tokens again") func grace() async throws {
    let transport = transport(grace: .seconds(10))
    let first = try await grant(transport, "grant_type=refresh_token&refresh_token=refresh-1")
    clock.jump(by: .seconds(9))
    let second = try await grant(transport, "grant_type=refresh_token&refresh_token=refresh-1")
    #expect(second.json["access_token"] == first.json["access_token"])
    #expect(second.json["refresh_token"] == "refresh-2")
    clock.jump(by: .seconds(1))
    let issues = await recordedIssues {
      let answer = try await grant(transport, "grant_type=refresh_token&refresh_token=refresh-1")
      #expect(answer.status == 400)
    }
    #expect(issues.count == 1)
  }

  @Test("the grace of a token does not end without a clock, however slow the machine is") func graceInRealTime()
    async throws
  {
    let transport = MockTransport(.tokens(at: "/token", lasting: .seconds(600), grace: .nanoseconds(1)))
    let first = try await grant(transport, "grant_type=refresh_token&refresh_token=refresh-1")
    let second = try await grant(transport, "grant_type=refresh_token&refresh_token=refresh-1")
    #expect(second.json["access_token"] == first.json["access_token"])
  }

  @Test("a request that is no grant is refused") func invalid() async throws {
    let transport = transport()
    #expect(try await grant(transport, "").json == ["error": "invalid_request"])
    #expect(try await grant(transport, "grant_type=refresh_token").json == ["error": "invalid_request"])
    #expect(try await grant(transport, "grant_type=refresh_token&refresh_token=x").json == ["error": "invalid_grant"])
  }

  @Test("a token may have a field of its own") func field() async throws {
    let transport = transport(in: "X-Access-Token")
    #expect(try await me(transport, "access-1", in: "X-Access-Token") == 200)
    #expect(try await me(transport, "Bearer access-1") == 401)
  }

  @Test("each transport has tokens of its own, and a reset forgets them") func separate() async throws {
    let (first, second) = (transport(), transport())
    let body = "grant_type=refresh_token&refresh_token=refresh-1"
    #expect(try await grant(first, body).status == 200)
    #expect(try await grant(second, body).status == 200)
    await first.reset()
    #expect(try await grant(first, body).json["access_token"] == "access-2")
  }

  @Test("a stub that needs a token needs a service") func noService() async throws {
    let transport = MockTransport(.get("/me").needsToken().respond(status: 200))
    let issues = await recordedIssues {
      let status = try await me(transport, "Bearer access-1")
      #expect(status == 401)
    }
    #expect(issues.first?.text.contains(#"Add it, as in .tokens(at: "/token", lasting: .seconds(600))."#) == true)
  }

  @Test("a stub shows its need", arguments: [RequestMatcher.get("/me").needsToken()]) func code(
    _ matcher: RequestMatcher
  ) {
    #expect("\(matcher)" == #".get("/me").needsToken()"#)
  }
}
