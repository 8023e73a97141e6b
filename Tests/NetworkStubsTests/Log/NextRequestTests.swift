import NetworkStubs
import NetworkTesting
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

  @Test("each of many waits for a request gets one", arguments: [1, 10, 200])
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
