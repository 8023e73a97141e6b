import NetworkLoopback
import NetworkRecording
import NetworkSimulation
import NetworkTesting
import TestSupport

/// The rules at each depth: each test breaks a rule or just does not, and the outer trait records what the inner one finds.
struct TrafficTraitTests {
  private static let item = URL(string: "https://test/items/1") ?? URL(fileURLWithPath: "/")
  /// However slow the machine is: without it, a second in real time is a pause.
  private static let fresh: HTTPHeaders = ["Cache-Control": "max-age=86400"]
  private static func read(_ transport: any HTTPTransport) async throws {
    _ = try await transport.send(URLRequest(url: item))
  }

  @Test(
    "a mock transport, and its network", .breaches([".noRepeats failed: GET https://test/items/1"]),
    .traffic(.noRepeats, .requests(atMost: 2)), .network(.get("/items/1").respond(json: 1, headers: fresh)))
  func mock() async throws {
    try await Self.read(MockTransport.current)
    try await Self.read(MockTransport.current)
  }

  @Test(
    "one read is no breach",
    .traffic(.noRepeats, .requests(atMost: 1), .safeRetries, .hosts("test"), .nothingLeftRunning))
  func pass() async throws { try await Self.read(MockTransport(.get("/items/1").respond(json: 1))) }

  @Test(
    "a suspended transport", .breaches(["is still in flight.\n    #1  GET /items/1  …  the test has not answered it."]),
    .traffic(.nothingLeftRunning))
  func suspended() async throws {
    let transport = SuspendedTransport()
    let task = Task { try await Self.read(transport) }
    let call = try await transport.nextCall()
    Self.kept.withLock {
      $0.append {
        call.answer(json: 1); task.cancel()
      }
    }
  }

  @Test("a cancelled request is not under way", .traffic(.nothingLeftRunning)) func cancelled() async throws {
    let transport = MockTransport(.get("/items/1").respond(json: 1).delayed(by: .seconds(1_000)))
    let task = Task { try await Self.read(transport) }
    try await transport.nextRequest()
    task.cancel()
  }

  @Test(
    "a request in flight is named with its stub and clock",
    .breaches(["is still in flight.", #".get("/items/1")"#, "after 30 seconds, on a clock that is at 0 seconds"]),
    .traffic(.nothingLeftRunning))
  func inFlight() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/items/1").respond(json: 1).delayed(by: .seconds(30)), clock: clock)
    let task = Task { try await Self.read(transport) }
    try await clock.waitForSleepers(1)
    Self.kept.withLock { $0.append { task.cancel() } }
  }

  @Test(
    "a streamed answer is under way until its end",
    .breaches(["is still in flight.", "#1  GET /items/1  → 200", "has not ended its body after 5 seconds."]),
    .traffic(.nothingLeftRunning), arguments: [true, false])
  func streaming(isOfSession: Bool) async throws {
    let clock = VirtualClock()
    let answer = Answer.events(["1", "2"], every: .seconds(5))
    let transport = MockTransport(.get("/items/1").respond(with: answer), clock: clock)
    let session = URLSession.mocked(by: transport)
    let task = Task {
      if isOfSession { return _ = try await session.data(from: Self.item) }
      for try await _ in try await transport.stream(URLRequest(url: Self.item)) {}
    }
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(5))
    try await clock.waitForSleepers(1)
    Self.kept.withLock { $0.append { task.cancel() } }
  }

  @Test(
    "a stream that has ended, is cancelled or is read no further is not under way", .traffic(.nothingLeftRunning),
    arguments: ["end", "cancel", "stop"])
  func streamed(how: String) async throws {
    let clock = VirtualClock()
    let answer = Answer.stream("a", .pause(.seconds(5)), "b")
    let transport = MockTransport(.get("/items/1").respond(with: answer), clock: clock)
    let task = Task {
      for try await _ in try await transport.stream(URLRequest(url: Self.item)) where how == "stop" { return }
    }
    if how != "stop" { try await clock.waitForSleepers(1) }
    if how == "cancel" { return task.cancel() }
    clock.wakeSleepers()
    try await task.value
  }

  /// What ends after its test.
  private static let kept = Protected<[@Sendable () -> Void]>([])

  @Test(
    "a mocked session", .breaches([".requests(atMost: 1) failed: there were 2 requests."]),
    .traffic(.requests(atMost: 1)))
  func session() async throws {
    // A redirect counts.
    let session = URLSession.mocked(
      by: MockTransport(
        .get("/items/1").respond(with: .redirect(to: "/items/2")), .get("/items/2").respond(json: 1)))
    _ = try await session.data(from: Self.item)
  }

  @Test("a replay", .breaches([".noRepeats failed"]), .traffic(.noRepeats)) func replay() async throws {
    let exchange = RecordedExchange(
      request: URLRequest(url: Self.item), response: HTTPResponse(status: 200, headers: Self.fresh), started: Date())
    let transport = ReplayTransport(HAR([exchange, exchange]))
    try await Self.read(transport)
    try await Self.read(transport)
  }

  @Test(
    "a server", .breaches([".hosts(\"api.example.com\") failed: GET http://tracker/p goes to another host."]),
    .traffic(.hosts("api.example.com")), .loopbackServer(.get("/p").respond(status: 204), as: "http://tracker"))
  func server() async throws {
    let loader = URLSessionTransport()
    let host = try LoopbackServer.current.host
    _ = try await loader.send(URLRequest(url: host.expectedURL(withPath: "p")))
  }

  @Test("the nearer rule of a kind counts", .traffic(.requests(atMost: 0)), .traffic(.requests(atMost: 1)))
  func nearer() async throws { try await Self.read(MockTransport(.get("/items/1").respond(json: 1))) }

  @Test("one issue for a rule and scope, at the line of the trait") func oneIssue() async throws {
    let test = try #require(Test.current)
    let (trait, line): (TrafficTrait, Int) = (.traffic(.noRepeats, .hosts("other"), .requests(atMost: 9)), #line)
    let issues = await recordedIssues {
      try await trait.provideScope(for: test, testCase: nil) {
        let transport = MockTransport(.get("/items/1").respond(json: 1, headers: Self.fresh))
        for _ in 0..<5 { try await Self.read(transport) }
      }
    }
    #expect(issues.map(\.line) == [line, line])
    #expect(issues.first?.text.contains("The same in 3 other places.") == true)
  }

  @Test("a known issue around a trait or a check has its breaches", .quiet) func known() async throws {
    let test = try #require(Test.current)
    let trait: TrafficTrait = .traffic(.requests(atMost: 0))
    try await withKnownIssue {
      try await trait.provideScope(for: test, testCase: nil) {
        try await Self.read(MockTransport(.get("/items/1").respond(json: 1)))
      }
    } matching: {
      $0.recordedText.contains(".requests(atMost: 0) failed")
    }
    let transport = MockTransport(.get("/items/1").respond(json: 1))
    try await Self.read(transport)
    await withKnownIssue { await transport.check(.requests(atMost: 0)) }
  }

  @Test("a request that a recording passes on counts once", .traffic(.requests(atMost: 1), .noRepeats))
  func passedOn() async throws {
    let fixtures = try TemporaryFixtures()
    let transport = try RecordingTransport(
      MockTransport(.get("/items/1").respond(json: 1)),
      to: RecordingFile("a", in: FixtureFolder(at: fixtures.url)))
    try await Self.read(transport)
  }

  @Test(
    "a rule without a nearer one counts", .breaches([".requests(atMost: 0) failed"]),
    .traffic(.requests(atMost: 0)),
    .traffic(.noRepeats))
  func outer() async throws { try await Self.read(MockTransport(.get("/items/1").respond(json: 1))) }

  @Test("a warning fails nothing", .quiet, .traffic(.requests(atMost: 0)).warns()) func warning() async throws {
    #if compiler(>=6.3)
      try await Self.read(MockTransport(.get("/items/1").respond(json: 1)))
    #endif
  }

  @Test(
    "nothing is said beside a request without an answer", .breaches(["No stub answers"]), .traffic(.requests(atMost: 0))
  )
  func unanswered() async throws { try? await Self.read(MockTransport()) }

  @Test("a check of an injected double") func check() async throws {
    let transport = MockTransport(.get("/items/1").respond(json: 1, headers: Self.fresh))
    try await Self.read(transport)
    await transport.check(.noRepeats)
    try await Self.read(transport)
    let issues = await recordedIssues { await transport.check(.noRepeats, .requests(atMost: 2)) }
    #expect(issues.count == 1)
    #expect(issues.first?.text.hasPrefix(".noRepeats failed") == true)
  }

  @Test(
    "a hundred cases do not mix", .traffic(.requests(atMost: 1), .noRepeats, .nothingLeftRunning), arguments: 0..<100)
  func parallel(_ number: Int) async throws {
    try await Self.read(MockTransport(.get("/items/1").respond(json: .integer(number))))
  }

  @Test(
    "a simulation checks each run", .breaches([".noRepeats failed"]), .simulated(runs: 50),
    .traffic(.noRepeats), .network(.get("/items/1").respond(json: 1)))
  func simulated() async throws {
    // Twice at once in some runs, and one after the other, with a pause, in the others.
    let network = MockTransport.current
    async let first: Void = Self.read(network)
    let clock: VirtualClock = .simulated
    try await clock.sleep(for: .milliseconds(300))
    try await Self.read(network)
    try await first
  }

  @Test(
    "a simulation without a breach", .simulated(runs: 50),
    .traffic(.noRepeats, .requests(atMost: 2), .nothingLeftRunning),
    .network(.get("/items/1").respond(json: 1), .get("/items/2").respond(json: 2)))
  func simulatedPass() async throws {
    let network = MockTransport.current
    async let first: Void = Self.read(network)
    _ = try await network.send(URLRequest(url: #require(URL(string: "https://test/items/2"))))
    try await first
  }
}

/// Records the issues of inner traits as known, and compares them.
private struct Breaches: TestTrait, TestScoping {
  let texts: [String]

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let issues = await withoutActuallyEscaping(function) { function in
      await recordedIssues { try await function() }
    }
    let all = issues.map(\.text).joined(separator: "\n\n")
    for text in texts { #expect(all.contains(text), "\(all)") }
    #expect(!issues.isEmpty)
  }
}

extension Trait where Self == Breaches {
  fileprivate static func breaches(_ texts: [String]) -> Self { Self(texts: texts) }
}
