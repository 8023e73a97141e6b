import NetworkTesting
import TestSupport

@Suite("What uses a stub up, and what does not")
struct ConsumptionTests {
  private let post = URLRequest.make(.post, "https://api.example.com/users", json: ["name": "Ada"])

  @Test("a stub that did not match is not used up")
  func noMatch() async throws {
    let transport = MockTransport(
      .post("/users").body(json: ["name": "Grace"]).respond(status: 500).once().optional(),
      .post("/users").respond(status: 201).times(2))
    #expect(try await transport.send(post).status == 201)
    #expect(try await transport.send(post).status == 201)
  }

  @Test("a request whose predicate declined or threw does not use a stub up")
  func declined() async throws {
    struct Odd: Error {}
    let transport = MockTransport(
      .post().matching("declines") { _ in false }.respond(status: 500).once().optional(),
      .post().matching("throws") { _ in throw Odd() }.respond(status: 500).once().optional(),
      .post().respond(status: 201))
    #expect(try await transport.send(post).status == 201)
    let exchanges = await transport.exchanges
    #expect(exchanges.count == 1)
  }

  @Test("a predicate is asked once for each request that gets to it")
  func asked() async throws {
    let asked = Counter()
    let transport = MockTransport(
      .post().matching("counts") { _ in asked.next() <= 2 }.respond(status: 201).times(2),
      .any.respond(status: 202))
    for _ in 1...4 { _ = try await transport.send(post) }
    #expect(asked.value == 2, "a stub that is used up is not asked")
  }

  @Test("hundreds of answers that are each used once are used in order, in linear time")
  func linear() async throws {
    let count = Effort.count(500, full: 10_000)
    let stubs = (0..<count).map { RequestMatcher.get("/same").respond(status: $0 % 400 + 200).once() }
    let transport = MockTransport(stubs)
    for number in 0..<count {
      let status = try await transport.send(.make(.get, "https://api.example.com/same")).status
      if status != number % 400 + 200 { Issue.record("request \(number) got \(status)") }
    }
  }

  @Test("stubs added later answer what was asked before")
  func added() async throws {
    let transport = MockTransport(.get("/a").respond(status: 200).once())
    _ = try await transport.send(.make(.get, "https://api.example.com/a"))
    await transport.add(.get("/a").respond(status: 203))
    #expect(try await transport.send(.make(.get, "https://api.example.com/a")).status == 203)
  }

  @Test("zero times answers nothing")
  func zero() async throws {
    let transport = MockTransport(.get().respond(status: 500).times(0), .get().respond(status: 200))
    #expect(try await transport.send(.make(.get, "https://api.example.com/a")).status == 200)
  }
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var count = 0

  var value: Int { lock.withLock { count } }

  func next() -> Int {
    lock.withLock {
      count += 1
      return count
    }
  }

  @Test("a range of uses has both its ends", arguments: [(0, 1), (1, 0), (3, 0), (4, 1)])
  func range(requests: Int, problems: Int) async throws {
    let transport = MockTransport(.get("/a").respond(status: 200).times(1...3))
    let issues = await recordedIssues {
      for _ in 0..<requests { _ = try? await transport.send(.make(.get, "https://api.example.com/a")) }
      try await transport.verify()
    }
    #expect(issues.count == problems)
  }
}
