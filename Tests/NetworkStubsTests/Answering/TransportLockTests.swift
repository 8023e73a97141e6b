import Foundation
import NetworkEndpoints
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Under the lock of a transport stubs are matched and used up. What does more there would wait for itself in these tests.
@Suite("The lock of a mock transport")
struct TransportLockTests {
  /// Uses the transport, so that it waits for the lock.
  private static func use(_ transport: Protected<MockTransport?>) {
    let transport = transport.withLock { $0 }
    _ = transport?.engine.chosenClock
    transport?.engine.state.withLock { _ in }
    _ = transport?.log.exchanges
  }

  /// A condition that no request fulfils, and that uses the transport when it explains that.
  private struct Probe: Condition {
    let transport: Protected<MockTransport?>

    func matches(_ request: RequestReader) -> Bool { false }

    func findings(_ request: RequestReader) -> [Finding] {
      TransportLockTests.use(transport)
      return [.mismatch(.predicate, "probe", "does not hold")]
    }
  }

  /// A clock that uses the transport when it is read.
  private struct ProbeClock: Clock {
    let transport: Protected<MockTransport?>
    var minimumResolution: Duration { .zero }
    var now: ContinuousClock.Instant {
      TransportLockTests.use(transport)
      return ContinuousClock.now
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {}
  }

  /// An answer from a file that uses the transport when it is read.
  private struct ProbeAnswer: AnswerKind {
    let transport: Protected<MockTransport?>
    var isFile: Bool { true }
    var readyResponse: HTTPResponse? {
      TransportLockTests.use(transport)
      return HTTPResponse(status: 201)
    }

    func reply(to request: ReceivedRequest, on timeline: Timeline, after delay: Duration) async throws -> Answer.Reply {
      .whole(HTTPResponse(status: 201))
    }
  }

  private let box = Protected<MockTransport?>(nil)

  private func keep(_ transport: MockTransport) -> MockTransport {
    box.withLock { $0 = transport }
    return transport
  }

  @Test("the lock of a mock transport is free while the file of an answer is read")
  func file() async throws {
    let transport = keep(MockTransport(.any.respond(with: Answer(ProbeAnswer(transport: box)))))
    #expect(try await transport.send(.get("/a")).status == 201)
    box.withLock { $0 = nil }
  }

  @Test("the lock of a mock transport is free while a failure is explained")
  func explanation() async throws {
    let matcher = RequestMatcher.any.adding(Probe(transport: box))
    let transport = keep(MockTransport(matcher.respond(status: 200)))
    let issues = await recordedIssues {
      _ = try? await transport.send(.get("/a"))
      try await transport.verify()
    }
    #expect(issues.count == 2)
    box.withLock { $0 = nil }
  }

  @Test("the lock of a mock transport is free while the clock of the test is read")
  func clock() async throws {
    let transport = keep(
      MockTransport([.any.respond(status: 201)], delay: .fixed(.seconds(1)), clock: ProbeClock(transport: box)))
    #expect(try await transport.send(.get("/a")).status == 201)
    box.withLock { $0 = nil }
  }

  /// An error that uses the transport when it is released.
  private final class LastWord: Error {
    let transport: Protected<MockTransport?>

    init(_ transport: Protected<MockTransport?>) { self.transport = transport }

    deinit { TransportLockTests.use(transport) }
  }

  /// A predicate that holds, and uses the transport when it is asked.
  private func probe(_ isExpected: Bool = true) -> RequestMatcher {
    .any.matching("probe") { [box] _ in
      Self.use(box)
      return isExpected
    }
  }

  @Test(
    "the lock of a mock transport is free while a predicate is asked, wherever it stands",
    arguments: ["alone", "and", "any of", "not", "decoded"])
  func predicate(_ place: String) async throws {
    let matcher: RequestMatcher =
      switch place {
      case "and": .post("/a").and(.post("/*").and(probe()))
      case "any of": .anyOf(.get("/b"), probe())
      case "not": !probe(false)
      case "decoded":
        .any.body(as: Int.self, "probe") { [box] _ in
          Self.use(box)
          return true
        }
      default: probe()
      }
    let transport = keep(MockTransport(matcher.respond(status: 201)))
    #expect(try await transport.send(.post("/a", json: 1)).status == 201)
    box.withLock { $0 = nil }
  }

  /// An object that a stub's closure holds, and that uses the transport when it is released.
  private final class LastUse: Sendable {
    let transport: Protected<MockTransport?>

    init(_ transport: Protected<MockTransport?>) { self.transport = transport }

    deinit { TransportLockTests.use(transport) }
  }

  private func stubWithObject() -> Stub {
    let object = LastUse(box)
    return .any.respond { _ in .json("\(object)") }.optional()
  }

  @Test("the lock of a mock transport is free while what is replaced is released")
  func replace() async throws {
    let transport = keep(MockTransport(stubWithObject()))
    await transport.replace(with: .any.respond(status: 201))
    #expect(try await transport.send(.get("/a")).status == 201)
    box.withLock { $0 = nil }
  }

  @Test("the lock of a mock transport is free while what a reset forgets is released")
  func reset() async throws {
    let transport = keep(MockTransport(.any.respond { [box] _ in Answer.error(LastWord(box)) }.optional()))
    await #expect(throws: LastWord.self) { try await transport.send(.get("/a")) }
    await transport.reset()
    #expect(await transport.exchanges.isEmpty)
    box.withLock { $0 = nil }
  }
}
