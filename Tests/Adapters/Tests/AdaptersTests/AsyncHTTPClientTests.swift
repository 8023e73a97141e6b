import AsyncHTTPClient
import NetworkLoopback

@Suite("AsyncHTTPClient")
struct AsyncHTTPClientTests {
  // WithYourClient.md, "AsyncHTTPClient, and other clients with sockets of their own"
  @Test(.loopbackServer(.get("/items").respond(json: ["Tea"])))
  func list() async throws {
    let server = try LoopbackServer.current
    let request = HTTPClientRequest(url: "\(server.host)/items")
    let response = try await HTTPClient.shared.execute(
      request, timeout: .seconds(10))
    let body = try await response.body.collect(upTo: 1_000_000)
    #expect(String(buffer: body) == #"["Tea"]"#)
  }
  // end of block

  @Test(
    "AsyncHTTPClient has virtual time", .virtualTime,
    .loopbackServer(.get("/items").respond(json: ["Tea"]).delayed(by: .seconds(3600))))
  func time() async throws {
    let (server, clock) = (try LoopbackServer.current, try #require(VirtualClock.current))
    async let response = HTTPClient.shared.execute(
      HTTPClientRequest(url: "\(server.host)/items"), timeout: .seconds(60))
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(3600))
    let status = try await response.status
    #expect(status == .ok)
  }

  @Test("AsyncHTTPClient has a failure's text")
  func failure() async throws {
    try await withKnownIssue {
      try await withLoopbackServer(
        answering: MockTransport(.get("/items").query("page", 2).respond(json: []))
      ) { server in
        _ = try? await HTTPClient.shared.execute(
          HTTPClientRequest(url: "\(server.host)/items?page=3"), timeout: .seconds(10))
      }
    } matching: {
      $0.comments.contains { $0.rawValue.contains("✗ query page") }
    }
  }
}
