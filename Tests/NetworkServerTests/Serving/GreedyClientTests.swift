import NetworkLoopback
import TestSupport

/// Clients that send without end, or take nothing of what is sent.
struct GreedyClientTests {
  private static func get(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n" }

  @Test("a refused client that goes on sending is cut off") func sendsOn() async throws {
    var limits = LoopbackServer.Limits()
    limits.body = 1_000_000
    let start = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n"
    let sent = Protected(0)
    _ = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport(), limits: limits) { server in
        let count = await RawClient(port: server.port).flood(start, most: 1_000_000_000)
        sent.withLock { $0 = count }
      }
    }
    // What the systems of both ends hold is some megabytes.
    #expect(sent.withLock { $0 } < 64_000_000)
  }

  @Test("clients that send without end keep neither others waiting nor the server from ending")
  func sendsForEver() async throws {
    let transport = MockTransport(
      .get("/stall").respond(with: .wire(.stall)), .get("/items").respond(with: .text("hello")))
    let server = try LoopbackServer(answering: transport)
    let port = server.port
    let clients = Effort.count(1, full: 3)
    async let floods = withTaskGroup(of: Int.self) { group in
      for _ in 0..<clients { group.addTask { await RawClient(port: port).flood(Self.get("/stall")) } }
      return await group.reduce(0, +)
    }
    try await eventually(timeout: .seconds(60)) { await transport.requests.count >= clients }
    for _ in 0..<Effort.count(2, full: 10) {
      let answer = await RawClient(port: port).send("GET /items HTTP/1.0\r\n\r\n")
      #expect(answer.body == "hello")
    }
    await server.stop()
    #expect(await floods > 0)
  }

  @Test("no more requests are answered than the client takes answers of") func pipelineLimit() async throws {
    let transport = MockTransport(.any.respond(with: .data(Data(count: 1_000_000))))
    try await withLoopbackServer(answering: transport) { server in
      let requests = String(repeating: Self.get("/"), count: 60)
      _ = await RawClient(port: server.port, mostBytes: 1).send(requests)
      #expect(await transport.requests.count < 50)
      let last = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
      let answer = await RawClient(port: server.port).send(String(repeating: Self.get("/"), count: 19) + last)
      #expect(answer.bytes.count > 20_000_000)
      #expect(answer.end == .closed)
    }
  }

  @Test(
    "a socket whose client takes no pongs reads no more pings", .enabled(if: Effort.isFull(), "answers 16 MiB of pings")
  )
  func noPongs() async throws {
    let transport = MockTransport(.webSocket("/") { socket in _ = try? await socket.next() })
    let server = try LoopbackServer(answering: transport)
    let handshake = """
      GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
      Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
      """
    // A ping of 118 bytes, masked with zeros.
    let head: [UInt8] = [0x89, 0x80 | 118, 0, 0, 0, 0]
    let ping = head + [UInt8](repeating: 0x61, count: 118)
    let pings = Array(repeating: ping, count: 10_000).flatMap { $0 }
    let client = RawClient(port: server.port, patience: 0.5)
    #expect(await client.flood(handshake, then: pings, most: 300_000_000) < 200_000_000)
    await server.stop()
  }

  @Test(
    "a client that takes an answer slowly gets all of it",
    .enabled(if: Effort.isFull(), "takes two seconds of real time"))
  func slowReader() async throws {
    var limits = LoopbackServer.Limits()
    limits.idle = .seconds(1)
    let transport = MockTransport(.any.respond(with: .data(Data(count: 30_000_000))))
    try await withLoopbackServer(answering: transport, limits: limits) { server in
      let answer = await RawClient(port: server.port).send(Self.get("/")) { _ in
        Thread.sleep(forTimeInterval: 0.005)
        return false
      }
      #expect(answer.bytes.count > 30_000_000)
    }
  }
}
