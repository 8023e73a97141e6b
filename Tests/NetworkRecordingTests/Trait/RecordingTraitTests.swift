import NetworkEndpoints
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkHAR
@testable import NetworkRecording

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

@Suite("The recording trait", .timeLimit(.minutes(15)))
struct RecordingTraitTests {
  private let fixtures: TemporaryFixtures
  private let live = CountingTransport()

  init() throws { fixtures = try TemporaryFixtures() }

  private func trait(
    _ name: String? = "a", mode: RecordMode? = nil, age: RecordingAge = .unlimited, unused: UnusedExchanges = .allowed,
    sending: Set<HTTPMethod>? = nil, environment: [String: String] = [:], now: Date = Date()
  ) -> RecordingTrait {
    let options = RecordingOptions(mode: mode, age: age, unused: unused, sending: sending, live: live)
    var trait = RecordingTrait(
      name, options, sourceLocation: #_sourceLocation, filePath: fixtures.filePath)
    trait.environment = RecordModeTests.environment(environment, now: now)
    return trait
  }

  private func run(_ trait: RecordingTrait, _ body: @escaping @Sendable (any HTTPTransport) async throws -> Void) async
    -> [RecordedIssue]
  {
    await recordedIssues {
      let test = try #require(Test.current)
      try await trait.provideScope(for: test, testCase: Test.Case.current) {
        try await body(try #require(AmbientNetwork.current.transport))
      }
    }
  }

  private func put(_ paths: String...) throws {
    try fixtures.put(Recordings.numbered(paths.map { .get($0) }).encoded(), at: "a")
  }

  private func paths(_ name: String = "a") throws -> [String] {
    try RecordingFile(name, in: FixtureFolder(at: fixtures.url)).read()?.log.entries
      .compactMap { URL(string: $0.request.url)?.path } ?? []
  }

  // A look reads all of the test's source file, which took more time than the rest of a case.
  @Test("the recording trait looks for its line in the source only for a problem")
  func place() async throws {
    try put("/a")
    let looks = Protected(0)
    @Sendable func look() -> CodePlace {
      looks.withLock { $0 += 1 }
      return CodePlace()
    }
    let file = RecordingFile("a", in: FixtureFolder(at: fixtures.url))
    let scope = try RecordingScope(
      file, RecordingOptions(live: live), in: RecordModeTests.environment([:], now: Date()), at: look())
    #expect(await scope.transport.number(.get("/a")) == 1)
    #expect(await scope.close(isComplete: true).isEmpty)
    #expect(looks.withLock { $0 } == 0)
    _ = await recordedIssues { _ = try? await scope.transport.send(.get("/b")) }
    #expect(looks.withLock { $0 } > 0)
  }

  @Test("the recording trait answers from the recording, and never goes out")
  func replays() async throws {
    try put("/a")
    let issues = await run(trait()) { transport in #expect(await transport.number(.get("/a")) == 1) }
    #expect(issues.isEmpty)
    #expect(await live.count == 0)
  }

  @Test("a test without a recording is fine if it sends nothing, and fails with the way to record if it sends")
  func missing() async throws {
    #expect(await run(trait()) { _ in }.isEmpty)
    let issues = await run(trait()) { transport in _ = try? await transport.send(.get("/a")) }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("there is no recordings/a.har") == true)
    #expect(
      issues.first?.text.contains(
        #"NETWORK_TESTING_RECORD=missing swift test --filter 'NetworkRecordingTests\.RecordingTraitTests/missing"#)
        == true)
    #expect(await live.count == 0)
    #expect(fixtures.everything.isEmpty)
  }

  @Test(
    "a request that nothing answers is one issue beside stubs, even if it ends the test", arguments: [false, true])
  func missingBesideStubs(isInner: Bool) async {
    let network = NetworkTrait.network(.get("/other").respond(status: 200))
    let (outer, inner): (any TestScoping, any TestScoping) = isInner ? (network, trait()) : (trait(), network)
    let issues = await recordedIssues {
      let test = try #require(Test.current)
      try await outer.provideScope(for: test, testCase: Test.Case.current) {
        try await inner.provideScope(for: test, testCase: Test.Case.current) {
          _ = try await AmbientNetwork.current.transport?.send(.get("/a"))
        }
      }
    }
    #expect(issues.count == 1 && issues[0].text.hasPrefix("No recorded exchange answers"), "\(issues.map(\.text))")
  }

  @Test("a request that no recording answers is one issue, even if its error ends the test")
  func missingAndThrown() async {
    let issues = await run(trait()) { _ = try await $0.send(.get("/a")) }
    #expect(
      issues.count == 1 && issues[0].text.contains("GET https://api.example.com/a: there is no recordings/a.har."),
      "\(issues)")
  }

  @Test("missing: records where there is nothing, then answers from that")
  func recordsMissing() async throws {
    let trait = trait(environment: ["NETWORK_TESTING_RECORD": "missing"])
    for _ in 0..<2 {
      let issues = await run(trait) { _ = try await $0.send(.get("/a")) }
      #expect(issues.isEmpty)
    }
    #expect(await live.count == 1)
    #expect(await run(trait) { _ = try? await $0.send(.get("/b")) }.count == 1)
    #expect(try paths() == ["/a"])
  }

  @Test("new: answers what is there, and adds the rest")
  func recordsNew() async throws {
    try put("/a")
    let issues = await run(trait(mode: .new)) { transport in
      #expect(await transport.number(.get("/a")) == 1)
      for path in ["/a", "/b"] { _ = try await transport.send(.get(path)) }
    }
    #expect(issues.isEmpty)
    #expect(await live.count == 2)
    #expect(try paths() == ["/a", "/a", "/b"])
  }

  @Test("all: re-records everything")
  func recordsAll() async throws {
    try put("/old")
    #expect(
      await run(trait(environment: ["NETWORK_TESTING_RECORD": "all"])) { _ = try await $0.send(.get("/a")) }.isEmpty)
    #expect(try paths() == ["/a"])
  }

  @Test("a test that says never is never recorded again, and does not advise it")
  func never() async throws {
    let trait = trait(mode: .never, environment: ["NETWORK_TESTING_RECORD": "all"])
    let issues = await run(trait) { _ = try? await $0.send(.get("/a")) }
    #expect(issues.first?.text.contains("NETWORK_TESTING_RECORD") == false)
    #expect(await live.count == 0)
  }

  @Test("the recording trait records nothing on a server: what is missing says why, and recording all fails")
  func server() async throws {
    for mode in [RecordMode.missing, .new] {
      let issues = await run(trait(mode: mode, environment: ["CI": "1"])) { _ = try? await $0.send(.get("/a")) }
      #expect(issues.first?.text.contains("CI is set, and the record mode is \"\(mode)\".") == true)
    }
    let issues = await run(trait(mode: .all, environment: ["CI": "1"])) { _ in Issue.record("the test ran") }
    #expect(issues.map { $0.text.prefix(25) } == ["Nothing is recorded here:"])
    #expect(await live.count == 0)
  }

  @Test("what is wrong with the environment, the name or the file is an issue at the trait, and the test does not run")
  func wrong() async throws {
    try fixtures.put(Data("{".utf8), at: "damaged")
    for trait in [trait(environment: ["NETWORK_TESTING_RECORD": "yes"]), trait("../a"), trait("damaged")] {
      let issues = await run(trait) { _ in Issue.record("the test ran") }
      #expect(issues.count == 1)
      #expect(issues.first?.line == trait.source.location.line)
      #expect(issues.first?.text != "the test ran")
    }
  }

  @Test("unsafe methods stay at home where they must")
  func methods() async {
    let issues = await run(trait(mode: .all, sending: .safe)) { transport in
      _ = try await transport.send(.get("/a"))
      _ = try? await transport.send(.post("/a"))
    }
    #expect(issues.count == 1)
    #expect(await live.count == 1)
  }

  @Test("what a session asks for and was not recorded fails the test, though its queues belong to none")
  func session() async throws {
    let issues = await run(trait()) { transport in
      _ = try? await URLSession.mocked(by: transport).data(for: .get("/a"))
    }
    #expect(issues.map { $0.text.prefix(33) } == ["No recorded exchange answers GET "])
  }

  @Test("what was not used is an issue where it is to be one, but not in a test that threw")
  func unused() async throws {
    try put("/a", "/b")
    #expect(await run(trait(unused: .areIssues)) { _ = await $0.number(.get("/a")) }.count == 1)
    let issues = await run(trait(unused: .areIssues)) { _ in throw CancellationError() }
    #expect(issues.allSatisfy { !$0.text.contains("not used") })
  }

  /// The issues of a warning, which Swift Testing knows since 6.3.
  private static var warnings: Int {
    #if compiler(>=6.3)
      1
    #else
      0
    #endif
  }

  @Test("a recording that no request reaches says so, and how to reach it")
  func untouched() async throws {
    try put("/a")
    for trait in [trait(), trait("b", mode: .missing)] {
      let issues = await run(trait) { _ in }
      #expect(issues.count == Self.warnings)
      if let text = issues.first?.text { #expect(text.contains("add .everySession() before .recording"), "\(text)") }
    }
  }

  @Test("MockTransport.current beside a recording says what to write")
  func current() async throws {
    try put("/a")
    let issues = await run(trait()) {
      _ = await $0.number(.get("/a"))
      _ = MockTransport.current
    }
    #expect(issues.count == 1)
    let text = issues.first?.text ?? ""
    #expect(text.contains("is a ReplayTransport, as .recording sets it"), "\(text)")
    #expect(text.contains(".mocked(by: try #require(AmbientNetwork.current.transport))"), "\(text)")
  }

  @Test(
    "a recording that is too old says so",
    arguments: [
      (RecordingAge.fails(afterDays: 30), 31.0, 1), (.fails(afterDays: 30), 29, 0),
      (.warns(afterDays: 30), 31, warnings),
      (.warns(afterDays: 30), 29, 0), (.unlimited, 10_000, 0), (.fails(afterDays: 30), -5, 0),
    ])
  func age(_ age: RecordingAge, days: Double, count: Int) async throws {
    let name = try RecordingNaming.test("a").name(of: try #require(Test.current), Test.Case.current)
    try fixtures.put(Recordings.numbered(.get("/a")).encoded(), at: name)
    let now = Date(timeIntervalSince1970: 1_700_000_000 + days * 86_400)
    let issues = await run(trait(age: age, now: now)) { _ = await $0.number(.get("/a")) }
    #expect(issues.count == count)
    if count == 1 {
      #expect(
        issues.first?.text.hasPrefix("The recording recordings/\(name).har is 31 days old, which is over") == true)
    }
  }

  @Test(
    "cases do not share a recording, whatever their arguments look like",
    arguments: ["a", "A", "a b", "a-b", "ä", "/", "..", ""], [1, 11])
  func cases(_ text: String, _ number: Int) async throws {
    let trait = trait(nil, mode: .all)
    #expect(await run(trait) { _ = try await $0.send(.get("/\(number)")) }.isEmpty)
    #expect(fixtures.everything.filter { $0.hasSuffix(".har") }.count == 1)
  }

  @Test("stubs come before the recording, whichever trait is the outer one", arguments: [true, false])
  func stubs(isOuter: Bool) async throws {
    let recording = trait(mode: .all)
    let network: some TestTrait & TestScoping = .network(.get("/a").respond(status: 418))
    let issues = await recordedIssues {
      let (test, testCase) = (try #require(Test.current), Test.Case.current)
      let body: @Sendable () async throws -> Void = {
        let transport = try #require(AmbientNetwork.current.transport)
        #expect(try await transport.send(.get("/a")).status == 418)
        #expect(try await transport.send(.get("/b")).status == 200)
      }
      if isOuter {
        try await network.provideScope(for: test, testCase: testCase) {
          try await recording.provideScope(for: test, testCase: testCase, performing: body)
        }
      } else {
        try await recording.provideScope(for: test, testCase: testCase) {
          try await network.provideScope(for: test, testCase: testCase, performing: body)
        }
      }
    }
    #expect(issues.isEmpty)
    #expect(try paths(try RecordingNaming.test("a").name(of: try #require(Test.current), Test.Case.current)) == ["/b"])
  }

  @Test("a stub that no request used is an issue, also before a recording")
  func unusedStub() async throws {
    let network: some TestTrait & TestScoping = .network(.get("/a").respond(status: 418))
    let issues = await run(trait(mode: .all)) { _ in
      try await network.provideScope(for: try #require(Test.current), testCase: Test.Case.current) {}
    }
    #expect(issues.first?.text.contains("was never used") == true)
  }

  @Test("withRecording hands over the transport, which is ambient too")
  func function() async throws {
    try put("/a")
    // Never, so that the environment of these tests has no say.
    let number = try await withRecording(
      "a", options: RecordingOptions(mode: .never, live: live), filePath: fixtures.filePath
    ) { transport in
      #expect(AmbientNetwork.current.transport is ReplayTransport)
      return await transport.number(.get("/a"))
    }
    #expect(number == 1)
    let options = RecordingOptions(mode: .never, unused: .areIssues, live: live)
    let issues = await recordedIssues {
      try await withRecording("a", options: options, filePath: fixtures.filePath) { _ in }
    }
    #expect(issues.count == 1)
  }
}

/// A live transport for tests: it answers everything and counts.
actor CountingTransport: HTTPTransport {
  private(set) var count = 0

  func send(_ request: URLRequest) -> HTTPResponse {
    count += 1
    return HTTPResponse(
      headers: ["Content-Type": "application/json"], body: Data(#"{"live":\#(count)}"#.utf8), url: request.url)
  }
}
