import NetworkLoopback
import NetworkRecording
import NetworkSimulation
import TestSupport

/// The trait beside every other one, in both orders and on suites: both work, or an error says before anything is sent that they
/// do not.
struct LoopbackServerTraitTests {
  enum Kind: String, CaseIterable {
    case network, host, virtualTime, liveNetwork, offline, recording, everySession, simulated
  }

  private static func trait(_ kind: Kind) -> any TestTrait {
    switch kind {
    case .network: .network(.get("/network").respond(with: .text("network")).optional())
    case .host: .host("test")
    case .virtualTime: .virtualTime
    case .liveNetwork: .liveNetwork
    case .offline: .offline
    case .recording: .recording("chrome", mode: .never)
    case .everySession: .everySession(Stub.get("/network").respond(with: .text("network")).optional()).fromAnywhere()
    case .simulated: .simulated(runs: 3)
    }
  }

  private static func provideScopes(
    _ traits: [any TestTrait], _ test: Test, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    guard let first = traits.first as? any TestScoping else { return try await body() }
    try await first.provideScope(for: test, testCase: Test.Case.current) {
      try await provideScopes(Array(traits.dropFirst()), test, body)
    }
  }

  @Test("the trait and another one", arguments: Kind.allCases, [true, false])
  func withAnotherTrait(_ kind: Kind, isFirst: Bool) async throws {
    let server: any TestTrait = .loopbackServer(.get("/items").respond(with: .text("tea")).optional())
    let traits = isFirst ? [server, Self.trait(kind)] : [Self.trait(kind), server]
    var described = try #require(Test.current)
    described.traits = traits
    let test = described
    let bodies = Counter()
    let issues = await recordedIssues {
      do {
        try await Self.provideScopes(traits, test) {
          bodies.add()
          let host = try LoopbackServer.current.host
          let sender = URLSessionTransport(session: URLSession(configuration: .ephemeral))
          let response = try await sender.send(URLRequest(url: #require(URL(string: "\(host)/items"))))
          #expect(String(decoding: response.body, as: UTF8.self) == "tea")
          guard kind == .network || kind == .everySession else { return }
          let other = try await sender.send(URLRequest(url: #require(URL(string: "\(host)/network"))))
          #expect(String(decoding: other.body, as: UTF8.self) == "network")
        }
      } catch let error as SimulationError where kind == .simulated {
        #expect(error.description.contains("use .network instead of .loopbackServer"))
      }
    }
    #expect(issues.map(\.text) == [])
    #expect(bodies.count == (kind == .simulated ? 0 : 1))
  }

  @Test(
    "a server delays the answers of its stubs, by a duration or a delay", .virtualTime,
    .loopbackServer(.get("/slow").respond(with: .text("late"))).delayed(by: .seconds(30)),
    .loopbackServer(.get("/slower").respond(with: .text("later"))).delayed(by: .uniform(.seconds(20) ... .seconds(30))))
  func delayed() async throws {
    let clock = try #require(VirtualClock.current)
    let host = try LoopbackServer.current.host
    for (path, text) in [("slow", "late"), ("slower", "later")] {
      var request = URLRequest(url: try #require(URL(string: "\(host)/\(path)")))
      // In real time, other tests may keep the processors for longer than a minute.
      request.timeoutInterval = 900
      async let response = URLSessionTransport().send(request)
      try await clock.waitForSleepers(1)
      clock.jump(by: .seconds(30))
      let body = try await response.body
      #expect(String(decoding: body, as: UTF8.self) == text)
    }
  }

  // Another test's detached task may send it.
  @Test(
    "a request that no test's task sends to a loopback server reaches it, though the test in turn has a stub for its path",
    .everySession(.get("/a").respond(with: .text("stub")).optional()).fromAnywhere())
  func besideTurn() async throws {
    let server = try LoopbackServer(.get("/a").respond(with: .text("server")))
    let url = try #require(URL(string: "\(server.host)/a"))
    let body = try await Task.detached { try await URLSession(configuration: .ephemeral).data(from: url).0 }.value
    #expect(String(decoding: body, as: UTF8.self) == "server")
  }

  // The lock guards the only property.
  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    func add() { lock.withLock { value += 1 } }
    var count: Int { lock.withLock { value } }
  }
}
