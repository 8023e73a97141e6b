import NetworkLoopback
import NetworkRecording
import TestSupport

/// What browsers do by themselves.
struct BrowserTests {
  private static let icon = "GET /favicon.ico HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"

  @Test("an icon that no stub has is 404, and neither an issue nor in the log") func missingIcon() async throws {
    let transport = MockTransport(.get("/").respond(with: .text("page")).optional())
    try await withLoopbackServer(answering: transport) { server in
      #expect(await RawClient(port: server.port).send(Self.icon).status == 404)
    }
    #expect(await transport.requests.isEmpty)
  }

  @Test("an icon that a recording does not have is 404, and one that it has is answered", arguments: [true, false])
  func recordedIcon(_ isRecorded: Bool) async throws {
    let url = try #require(URL(string: "http://a/\(isRecorded ? "favicon.ico" : "")"))
    let exchange = RecordedExchange(
      request: URLRequest(url: url), response: HTTPResponse(body: Data("icon".utf8)), started: Date(), duration: .zero)
    let transport = ReplayTransport(HAR([exchange]), matching: [.method, .path])
    try await withLoopbackServer(answering: transport) { server in
      #expect(await RawClient(port: server.port).send(Self.icon).status == (isRecorded ? 200 : 404))
    }
    #expect(await transport.requests.count == (isRecorded ? 1 : 0))
  }

  @Test("an icon that a stub has is answered", .loopbackServer(.get("/favicon.ico").respond(with: .text("icon"))))
  func icon() async throws {
    let answer = await RawClient(port: try LoopbackServer.current.port).send(Self.icon)
    #expect(answer.body == "icon")
  }

  @Test("an icon that is sent for by another method is an issue") func postedIcon() async throws {
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport()) { server in
        let post = Self.icon.replacingOccurrences(of: "GET", with: "DELETE")
        #expect(await RawClient(port: server.port).send(post).status == 501)
      }
    }
    #expect(issues.map { $0.text.prefix(23) } == ["No stub answers DELETE "])
  }
}
