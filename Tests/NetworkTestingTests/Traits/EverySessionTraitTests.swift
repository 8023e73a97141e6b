import NetworkEndpoints
import NetworkSimulation
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("Every session of the process", .timeLimit(.minutes(15)))
struct EverySessionTraitTests {
  @Test(
    "every session of the process answers each case by its own stubs, at the same time",
    .everySession(
      .get("/{number}").respond { HTTPResponse(body: Data("\($0.path) once".utf8)) }.times(1),
      .get("/{number}").respond { HTTPResponse(body: Data($0.path.utf8)) },
      .get("/in/handler").respond(with: .text("handler"))),
    arguments: 0..<100)
  func parallel(number: Int) async throws {
    let own = "/\(number)"
    let first = try await UntouchedSessions.usual.text(own)
    #expect(first == "\(own) once")
    for session in UntouchedSessions.all {
      let text = try await session.text(own)
      #expect(text == own)
    }
    let data = try await UntouchedSessions.withDelegate.data(for: URLRequest(url: .test(own)))
    #expect(String(decoding: data, as: UTF8.self) == own)
    let last = await UntouchedSessions.twoInARow(on: UntouchedSessions.usual, .test(own), .test("/in/handler"))
    #expect(last == "handler")
    let paths = await MockTransport.current.requests.map(\.path)
    #expect(paths.count == 7 && paths.allSatisfy { $0 == own || $0 == "/in/handler" })
  }

  // The session that has no place yet in Foundation's list of protocol classes gets one by its first request.
  @Test(
    "every session of the process takes the first requests of a session, which come at once",
    .everySession(.get("/a").respond(with: .text("a"))), arguments: 0..<8)
  func first(number: Int) async throws {
    for _ in 0..<60 {
      let session = URLSession(configuration: .ephemeral)
      defer { session.finishTasksAndInvalidate() }
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { try await session.text("/a") } }
        for try await text in group { #expect(text == "a") }
      }
    }
  }

  @Test(
    "every session of the process is strict, even if the code swallows the error", .everySession(), arguments: 0..<3)
  func strict(number: Int) async {
    let issues = await recordedIssues { _ = try? await UntouchedSessions.all[number].text("/unknown") }
    #expect(issues.count == 1)
    #expect(issues.first?.text.hasPrefix("No stub answers GET https://api.example.com/unknown") == true)
    #expect(issues.first?.text.contains("Sent by") == true)
  }

  @Test(
    "every session of the process follows redirects, keeps cookies for the test, and sends the session's own fields",
    .everySession(
      .get("/login").respond(status: 302, headers: ["Location": "/home", "Set-Cookie": "id=\(7); Path=/"]),
      .get("/home").header("Cookie", "id=7").header("X-App", "1").respond(with: .text("home")).times(2)))
  func features() async throws {
    let configuration = URLSessionConfiguration.default
    configuration.httpAdditionalHeaders = ["X-App": "1"]
    let session = URLSession(configuration: configuration)
    let text = try await session.text("/login")
    #expect(text == "home")
    let again = try await session.text("/home")
    #expect(again == "home")
    let outside = await Task.detached { HTTPCookieStorage.shared.cookies(for: .test("/home"))?.isEmpty != false }.value
    #expect(outside)
  }

  @Test(
    "every session of the process answers on the clock of the test", .virtualTime,
    .everySession(.get("/slow").respond(with: .text("late")).delayed(by: .seconds(30))), arguments: 0..<3)
  func time(number: Int) async throws {
    let clock = try #require(VirtualClock.current)
    async let answer = UntouchedSessions.all[number].text("/slow")
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(30))
    let text = try await answer
    #expect(text == "late")
  }

  @Test(
    "every session of the process delays the answers of its stubs", .virtualTime,
    .everySession(.get("/slow").respond(with: .text("late"))).delayed(by: .uniform(.seconds(20) ... .seconds(30))))
  func delayed() async throws {
    let clock = try #require(VirtualClock.current)
    async let answer = UntouchedSessions.usual.text("/slow")
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(30))
    let text = try await answer
    #expect(text == "late")
  }

  @Test("every session of the process keeps its other words beside a delay")
  func delayedFromAnywhere() {
    let trait = EverySessionTrait.everySession().fromAnywhere()
    #expect(trait.delayed(by: .seconds(1)).isFromAnywhere)
    #expect(trait.delayed(by: .seconds(1)).network.delay == .fixed(.seconds(1)))
  }

  @Test(
    "every session of the process ends a call that is cancelled",
    .everySession(.get("/never").respond(status: 200).delayed(by: .seconds(1000))),
    arguments: 0..<3)
  func cancelled(number: Int) async throws {
    let call = Task { try await UntouchedSessions.all[number].text("/never") }
    try await MockTransport.current.nextRequest()
    call.cancel()
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .cancelled)
  }

  @Test(
    "every session of the process leaves a mocked session its own transport",
    .everySession(.get("/a").respond(with: .text("every"))))
  func mocked() async throws {
    let own = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .text("own"))))
    let text = try await own.text("/a")
    #expect(text == "own")
    let other = try await UntouchedSessions.usual.text("/a")
    #expect(other == "every")
  }

  private final class OwnProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}
    override func startLoading() {
      guard let head = HTTPURLResponse(.init(status: 200), from: request.url) else { return }
      client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data("old mock".utf8))
      client?.urlProtocolDidFinishLoading(self)
    }
  }

  @Test("every session of the process leaves a session alone that has a protocol of its own", .everySession())
  func ownProtocol() async throws {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [OwnProtocol.self]
    let text = try await URLSession(configuration: configuration).text("/a")
    #expect(text == "old mock")
  }

  @Test(
    "every session of the process answers a loader that has no transport, and one with the live transport",
    .everySession(.get("/a").respond(json: 1).times(2)))
  func loader() async throws {
    let one = try await EndpointLoader(host: "api.example.com").load(endpoint: Self.endpoint)
    let other = try await EndpointLoader(transport: URLSessionTransport(), host: "api.example.com").load(
      endpoint: Self.endpoint)
    #expect(one == 1 && other == 1)
  }

  private static let endpoint = Endpoint<EndpointKinds.Public, Int>(path: "a")

  @Test(
    "every session of the process is one network with .network and with another of its kind",
    .network(.get("/a").respond(with: .text("a"))),
    .everySession(.get("/b").respond(with: .text("b"))).fromAnywhere(),
    .everySession(.get("/c").respond(with: .text("c"))))
  func together() async throws {
    let texts = [
      try await UntouchedSessions.usual.text("/a"), try await URLSession.shared.text("/b"),
      try await UntouchedSessions.ephemeral.text("/c"),
    ]
    #expect(texts == ["a", "b", "c"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "every session of the process takes part in simulated runs, each with a network of its own", .simulated(runs: 20),
    .everySession(.get("/a").respond(with: .text("a")), .get("/b").respond(with: .text("b"))))
  func simulated() async throws {
    async let first = UntouchedSessions.usual.text("/a")
    async let second = UntouchedSessions.ephemeral.text("/b")
    let both = try await [first, second]
    #expect(both == ["a", "b"])
    #expect(await MockTransport.current.requests.count == 2)
  }

  @Test(
    "every session of the process lets a server of the test answer, unless a stub does",
    .everySession(.get("http://127.0.0.1:9/stubbed").respond(with: .text("stub"))))
  func loopback() async throws {
    let url = try #require(URL(string: "http://127.0.0.1:9/stubbed"))
    let (data, _) = try await UntouchedSessions.usual.data(from: url)
    #expect(String(decoding: data, as: UTF8.self) == "stub")
    let other = try #require(URL(string: "http://127.0.0.1:9/other"))
    let error = await #expect(throws: URLError.self) { try await UntouchedSessions.usual.data(from: other) }
    #expect(error?.code == .cannotConnectToHost)
  }

  @Test(
    "every session of the process answers what leaves the test's task as well, in its turn",
    .everySession(.get("/{way}").respond { HTTPResponse(body: Data($0.path.utf8)) }.times(6)).fromAnywhere())
  func fromAnywhere() async throws {
    for way in AwayFromTask.allCases {
      let text = await way.send(to: .test("/\(way)"), on: UntouchedSessions.usual)
      #expect(text == "/\(way)")
    }
  }

  /// A delegate on the main queue that sends a second request when the first one ends, as the code of an app does.
  private final class OnMain: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let ends: AsyncStream<String>.Continuation
    let texts: AsyncStream<String>
    private let second: URL?
    private(set) lazy var session = URLSession(configuration: .default, delegate: self, delegateQueue: .main)

    init(second: URL? = nil) {
      self.second = second
      (texts, ends) = AsyncStream.makeStream()
      super.init()
      _ = session
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      ends.yield("\(OperationQueue.current === OperationQueue.main) \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      guard let second, task.originalRequest?.url != second else { return ends.finish() }
      session.dataTask(with: second).resume()
    }
  }

  @Test(
    "every session of the process calls a delegate on the main queue",
    .everySession(.get("/{number}").respond { .init(body: Data($0.path.utf8)) }),
    arguments: 0..<20)
  func main(number: Int) async {
    let delegate = OnMain()
    delegate.session.dataTask(with: .test("/\(number)")).resume()
    var texts: [String] = []
    for await text in delegate.texts { texts.append(text) }
    #expect(texts == ["true /\(number)"])
    delegate.session.finishTasksAndInvalidate()
  }

  @Test(
    "every session of the process answers what a delegate on the main queue sends, in its turn",
    .everySession(.get("/first").respond(with: .text("first")), .get("/second").respond(with: .text("second")))
      .fromAnywhere(), arguments: 0..<20)
  func chainOnMain(number: Int) async {
    let delegate = OnMain(second: .test("/second"))
    delegate.session.dataTask(with: .test("/first")).resume()
    var texts: [String] = []
    for await text in delegate.texts { texts.append(text) }
    #expect(texts == ["true first", "true second"])
    delegate.session.finishTasksAndInvalidate()
  }

  @Test(
    "every session of the process is refused as a whole where Foundation is another: the test does not run, and says why"
  )
  func otherFoundation() async throws {
    let test = try #require(Test.current)
    let hasRun = Protected(false)
    let trait = EverySessionTrait.everySession(.get("/a").respond(status: 200))
    let issues = await recordedIssues {
      try await AnySession.$failure.withValue(
        SessionHookProblem(reason: "2 slots of its method table could be URLProtocol.canInit(with:)")
      ) {
        try await trait.provideScope(for: test, testCase: Test.Case.current) { hasRun.withLock { $0 = true } }
      }
    }
    #expect(!hasRun.withLock { $0 })
    #expect(issues.count == 1)
    try expectGolden(issues.first?.text ?? "", "Sessions/other-foundation.txt")
  }

  @Test("every session of the process is refused alone: other traits work as always")
  func onlyRefused() async throws {
    let test = try #require(Test.current)
    let problem = SessionHookProblem(
      reason: "2 slots of its method table could be URLProtocol.canInit(with:)")
    let issues = await recordedIssues {
      try await AnySession.$failure.withValue(problem) {
        try await NetworkTrait.network(.get("/a").respond(with: .text("a"))).provideScope(
          for: test, testCase: Test.Case.current
        ) {
          let body = try await MockTransport.current.send(URLRequest(url: .test("/a"))).body
          #expect(body == Data("a".utf8))
        }
      }
    }
    #expect(issues.map(\.text) == [])
  }

  // A look reads all of the test's source file, which took more time than the rest of a case.
  @Test("the trait for every session looks for its line in the source only for a problem")
  func place() async throws {
    let looks = Protected(0)
    @Sendable func look() -> CodePlace {
      looks.withLock { $0 += 1 }
      return CodePlace()
    }
    let transport = MockTransport(.get("/a").respond(with: .text("a")))
    try await AnySession.serve(from: transport, isAlone: false, at: look()) {
      let text = try await UntouchedSessions.usual.text("/a")
      #expect(text == "a")
    }
    #expect(looks.withLock { $0 } == 0)
  }
}
