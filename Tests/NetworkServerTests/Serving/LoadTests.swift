import NetworkLoopback
import NetworkTesting
import TestSupport

struct LoadTests {
  @Test("many connections at once are served") func manyConnections() async throws {
    let count = Effort.count(100, full: 1_000)
    let transport = SuspendedTransport()
    try await withLoopbackServer(answering: transport) { server in
      let answers = await withTaskGroup(of: RawClient.Answer.self) { group in
        for _ in 0..<count {
          group.addTask { await RawClient(port: server.port).send("GET / HTTP/1.0\r\n\r\n") }
        }
        // All of them are open before the first is answered.
        var calls: [SuspendedCall] = []
        while calls.count < count, let call = try? await transport.nextCall(timeout: .seconds(600)) {
          calls.append(call)
        }
        #expect(calls.count == count)
        for call in calls { call.answer(json: [1]) }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.body == "[1]" })
    }
  }

  @Test("many requests are answered on one connection") func manyRequests() async throws {
    let count = Effort.count(500, full: 100_000)
    let transport = MockTransport(.any.respond(with: .text("x")))
    try await withLoopbackServer(answering: transport) { server in
      let request = Array("GET /a HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      let last = Array("GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".utf8)
      let answer = await RawClient(port: server.port).send(
        Array(repeating: request, count: count - 1) + [last])
      #expect(answer.text.components(separatedBy: "HTTP/1.1 200 OK").count - 1 == count)
      #expect(answer.end == .closed)
    }
    #expect(await transport.requests.count == count)
  }

  @Test("servers that end leave nothing") func leavesNothing() async throws {
    let transport = MockTransport(.any.respond(with: .text("x")))
    func once() async throws {
      try await withLoopbackServer(answering: transport) { server in
        _ = await RawClient(port: server.port).send("GET /a HTTP/1.0\r\n\r\n")
      }
    }
    for _ in 0..<10 { try await once() }
    let (threads, descriptors, memory) = (Memory.threads, Memory.descriptors, Memory.resident)
    for _ in 0..<Effort.count(20, full: 1_000) { try await once() }
    guard Effort.isFull() else { return }
    // Run by itself: other tests of the process would count as well.
    #expect(Memory.threads <= threads + 4)
    #expect(Memory.descriptors <= descriptors + 4)
    #expect(Memory.resident - memory < 20_000_000)
  }
}
