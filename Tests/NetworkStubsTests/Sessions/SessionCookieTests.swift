import NetworkTesting
import TestSupport

@Suite("A mocked session's cookies")
struct SessionCookieTests {
  @Test("a mocked session's cookies are stored from an answer, and sent with the next request")
  func roundTrip() async throws {
    let transport = MockTransport(
      .post("/login").respond(
        status: 204,
        headers: [
          "Set-Cookie": "session=12345; Path=/; Expires=Wed, 21 Oct 2099 07:28:00 GMT",
          "Set-Cookie": "theme=dark; Path=/",
        ]),
      .get("/me").cookie("session", "12345").cookie("theme", "dark").respond(with: .text("Ada")))
    let session = URLSession.mocked(by: transport)
    _ = try await session.data(for: .test("/login", "POST"))
    #expect(try await session.answer(to: .test("/me")).text == "Ada")
    let stored = session.configuration.httpCookieStorage?.cookies(for: .test("/")) ?? []
    #expect(Set(stored.map(\.name)) == ["session", "theme"])
  }

  @Test("the cookies of an answer that redirects go with the request that follows")
  func redirect() async throws {
    let transport = MockTransport(
      .get("/a").respond(
        with: .status(302, headers: ["Location": "/b", "Set-Cookie": "step=1; Path=/"])),
      .get("/b").cookie("step", "1").respond(with: .text("tea")))
    #expect(try await URLSession.mocked(by: transport).answer(to: .test("/a")).text == "tea")
  }

  @Test("stay with their session")
  func separate() async throws {
    let transport = MockTransport(.any.respond(status: 204, headers: ["Set-Cookie": "a=b; Path=/"]))
    _ = try await URLSession.mocked(by: transport).data(from: .test("/a"))
    _ = try await URLSession.mocked(by: transport).data(from: .test("/a"))
    #expect(await transport.requests.allSatisfy { $0.headers["Cookie"] == nil })
  }

  @Test(
    "stay with their session also where configurations share a storage", arguments: ["default", "ephemeral", "mocked"])
  func separateStorages(kind: String) async throws {
    let transport = MockTransport(.any.respond(status: 204, headers: ["Set-Cookie": "a-\(kind)=b; Path=/"]))
    let base: URLSessionConfiguration = kind == "default" ? .default : .ephemeral
    let mocked = URLSessionConfiguration.mocked(by: transport, configuration: base)
    for _ in 0..<3 {
      let session =
        kind == "mocked" ? URLSession(configuration: mocked) : .mocked(by: transport, configuration: base)
      _ = try await session.data(from: .test("/a"))
      #expect(session.configuration.httpCookieStorage?.cookies?.map(\.name) == ["a-\(kind)"])
      #expect(session.configuration.urlCredentialStorage !== URLCredentialStorage.shared)
    }
    #expect(await transport.requests.allSatisfy { $0.headers["Cookie"] == nil })
    #expect(HTTPCookieStorage.shared.cookies?.contains { $0.name == "a-\(kind)" } != true)
  }

  @Test("a mocked session's cookies are those of the configuration at first, in each session")
  func configured() async throws {
    let transport = MockTransport(.any.respond(status: 204))
    let base = URLSessionConfiguration.ephemeral
    let cookie = try #require(
      HTTPCookie(properties: [.name: "a", .value: "b", .domain: "api.example.com", .path: "/"]))
    base.httpCookieStorage?.setCookie(cookie)
    for _ in 0..<3 { _ = try await URLSession.mocked(by: transport, configuration: base).data(from: .test("/a")) }
    let mocked = URLSessionConfiguration.mocked(by: transport, configuration: base)
    for _ in 0..<2 { _ = try await URLSession(configuration: mocked).data(from: .test("/a")) }
    #expect(await transport.requests.map { $0.headers["Cookie"] } == Array(repeating: "a=b", count: 5))
  }

  @Test("a mocked session's cookies are shared where the test says so")
  func shared() async throws {
    let transport = MockTransport(.any.respond(status: 204, headers: ["Set-Cookie": "a=b; Path=/"]))
    let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
    for _ in 0..<2 {
      let session = URLSession.mocked(by: transport, sharing: storage)
      _ = try await session.data(from: .test("/a"))
      _ = try await URLSession(configuration: session.configuration).data(from: .test("/a"))
    }
    #expect(await transport.requests.map { $0.headers["Cookie"] } == [nil, "a=b", "a=b", "a=b"])
    #expect(storage.cookies?.count == 1)
  }

  @Test("a mocked session's cookies are shared by a session that is made of another's configuration, too")
  func sharedOn() async throws {
    let storage = try #require(URLSessionConfiguration.ephemeral.httpCookieStorage)
    let transport = MockTransport(.any.respond(status: 204, headers: ["Set-Cookie": "a=b; Path=/"]))
    let session = URLSession.mocked(by: transport, sharing: storage)
    _ = try await URLSession(configuration: session.configuration).data(from: .test("/a"))
    #expect(storage.cookies?.map(\.name) == ["a"])
  }

  @Test("a mocked session's cookies are left alone if the configuration, or on Apple platforms the request, says so")
  func off() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieAcceptPolicy = .never
    let transport = MockTransport(.any.respond(status: 204, headers: ["Set-Cookie": "a=b; Path=/"]))
    let never = URLSession.mocked(by: transport, configuration: configuration)
    for _ in 0..<2 { _ = try await never.data(from: .test("/a")) }
    let usual = URLSession.mocked(by: transport, as: .apple)
    var request = URLRequest.test("/a")
    request.httpShouldHandleCookies = false
    for _ in 0..<2 { _ = try await usual.data(for: request) }
    #expect(await transport.requests.allSatisfy { $0.headers["Cookie"] == nil })
  }

  @Test("win over a Cookie header of the request, as in any session")
  func explicit() async throws {
    let transport = MockTransport(.any.respond(status: 204, headers: ["Set-Cookie": "a=b; Path=/"]))
    let session = URLSession.mocked(by: transport)
    for _ in 0..<2 { _ = try await session.data(for: .test("/a", headers: ["Cookie": "mine=1"])) }
    #expect(await transport.requests.map { $0.headers["Cookie"] } == ["mine=1", "a=b"])
  }

  @Test(
    "a mocked session's cookies do not follow a redirect to another host, but on Linux",
    arguments: [SessionPlatform.apple, .linux])
  func otherHost(platform: SessionPlatform) async throws {
    let transport = MockTransport(
      .get("/login").respond(status: 204, headers: ["Set-Cookie": "a=b; Path=/"]),
      .get("/a").respond(with: .redirect(to: "https://cdn.example.com/b")),
      .get("https://cdn.example.com/b").respond(status: 204))
    let session = URLSession.mocked(by: transport, as: platform)
    _ = try await session.data(from: .test("/login"))
    _ = try await session.data(from: .test("/a"))
    #expect(await transport.requests.map { $0.headers["Cookie"] } == [nil, "a=b", platform == .linux ? "a=b" : nil])
  }
}
