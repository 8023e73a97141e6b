import Foundation
import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A delayed answer")
struct DelayedAnswerTests {
  private let clock = VirtualClock()

  private func request(_ path: String = "/a", timeout: TimeInterval? = nil) -> URLRequest {
    var request = URLRequest.make(.get, "https://api.example.com\(path)")
    if let timeout { request.timeoutInterval = timeout }
    return request
  }

  private func deadlines(_ transport: MockTransport, _ requests: [URLRequest]) async throws -> [Duration] {
    try await withThrowingTaskGroup(of: Void.self) { group in
      var deadlines: [Duration] = []
      for request in requests {
        group.addTask { _ = try await transport.send(request) }
        deadlines = try await clock.waitForSleepers(deadlines.count + 1).map(\.offset)
      }
      clock.wakeSleepers()
      try await group.waitForAll()
      return deadlines
    }
  }

  @Test("a delayed answer comes when its time has passed, and is in the log before")
  func logged() async throws {
    let transport = MockTransport(.get("/a").respond(json: 1).delayed(by: .seconds(3)), clock: clock)
    async let answer = transport.send(request())
    #expect(try await transport.nextRequest().path == "/a")
    try await clock.waitForSleepers(1)
    guard case .pending = await transport.exchanges[0].outcome else {
      Issue.record("It was answered before its time")
      return
    }
    clock.jump(by: .seconds(2))
    #expect(clock.deadlines.map(\.offset) == [.seconds(3)])
    clock.jump(by: .seconds(1))
    #expect(try await answer.body == Data("1".utf8))
    #expect(await transport.exchanges[0].duration == .seconds(3))
  }

  @Test("a delayed answer takes the time of the answer, else of its stub, else of its transport")
  func precedence() async throws {
    let transport = MockTransport(
      .get("/answer").respond(with: .json(1).delayed(by: .seconds(1))).delayed(by: .seconds(2)),
      .get("/stub").respond(json: 1).delayed(by: .seconds(2)),
      .get("/transport").respond(json: 1),
      delay: .fixed(.seconds(3)), clock: clock)
    #expect(
      try await deadlines(transport, ["/answer", "/stub", "/transport"].map { request($0) })
        == [.seconds(1), .seconds(2), .seconds(3)])
  }

  @Test("a delayed answer of one stub is not changed by what other stubs are asked")
  func independent() async throws {
    let delay = Delay.uniform(.seconds(1) ... .seconds(9), seed: 4)
    let stub = RequestMatcher.get("/a").respond(json: 1).delayed(by: delay)
    let alone = try await deadlines(MockTransport(stub, clock: clock), [request(), request(), request()])
    let start = clock.now.offset
    let both = MockTransport(stub, .get("/b").respond(json: 1).delayed(by: .seconds(20)), clock: clock)
    let mixed = try await deadlines(both, ["/b", "/a", "/b", "/a", "/a"].map { request($0) })
    #expect(mixed.map { $0 - start }.filter { $0 != .seconds(20) } == alone)
  }

  @Test("a delayed answer is `timedOut` once the request's interval is over")
  func timedOut() async throws {
    let transport = MockTransport(.get("/a").respond(json: 1).delayed(by: .seconds(30)), clock: clock)
    let call = Task { try await transport.send(request(timeout: 5)) }
    #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(5)])
    clock.jump(by: .seconds(5))
    await #expect(throws: URLError(.timedOut)) { try await call.value }
    #expect(await transport.exchanges[0].duration == .seconds(5))
  }

  @Test("a delayed answer ends at once with `cancelled` when its caller is cancelled")
  func cancelled() async throws {
    let transport = MockTransport(.get("/a").respond(json: 1).delayed(by: .seconds(30)), clock: clock)
    let call = Task { try await transport.send(request()) }
    try await clock.waitForSleepers(1)
    call.cancel()
    await #expect(throws: URLError(.cancelled)) { try await call.value }
    clock.verifyNobodySleeps()
  }

  @Test("a delayed answer is never asked for by a caller that is cancelled already")
  func cancelledBefore() async throws {
    let transport = MockTransport(.get("/a").respond(json: 1).optional(), clock: clock)
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await transport.send(request())
    }
    await #expect(throws: URLError(.cancelled)) { try await call.value }
    #expect(await transport.requests.isEmpty)
  }

  @Test("a delayed answer that a closure makes may not take longer than the request's interval")
  func closure() async throws {
    let clock = clock
    let transport = MockTransport(
      .get("/a").respond { _ in
        try await clock.sleep(for: .seconds(90))
        return HTTPResponse()
      }, clock: clock)
    let call = Task { try await transport.send(request()) }
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(60))
    await #expect(throws: URLError(.timedOut)) { try await call.value }
  }

  @Test(
    "a delayed answer passes on the clock of the test, in whatever order the traits are", .virtualTime,
    .network(Self.slow))
  func trait() async throws { try await loadSlow() }

  @Test(
    "a delayed answer passes on the clock of the test, with its traits the other way round", .network(Self.slow),
    .virtualTime)
  func traits() async throws { try await loadSlow() }

  @Test(
    "a delayed answer takes the time of its trait", .virtualTime,
    .network(.get("/a").respond(json: 1)).delayed(by: .seconds(7)))
  func traitDelay() async throws { try await loadSlow(seconds: 7) }

  private static let slow = RequestMatcher.get("/a").respond(json: 1).delayed(by: .seconds(30))

  private func loadSlow(seconds: Int = 30) async throws {
    let clock = try #require(VirtualClock.current)
    let transport = MockTransport.current
    async let answer = transport.send(request())
    #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(seconds)])
    clock.wakeSleepers()
    #expect(try await answer.status == 200)
  }
}
