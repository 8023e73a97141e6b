import NetworkRecording
import NetworkSimulation
import NetworkTesting
import TestSupport
import XCTest

// Wrong tests whose doubles live elsewhere than in the test; they run only where `WrongSuiteTests` starts them, in a process of
// their own, and each must fail by its own name.

enum WrongShop {
  static let right = MockTransport(.get("/right").respond(status: 204).optional())
  static let transport = MockTransport(.get("/right").respond(status: 204).optional())
  static let loader = EndpointLoader(transport: MockTransport(), host: "shop.test")
  static let session = URLSession.mocked(by: MockTransport())
  static let unimplemented = UnimplementedTransport()
  static let clock = UnimplementedClock()
  static let suspended = SuspendedTransport()
  static let replay = ReplayTransport(Recordings.numbered(.get("/right")))

  static func url(_ path: String) -> URL { URL(string: "https://shop.test\(path)") ?? URL(fileURLWithPath: "/") }
}

let isWrongSuite = ProcessInfo.processInfo.environment["WRONG_SUITE"] != nil
private let namedNetwork: NetworkTrait = .network(.get("/me").respond(status: 204))

/// Doubles in static properties: each test fails by its own request, whichever touches them first.
@Suite(.enabled(if: isWrongSuite))
struct WrongStatics {
  @Test(arguments: 1...3) func transport(number: Int) async {
    _ = try? await WrongShop.transport.send(URLRequest(url: WrongShop.url("/a")))
  }

  @Test func transportAgain() async { _ = try? await WrongShop.transport.send(URLRequest(url: WrongShop.url("/a"))) }

  @Test(arguments: 1...3) func loader(number: Int) async {
    try? await WrongShop.loader.load(endpoint: Endpoint<EndpointKinds.Public, Void>(path: "a"))
  }

  @Test(arguments: 1...3) func session(number: Int) async {
    _ = try? await WrongShop.session.data(from: WrongShop.url("/a"))
  }

  @Test(arguments: 1...3) func handler(number: Int) async {
    await withCheckedContinuation { done in
      WrongShop.session.dataTask(with: WrongShop.url("/b")) { _, _, _ in done.resume() }.resume()
    }
  }

  @Test(arguments: 1...3) func unimplemented(number: Int) async {
    _ = try? await WrongShop.unimplemented.send(URLRequest(url: WrongShop.url("/a")))
  }

  @Test(arguments: 1...3) func clock(number: Int) { _ = WrongShop.clock.now }

  @Test(arguments: 1...3) func replay(number: Int) async { _ = try? await WrongShop.replay.send(.get("/a")) }

  @Test func expectation() async throws {
    _ = try await WrongShop.right.send(URLRequest(url: WrongShop.url("/right")))
    await WrongShop.right.expect(.get("/wrong"))
  }

  @Test func knownBefore() async {
    let transport = MockTransport()
    await withKnownIssue { _ = try? await transport.send(URLRequest(url: WrongShop.url("/a"))) }
    _ = try? await transport.send(URLRequest(url: WrongShop.url("/a")))
  }
}

/// Beside them, right tests that use the same doubles.
@Suite(.enabled(if: isWrongSuite))
struct RightBesideWrong {
  @Test(arguments: 1...3) func answered(number: Int) async throws {
    _ = try await WrongShop.transport.send(URLRequest(url: WrongShop.url("/right")))
    try await WrongShop.transport.verify()
  }

  @Test func once() async {
    let issues = Protected(0)
    await withKnownIssue {
      for _ in 1...3 { _ = try? await WrongShop.unimplemented.send(URLRequest(url: WrongShop.url("/polled"))) }
    } matching: { _ in
      issues.withLock { $0 += 1 }
      return true
    }
    #expect(issues.withLock { $0 } >= 1)
  }

  @Test func suspended() async throws {
    let call = Task { try await WrongShop.suspended.send(URLRequest(url: WrongShop.url("/a"))) }
    try await WrongShop.suspended.nextCall().answer(status: 204)
    _ = try await call.value
    try await WrongShop.suspended.verify()
  }
}

#if os(macOS) || os(Linux)
  /// Exit tests, whose problems Swift Testing hands to them.
  @Suite(.enabled(if: isWrongSuite))
  struct WrongExits {
    @Test func unanswered() async {
      await #expect(processExitsWith: .success) {
        _ = try? await MockTransport().send(URLRequest(url: WrongShop.url("/a")))
      }
    }

    @Test func expectation() async {
      await #expect(processExitsWith: .success) { await MockTransport().expect(.get("/a")) }
    }

    @Test func ofStatic() async {
      await #expect(processExitsWith: .success) {
        _ = try? await WrongShop.transport.send(URLRequest(url: WrongShop.url("/a")))
      }
    }

    @Test func leavingEarly() async {
      await #expect(processExitsWith: .success) {
        let transport = MockTransport()
        _ = try? await transport.send(URLRequest(url: WrongShop.url("/a")))
        exit(0)
      }
    }

    @Test func unused() async {
      await #expect(processExitsWith: .success) {
        let transport = MockTransport(.get("/a").respond(status: 204))
        withExtendedLifetime(transport) { exit(0) }
      }
    }
  }
#endif

/// A promise by a trait that is another test's suite's as well.
@Suite(.enabled(if: isWrongSuite), namedNetwork)
struct OfferedNetwork {
  @Test func offered() {}
}

@Suite(.enabled(if: isWrongSuite))
struct PromisedNetwork {
  @Test(namedNetwork) func promised() {}

  @Suite(namedNetwork)
  struct Around {
    @Suite struct Within {
      @Test(namedNetwork) func promisedWithin() {}

      @Test func offeredWithin() {}
    }
  }
}

/// Problems of tasks that have left their tests: they belong to none, and fail the run.
@Suite(.enabled(if: isWrongSuite), .network())
struct WrongDetached {
  @Test func live() async {
    await Task.detached {
      try? await EndpointLoader(host: "shop.invalid").load(endpoint: Endpoint<EndpointKinds.Public, Void>(path: "a"))
    }.value
  }

  @Test func expectation() async { await Task.detached { await MockTransport.current.expect(.get("/a")) }.value }

  @Test func sleeper() async throws {
    try await Task.detached {
      let clock = VirtualClock()
      let sleep = Task { try await clock.sleep(for: .seconds(1)) }
      try await clock.waitForSleepers(1)
      clock.verifyNobodySleeps()
      sleep.cancel()
    }.value
  }

  @Test func callback() async throws {
    try await Task.detached {
      try await withCallback { (done: @escaping @Sendable () -> Void) in
        done()
        done()
      }
    }.value
  }

  @Test func ofStatic() async {
    await Task.detached { _ = try? await WrongShop.transport.send(URLRequest(url: WrongShop.url("/a"))) }.value
  }

  @Test func ofReplay() async {
    // The first test that touches it is none to blame.
    _ = WrongShop.replay
    await Task.detached { _ = try? await WrongShop.replay.send(.get("/detached")) }.value
  }

  @Test func ofRelease() async {
    let kept = Protected<MockTransport?>(nil)
    await Task.detached { kept.withLock { $0 = MockTransport(.get("/left").respond(status: 204)) } }.value
    // Who lets go of it did not make it.
    kept.withLock { $0 = nil }
  }
}

#if os(macOS) || os(Linux)
  /// Right tests that watch for issues while one of no test is recorded, and a simulated run with one of its own.
  @Suite(.enabled(if: isWrongSuite))
  struct WatchingTests {
    @Test(.network(.get("/a").respond(status: 204))) func network() async {
      _ = try? await MockTransport.current.send(URLRequest(url: WrongShop.url("/a")))
      recordElsewhere()
    }

    @Test(.simulated(runs: 3)) func simulation() { recordElsewhere() }

    @Test(.simulated(runs: 3)) func ofRun() async { await Task.detached { _ = Issue.record("of the run") }.value }

    /// Records an issue where no test is current.
    private func recordElsewhere() {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        Issue.record("of no test")
        done.signal()
      }
      done.wait()
    }
  }
#endif

/// Clocks whose sleepers are found by tasks that have left their tests.
@Suite(.enabled(if: isWrongSuite))
struct WrongClocks {
  private static let clock = VirtualClock()
  private let property = VirtualClock()

  @Test func local() async throws { try await Self.verify(VirtualClock()) }

  @Test(arguments: 1...2) func property(number: Int) async throws { try await Self.verify(property) }

  @Test(.virtualTime) func ofTrait() async throws { try await Self.verify(#require(VirtualClock.current)) }

  @Test func ofStatic() async throws { try await Self.verify(Self.clock) }

  private static func verify(_ clock: VirtualClock) async throws {
    let sleep = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers(1)
    await Task.detached { clock.verifyNobodySleeps() }.value
    sleep.cancel()
  }
}

/// Failures of a test's own, whose traffic is attached.
@Suite(.enabled(if: isWrongSuite), .network())
struct WrongAnswers {
  @Test func value() async throws {
    let transport = MockTransport(.get("/a").respond(json: 1))
    let loader = EndpointLoader(transport: transport, host: "shop.test")
    #expect(try await loader.load(endpoint: Endpoint<EndpointKinds.Public, Int>(path: "a")) == 2)
  }

  @Test func decoding() async throws {
    let loader = EndpointLoader(transport: MockTransport(.get("/a").respond(json: "tea")), host: "shop.test")
    _ = try await loader.load(endpoint: Endpoint<EndpointKinds.Public, Int>(path: "a"))
  }

  @Test func status() async throws {
    let session = URLSession.mocked(by: MockTransport(.get("/a").respond(status: 500)))
    let (_, response) = try await session.data(from: WrongShop.url("/a"))
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
  }

  @Test func replayed() async throws {
    _ = try await ReplayTransport(Recordings.numbered(.get("/a"))).send(.get("/a"))
    Issue.record("a wrong value")
  }

  @Test func recorded() async throws {
    struct Empty: HTTPTransport {
      func send(_ request: URLRequest) async throws -> HTTPResponse { HTTPResponse(status: 204) }
    }
    let fixtures = try TemporaryFixtures()
    let transport = try RecordingTransport(
      Empty(), to: RecordingFile("a", in: FixtureFolder(at: fixtures.url)))
    _ = try await transport.send(.get("/b"))
    Issue.record("a wrong value")
  }

  @Test func unanswered() async { _ = try? await MockTransport().send(URLRequest(url: WrongShop.url("/a"))) }

  @Test func right() async throws {
    _ = try await MockTransport(.any.respond(status: 204)).send(URLRequest(url: WrongShop.url("/a")))
  }
}

/// A double of a test without a trait, whose traffic its release attaches.
@Suite(.enabled(if: isWrongSuite))
struct WrongAlone {
  @Test func unanswered() async { _ = try? await MockTransport().send(URLRequest(url: WrongShop.url("/a"))) }
}

/// Problems in a test case of XCTest.
final class WrongXCTests: XCTestCase {
  func testUnanswered() async throws {
    try XCTSkipUnless(isWrongSuite)
    _ = try? await MockTransport().send(URLRequest(url: WrongShop.url("/a")))
  }
}

/// Five requests of one client, and twenty cases with sessions of their own, each by a function that a failure names.
@Suite(.enabled(if: isWrongSuite))
struct WrongSenders {
  @Test func five() async {
    let session = URLSession.mocked(by: MockTransport())
    for number in 1...5 { await askBySession(session, number) }
  }

  @Test(arguments: 6...25) func cases(number: Int) async { await askBySession(.mocked(by: MockTransport()), number) }

  @Test func live() async {
    try? await EndpointLoader(host: "shop.invalid").load(endpoint: Endpoint<EndpointKinds.Public, Void>(path: "live"))
  }

  private func askBySession(_ session: URLSession, _ number: Int) async {
    _ = try? await session.data(from: WrongShop.url("/sender/\(number)"))
  }
}
