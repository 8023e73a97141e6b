import NetworkEndpoints
import NetworkStubs
import TestSupport

@testable import NetworkTesting

/// A way to send a request through a session, as code under test does.
struct SendingWay: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let send: @Sendable (URLSession, URL) async throws -> Void

  init(_ name: String, _ send: @escaping @Sendable (URLSession, URL) async throws -> Void) {
    testDescription = name
    self.send = send
  }

  /// A way whose task calls a completion handler.
  private static func handler(
    _ name: String,
    _ make: @escaping @Sendable (URLSession, URL, @escaping @Sendable ((any Error)?) -> Void) -> URLSessionTask
  ) -> Self {
    Self(name) { session, url in
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        make(session, url) { error in
          continuation.resume(with: error.map(Result.failure) ?? .success(()))
        }.resume()
      }
    }
  }

  static let file = URL(fileURLWithPath: #filePath)

  static let all: [Self] = [
    Self("data(from:)") { _ = try await $0.data(from: $1) },
    Self("data(for:)") { _ = try await $0.data(for: URLRequest(url: $1)) },
    Self("data(for:), POST") { _ = try await $0.data(for: .make(.post, $1.absoluteString, body: "a")) },
    Self("data(for:delegate:)") { _ = try await $0.data(for: URLRequest(url: $1), delegate: NoDelegate()) },
    Self("upload(for:from:)") { _ = try await $0.upload(for: .make(.post, $1.absoluteString), from: Data("a".utf8)) },
    Self("upload(for:fromFile:)") { _ = try await $0.upload(for: .make(.post, $1.absoluteString), fromFile: file) },
    Self("in a child task") { session, url in
      async let data = session.data(from: url)
      _ = try await data
    },
    Self("in a task") { session, url in _ = try await Task { try await session.data(from: url) }.value },
    Self("on the main actor") { session, url in
      _ = try await Task { @MainActor in try await session.data(from: url) }.value
    },
    Self("in a group") { session, url in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { _ = try await session.data(from: url) }
        try await group.waitForAll()
      }
    },
    handler("dataTask(with: URL) { }") { session, url, end in session.dataTask(with: url) { end($2) } },
    handler("dataTask(with: URLRequest) { }") { session, url, end in
      session.dataTask(with: URLRequest(url: url)) { end($2) }
    },
    handler("uploadTask(with:from:) { }") { session, url, end in
      session.uploadTask(with: .make(.put, url.absoluteString), from: Data()) { end($2) }
    },
    handler("uploadTask(with:fromFile:) { }") { session, url, end in
      session.uploadTask(with: .make(.put, url.absoluteString), fromFile: file) { end($2) }
    },
    handler("downloadTask(with: URL) { }") { session, url, end in session.downloadTask(with: url) { end($2) } },
    handler("downloadTask(with: URLRequest) { }") { session, url, end in
      session.downloadTask(with: URLRequest(url: url)) { end($2) }
    },
  ]

  private final class NoDelegate: NSObject, URLSessionDataDelegate {}
}

@Suite("A request of any session that nothing answers", .timeLimit(.minutes(15)))
struct LivePolicyTests {
  enum Owner: String, CaseIterable { case shared, usual, ephemeral, delegate }

  private static func session(_ owner: Owner) -> URLSession {
    switch owner {
    case .shared: .shared
    case .usual: UntouchedSessions.usual
    case .ephemeral: UntouchedSessions.ephemeral
    case .delegate: UntouchedSessions.withDelegate.session
    }
  }

  @Test(
    "a request of any session that nothing answers is refused in a test with a network, and fails it once, however it is sent",
    .network(),
    arguments: SendingWay.all, Owner.allCases)
  func refused(way: SendingWay, owner: Owner) async {
    let thrown = Protected<(any Error)?>(nil)
    let issues = await recordedIssues {
      do { try await way.send(Self.session(owner), .test("/live")) } catch { thrown.withLock { $0 = error } }
    }
    #expect((thrown.withLock { $0 } as? URLError)?.code == .notConnectedToInternet)
    #expect(issues.count == 1, "\(issues)")
    #expect(issues.first?.text.contains("https://api.example.com/live would have gone to the live network") == true)
  }

  @Test(
    "a request of any session that nothing answers is refused in a test that is offline", .offline,
    arguments: SendingWay.all)
  func offline(way: SendingWay) async {
    let issues = await recordedIssues { try await way.send(UntouchedSessions.usual, .test("/live")) }
    #expect(issues.filter { $0.text.contains("this test is offline") }.count == 1, "\(issues)")
  }

  @Test("a request of any session that nothing answers names what sent it, and what to do", .network())
  func text() async throws {
    let issues = await recordedIssues { _ = try? await UntouchedSessions.usual.data(from: .test("/live")) }
    try expectGolden(issues.first?.text ?? "", "Sessions/refused-live.txt")
  }

  @Test(
    "a request of any session that nothing answers names the stub that was meant for it, which is then no issue of its own"
  )
  func stubOfTest() async throws {
    let test = try #require(Test.current)
    let issues = await recordedIssues {
      try await NetworkTrait.network(.get("/live").respond(status: 200)).provideScope(
        for: test, testCase: Test.Case.current
      ) {
        _ = try? await UntouchedSessions.usual.data(from: .test("/live"))
      }
    }
    let texts = issues.map(\.text.withoutLine)
    try expectGolden(texts.joined(separator: "\n\n"), "Sessions/refused-live-stub.txt")
  }

  @Test(
    "a request of any session that nothing answers is refused for other schemes too", .network(),
    arguments: ["ftp://files.example.com/a", "http://example.com", "HTTP://127.0.0.10/"])
  func schemes(url: String) async throws {
    let url = try #require(URL(string: url))
    let issues = await recordedIssues { _ = try? await UntouchedSessions.ephemeral.data(from: url) }
    #expect(issues.count == 1)
  }

  @Test(
    "a request of any session that nothing answers is refused as a WebSocket", .network(), arguments: [false, true])
  func webSocket(sendsFirst: Bool) async throws {
    let url = try #require(URL(string: "wss://socket.example.com/"))
    let issues = await recordedIssues {
      let socket = UntouchedSessions.usual.webSocketTask(with: url)
      socket.resume()
      await #expect(throws: (any Error).self) {
        if sendsFirst { try await socket.send(.string("a")) } else { _ = try await socket.receive() }
      }
    }
    #expect(issues.count == 1, "\(issues)")
  }

  @Test(
    "a request of any session that nothing answers passes where it stays on this machine", .network(),
    arguments: ["http://127.0.0.1:9/", "http://localhost:9/", "http://[::1]:9/", "data:,a", "file:///a"])
  func stays(url: String) async throws {
    let url = try #require(URL(string: url))
    let code = Protected<URLError.Code?>(nil)
    let issues = await recordedIssues {
      do { _ = try await UntouchedSessions.ephemeral.data(from: url) } catch let error as URLError {
        code.withLock { $0 = error.code }
      }
    }
    #expect(issues.isEmpty, "\(issues)")
    #expect(code.withLock { $0 } != .notConnectedToInternet)
  }

  @Test("a request that nothing answers passes in an app that hosts the tests, and the test whose turn it is says so")
  func host() throws {
    let texts = Protected<[String]>([])
    let output = UnattributedOutput { problem in texts.withLock { $0.append(problem.text) } }
    UnattributedOutput.$current.withValue(output) {
      for _ in 0..<3 { LiveNetworkReporter.warnOfHost(URLRequest(url: .test("/of-the-app")), at: CodePlace()) }
    }
    #expect(texts.withLock { $0.count } == 1)
    try expectGolden(texts.withLock { $0.first } ?? "", "Sessions/hosting-app.txt")
  }

  private static func isRefused() -> Bool {
    if case .refused = AnySession.route(AskedRequest(URLRequest(url: .test("/live")))) { true } else { false }
  }

  @Test(
    "a request of any session that nothing answers passes in a test that uses the live network, whichever trait comes first",
    .network(), .liveNetwork)
  func live() { #expect(!Self.isRefused()) }

  @Test(
    "a request of any session that nothing answers passes in a test that uses the live network, whichever trait comes first",
    .liveNetwork, .network())
  func liveFirst() { #expect(!Self.isRefused()) }

  @Test("a request of any session that nothing answers passes in a test without a network")
  func none() { #expect(!Self.isRefused()) }

  @Test("a request of any session that nothing answers is refused in a test with a network")
  func network() async { #expect(await ActiveNetworks.with { Self.isRefused() }) }

  @Test(
    "a request of any session that nothing answers is refused in a test that is offline, though it uses the live network",
    .liveNetwork, .offline)
  func offlineAndLive() { #expect(Self.isRefused()) }

  @Test(
    "a request of any session that nothing answers passes where the live transport sends it, or a recording",
    .network(),
    arguments: [LiveNetworkGuard.Intent.transport, .recording])
  func intent(intent: LiveNetworkGuard.Intent) {
    #expect(!LiveNetworkGuard.$intent.withValue(intent) { Self.isRefused() })
  }

  @Test(
    "a request of any session that nothing answers is the recording's own to send, though every session is answered",
    .everySession())
  func recording() async {
    let issues = await recordedIssues {
      let error = await #expect(throws: URLError.self) {
        try await LiveNetworkGuard.$intent.withValue(.recording) {
          try await UntouchedSessions.usual.data(from: URL(string: "http://127.0.0.1:9/") ?? .test("/"))
        }
      }
      #expect(error?.code == .cannotConnectToHost)
    }
    #expect(issues.isEmpty, "\(issues)")
  }
}
