import NetworkLoopback
import NetworkRecording
import NetworkTesting
import TestSupport

@testable import NetworkSimulation
@testable import NetworkStubs

/// Each rule at each depth: what it lets pass, what breaks it, and what nearly does.
@Suite("Rules at each depth", .quiet, .timeLimit(.minutes(15)))
struct RuleMatrixTests {
  enum Depth: CaseIterable {
    case mock, suspended, replay, recording, session, server, simulation, staticMock, staticSession
  }

  @Test("rules at each depth say what they should", arguments: Depth.allCases, ClientScript.all)
  func matrix(_ depth: Depth, _ script: ClientScript) async throws {
    try await check(depth, script)
  }

  @Test(
    "rules at each depth say so on the main actor", arguments: [Depth.mock, .session, .staticMock, .staticSession],
    ClientScript.all)
  @MainActor func onMainActor(_ depth: Depth, _ script: ClientScript) async throws {
    try await check(depth, script)
  }

  private func check(_ depth: Depth, _ script: ClientScript, isolation: isolated (any Actor)? = #isolation) async throws
  {
    let stage = try Stage(depth, script)
    let test = try #require(Test.current)
    let trait: TrafficTrait = .traffic(script.rule)
    let texts = Protected<[String]>([])
    @Sendable func run() async throws {
      let issues = await recordedIssues {
        try await trait.provideScopeOfRun(for: test, testCase: nil) { try await stage.play() }
      }
      texts.withLock { $0 += issues.map(\.text) }
    }
    if depth == .simulation {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
      let settings = SimulationSettings(strategy: .mixed, patience: .zero)
      for seed in 1...5 { _ = await Simulation(seed: UInt64(seed), settings: settings).run { try await run() } }
    } else {
      try await run()
    }
    let found = texts.withLock { $0 }
    let runs = depth == .simulation ? 5 : 1
    #expect(found.count == (script.verdict == .fail ? runs : 0), "\(found.joined(separator: "\n"))")
    for text in found { #expect(text.contains("\(script.rule.name) failed"), "\(text)") }
    stage.end()
  }

  // 100 cases at once with one double, each of which may send one request.

  private static let shared = MockTransport(
    RequestMatcher.any.respond { ClientScript.answer(to: $0.urlRequest) }.optional())
  private static let sharedSession = URLSession.mocked(
    by: MockTransport(RequestMatcher.any.respond { ClientScript.answer(to: $0.urlRequest) }.optional()))

  @Test(
    "rules at each depth do not mix cases that share a transport", .traffic(.requests(atMost: 1), .noRepeats),
    arguments: 0..<100)
  func sharedTransport(_ number: Int) async throws {
    let request = URLRequest(url: try #require(URL(string: "http://test/a")))
    _ = try await Self.shared.send(request)
  }

  @Test(
    "rules at each depth do not mix cases that share a session", .traffic(.requests(atMost: 1), .noRepeats),
    arguments: 0..<100)
  @MainActor func shared(_ number: Int) async throws {
    _ = try await Self.sharedSession.data(from: try #require(URL(string: "http://test/a")))
  }

  @Test("rules at each depth see what each case sends to a shared transport", arguments: 0..<20)
  func sharedIsSeen(_ number: Int) async throws {
    let test = try #require(Test.current)
    let trait: TrafficTrait = .traffic(.requests(atMost: number))
    // The first use of it warns.
    let shared = Self.shared
    let request = URLRequest(url: try #require(URL(string: "http://test/a")))
    let issues = await recordedIssues {
      try await trait.provideScopeOfRun(for: test, testCase: nil) {
        for _ in 0...number { _ = try await shared.send(request) }
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("there were \((number + 1).counted("request")).") == true)
  }
}

extension RuleMatrixTests {
  /// A double at some depth, and the client of a script.
  fileprivate final class Stage: Sendable {
    private static let staticMock = MockTransport(stubs)
    private static let staticSessionMock = MockTransport(stubs)
    private static let staticSession = URLSession.mocked(by: staticSessionMock, configuration: uncached)
    /// Each request is sent.
    private static var uncached: URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      return configuration
    }
    private static var stubs: [Stub] {
      [
        .get("/slow/{id}").respond(json: 1).delayed(by: .seconds(100_000)).optional(),
        RequestMatcher.any.respond { ClientScript.answer(to: $0.urlRequest) }.optional(),
      ]
    }

    private let depth: Depth
    private let script: ClientScript
    /// Static doubles get those of several cases.
    private let slow: ClientScript.Step
    private let fixtures: TemporaryFixtures
    private let atEnd = Protected<[@Sendable () -> Void]>([])

    init(_ depth: Depth, _ script: ClientScript) throws {
      (self.depth, self.script) = (depth, script)
      slow = ClientScript.Step(method: "GET", path: "/slow/\(UUID().uuidString)")
      fixtures = try TemporaryFixtures()
      // They warn when they are made, for which no case is to blame.
      if depth == .staticMock { _ = Self.staticMock }
      if depth == .staticSession { _ = Self.staticSession }
    }

    /// Ends what a script leaves running.
    func end() { for action in atEnd.withLock({ $0 }) { action() } }

    func play() async throws {
      switch depth {
      case .mock, .simulation:
        let mock = MockTransport(Self.stubs)
        try await play(mock, log: mock)
      case .staticMock: try await play(Self.staticMock, log: Self.staticMock)
      case .suspended:
        let transport = SuspendedTransport()
        let service = Task {
          for _ in script.steps {
            let call = try await transport.nextCall()
            call.answer(with: .response(ClientScript.answer(to: call.request.urlRequest)))
          }
          guard script.slow != .none else { return }
          let call = try await transport.nextCall()
          atEnd.withLock { $0.append { call.answer(json: 1) } }
        }
        try await play(transport, log: transport)
        try await service.value
      case .replay:
        let clock = VirtualClock()
        let exchanges = (script.steps + [slow]).map { step in
          RecordedExchange(
            request: step.request, response: ClientScript.answer(to: step.request), started: Date(),
            duration: step.path == slow.path ? .seconds(100_000) : .zero)
        }
        let transport = ReplayTransport(HAR(exchanges), pace: .recorded(on: clock))
        try await play(transport, log: transport)
      case .recording:
        let transport = try RecordingTransport(
          MockTransport(Self.stubs), to: RecordingFile("a", in: FixtureFolder(at: fixtures.url)))
        try await play(transport, log: transport)
      case .session:
        let mock = MockTransport(Self.stubs)
        try await play(URLSessionTransport(session: .mocked(by: mock, configuration: Self.uncached)), log: mock)
      case .staticSession:
        try await play(URLSessionTransport(session: Self.staticSession), log: Self.staticSessionMock)
      case .server:
        let mock = MockTransport(Self.stubs)
        try await withLoopbackServer(answering: mock, as: "http://test") { server in
          let session = URLSession(configuration: Self.uncached)
          let host = "\(server.host)"
          try await play(
            Relocated(
              base: URLSessionTransport(session: session), host: host.hasPrefix("http") ? host : "http://\(host)"),
            log: mock)
        }
      }
    }

    private func play(_ transport: some HTTPTransport, log: some RememberingTransport) async throws {
      for step in script.steps { _ = try await transport.send(step.request) }
      guard script.slow != .none else { return }
      let request = slow.request
      let task = Task { _ = try? await transport.send(request) }
      atEnd.withLock { $0.append { task.cancel() } }
      try await log.nextRequest(matching: .get(URLPattern(slow.path)))
      guard script.slow == .cancelled else { return }
      task.cancel()
      // A session tells its transport of the end, a socket its server.
      if [.session, .staticSession, .server].contains(depth) { await task.value }
    }
  }
}

/// Sends to a server what is meant for the host in whose place it stands.
private struct Relocated: HTTPTransport {
  let base: URLSessionTransport
  let host: String

  func send(_ request: URLRequest) async throws -> HTTPResponse {
    var request = request
    request.url = request.url.flatMap {
      URL(string: $0.absoluteString.replacingOccurrences(of: "http://test", with: host))
    }
    return try await base.send(request)
  }
}
