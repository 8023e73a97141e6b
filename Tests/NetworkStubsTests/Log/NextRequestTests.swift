@testable import NetworkStubs
@testable import NetworkTesting
import TestSupport

@Suite("nextRequest")
struct NextRequestTests {
  private let transport = MockTransport(.any.respond(status: 200).optional())

  private func send(_ path: String) async throws {
    _ = try await transport.send(.make(.get, "https://api.example.com\(path)"))
  }

  @Test("nextRequest waits until a request comes")
  func waits() async throws {
    async let next = transport.nextRequest(matching: .get("/b"))
    try await send("/a")
    try await send("/b")
    #expect(try await next.path == "/b")
  }

  @Test("nextRequest takes one that came before, each only once")
  func before() async throws {
    for path in ["/1", "/2", "/3"] { try await send(path) }
    #expect(try await transport.nextRequest().path == "/1")
    #expect(try await transport.nextRequest(matching: .get("/3")).path == "/3")
    #expect(try await transport.nextRequest().path == "/2")
  }

  @Test("of many waits, each gets one", arguments: [1, 10, 200])
  func many(count: Int) async throws {
    let paths = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<count {
        group.addTask { try await transport.nextRequest().path }
        group.addTask {
          try await send("/\(number)")
          return nil
        }
      }
      return try await group.reduce(into: Set<String>()) { paths, path in if let path { paths.insert(path) } }
    }
    #expect(paths == Set((0..<count).map { "/\($0)" }))
  }

  @Test("nextRequest ends when its task is cancelled", arguments: [true, false])
  func cancelled(early: Bool) async throws {
    let task = Task { try await transport.nextRequest(matching: .get("/never")) }
    if !early { try await send("/a") }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}

struct InboxTests {
  @Test(
    "each arrival is taken once, the first that fits, whatever was taken before",
    arguments: Effort.seeds(6, full: 1_000))
  func order(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let inbox = Inbox<Int>()
    var expected: [(path: String, number: Int)] = []
    for number in 1...200 {
      if random.index(below: 3) > 0 {
        let path = random.pick(["a", "b", "c"])
        inbox.add(number, for: ReceivedRequest(.make(.get, "https://a.test/\(path)")))
        expected.append((path, number))
      } else {
        let path: String? = random.pick(["a", "b", "c", nil, nil])
        let index = expected.firstIndex { path == nil || $0.path == path }
        #expect(
          inbox.take(path.map { .get(URLPattern("/\($0)")) } ?? .any) == index.map { expected.remove(at: $0).number })
      }
    }
  }
}
