import Dispatch
import NetworkTesting
import TestSupport

@Suite("A mocked session's redirects")
struct SessionRedirectTests {
  @Test(
    "a mocked session's redirects are followed as on Apple platforms, with method, body and header fields",
    arguments: [301, 302, 303, 307, 308])
  func followed(status: Int) async throws {
    let transport = MockTransport(
      .post("/old").respond(with: .redirect(to: "/new", status: status)),
      .any.respond(with: .text("tea")))
    let session = URLSession.mocked(by: transport, as: .apple)
    let (text, head) = try await session.answer(to: .test("/old", "POST", headers: ["X-App": "1"], body: "leaves"))
    #expect(text == "tea")
    #expect(head.url == .test("/new"))
    let last = try #require(await transport.requests.last)
    #expect(last.method == (status < 307 ? "GET" : "POST"))
    #expect(last.body == Data((status < 307 ? "" : "leaves").utf8))
    #expect(last.headers["X-App"] == "1")
  }

  @Test(
    "a mocked session's redirects to another host lose Authorization and Cookie on Apple platforms only",
    arguments: [SessionPlatform.apple, .linux])
  func authorization(platform: SessionPlatform) async throws {
    let transport = MockTransport(
      .get("https://api.example.com/a").bearer("12345").respond(with: .redirect(to: "https://cdn.example.com/a")),
      .get("https://cdn.example.com/a").respond(with: .text("tea")))
    let session = URLSession.mocked(by: transport, as: platform)
    _ = try await session.answer(to: .test("/a", headers: ["Authorization": "Bearer 12345", "Cookie": "a=b"]))
    let isKept = platform == .linux
    #expect(
      await transport.requests.map { $0.headers["Authorization"] } == ["Bearer 12345", isKept ? "Bearer 12345" : nil])
    #expect(await transport.requests.map { $0.headers["Cookie"] } == ["a=b", isKept ? "a=b" : nil])
  }

  @Test("end after twenty")
  func limit() async {
    let transport = MockTransport(.get("/a").respond(with: .redirect(to: "/a")))
    let session = URLSession.mocked(by: transport)
    let error = await #expect(throws: URLError.self) { try await session.data(from: .test("/a")) }
    #expect(error?.code == .httpTooManyRedirects)
    #expect(await transport.requests.count == 21)
  }

  @Test("a mocked session's redirects are refused by a delegate as on Apple platforms, and the caller gets the 302")
  func refused() async throws {
    let transport = MockTransport(
      .get("/a").respond(with: .text("moved", status: 302, headers: ["Location": "/b"])))
    let session = URLSession.mocked(by: transport, as: .apple, delegate: RedirectDelegate { _ in nil })
    let (text, head) = try await session.answer(to: .test("/a"))
    #expect(text == "moved")
    #expect(head.statusCode == 302)
    #expect(head.url == .test("/a"))
  }

  @Test("a mocked session's redirects are changed by a delegate")
  func changed() async throws {
    let session = URLSession.mocked(
      by: MockTransport(
        .get("/a").respond(with: .redirect(to: "/b")), .get("/c").respond(with: .text("tea"))),
      delegate: RedirectDelegate { _ in .test("/c") })
    #expect(try await session.answer(to: .test("/a")).text == "tea")
  }

  @Test("a mocked session's redirects ask the delegate of an async call, as on Apple platforms")
  func taskDelegate() async throws {
    let transport = MockTransport(.get("/a").respond(with: .redirect(to: "/b")))
    let session = URLSession.mocked(by: transport, as: .apple)
    let (_, response) = try await session.data(for: .test("/a"), delegate: RedirectDelegate { _ in nil })
    #expect((response as? HTTPURLResponse)?.statusCode == 302)
  }

  @Test("a mocked session's redirects can be cancelled while the delegate thinks, at any moment", arguments: 0..<100)
  func cancelled(number: Int) async throws {
    let asked = Gate()
    let delegate = RedirectDelegate { request in
      asked.open()
      return request
    }
    let transport = MockTransport(.get("/a").respond(with: .redirect(to: "/a")))
    let session = URLSession.mocked(by: transport, delegate: delegate)
    let call = Task { try await session.data(from: .test("/a")) }
    await asked.wait()
    for _ in 0..<number { await Task.yield() }
    call.cancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled || error?.code == .httpTooManyRedirects)
  }

  @Test("a mocked session's redirects are not followed when the call is cancelled before the delegate has decided")
  func cancelledFirst() async throws {
    let asked = Gate(), decided = Gate()
    let isOver = DispatchSemaphore(value: 0)
    let delegate = RedirectDelegate { request in
      asked.open()
      isOver.wait()
      return request
    } whenDone: {
      decided.open()
    }
    let transport = MockTransport(.get("/a").respond(with: .redirect(to: "/b")))
    let session = URLSession.mocked(by: transport, delegate: delegate)
    let call = Task { try await session.data(from: .test("/a")) }
    await asked.wait()
    call.cancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    isOver.signal()
    await decided.wait()
    #expect(await transport.requests.count == 1)
  }
}

/// Decides about redirects.
private final class RedirectDelegate: NSObject, URLSessionTaskDelegate {
  private let decide: @Sendable (URLRequest) -> URLRequest?
  private let whenDone: @Sendable () -> Void

  init(_ decide: @escaping @Sendable (URLRequest) -> URLRequest?, whenDone: @escaping @Sendable () -> Void = {}) {
    (self.decide, self.whenDone) = (decide, whenDone)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(decide(request))
    whenDone()
  }
}
