import NetworkLoopback
import TestSupport

/// How clients of WebSockets leave, and what a script has to say to that.
struct WebSocketMannersTests {
  private static let handshake = Array(
    """
    GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
    """.utf8)

  private static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
    WebSocketReaderTests.frame(8, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
  }

  private static func text(_ text: String) -> [UInt8] { WebSocketReaderTests.frame(1, Array(text.utf8)) }

  /// Serves one client, which sends pieces, and gives back what it got after the handshake, and the issues.
  private func serve(
    _ stub: Stub, _ pieces: [[UInt8]], endsWriting: Bool = false,
    until stop: @escaping @Sendable (Data) -> Bool = { _ in false }
  ) async -> (answer: RawClient.Answer, issues: [String]) {
    let got = Protected(RawClient.Answer())
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport(stub)) { server in
        var answer = await RawClient(port: server.port).send(pieces, endsWriting: endsWriting, until: stop)
        if let head = answer.bytes.range(of: Data("\r\n\r\n".utf8)) {
          answer.bytes = Data(answer.bytes[head.upperBound...])
        }
        got.withLock { [answer] in $0 = answer }
      }
    }
    return (got.withLock { $0 }, issues.map(\.text))
  }

  /// Sends without end.
  private static let push: Stub = .webSocket("/chat") { socket in
    while true { try await socket.send("tick") }
  }

  private static let echo: @Sendable (LoopbackWebSocket) async throws -> Void = { socket in
    while let message = try await socket.next() { try await socket.send(message) }
  }

  @Test("a client of a script that pushes may close", arguments: [1000, 1001, 3000, 4999])
  func pushing(_ code: Int) async throws {
    let (answer, issues) = await serve(Self.push, [Self.handshake, Self.close(code)])
    #expect(issues.isEmpty)
    #expect(answer.bytes.range(of: Data([0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])) != nil)
  }

  @Test("a message and a close in one segment are an echo and a close, in this order", arguments: 0..<10)
  func echoAndClose(_ turn: Int) async throws {
    let (answer, issues) = await serve(
      .webSocket("/chat", Self.echo), [Self.handshake, Self.text("one") + Self.text("two") + Self.close(1000)])
    #expect(issues.isEmpty)
    #expect(answer.bytes == Data([0x81, 3] + "one".utf8 + [0x81, 3] + "two".utf8 + [0x88, 2, 0x03, 0xE8]))
    #expect(answer.end == .closed)
  }

  @Test("a large echo goes out before the close") func largeEcho() async throws {
    let text = String(repeating: "a", count: 300_000)
    let (answer, issues) = await serve(
      .webSocket("/chat", Self.echo), [Self.handshake, Self.text(text) + Self.close(1000)])
    #expect(issues.isEmpty)
    #expect(answer.bytes.count == 10 + 300_000 + 4)
  }

  @Test("a script that has read a message and reads no more does not keep its client") func readsNoMore() async throws {
    let isOver = Gate()
    let (answer, issues) = await serve(
      .webSocket("/chat") { socket in
        _ = try await socket.next()
        await isOver.wait()
      }, [Self.handshake, Self.text("one") + Self.close(1000)])
    isOver.open()
    #expect(issues.isEmpty)
    #expect(answer.bytes.suffix(4) == Data([0x88, 2, 0x03, 0xE8]))
  }

  @Test("an application's own code is no issue, unless the stub is strict", arguments: [true, false])
  func ownCode(_ isStrict: Bool) async throws {
    let (answer, issues) = await serve(
      .webSocket("/chat", isStrict: isStrict, Self.echo), [Self.handshake, Self.close(4001, "bye")])
    #expect(
      issues
        == (isStrict
          ? ["The script of the WebSocket GET /chat threw: The WebSocket is closed with code 4001: bye"] : []))
    #expect(answer.bytes.suffix(4) == Data([0x88, 2, 0x0F, 0xA1]))
  }

  @Test("a client that is gone is no issue, unless the stub is strict", arguments: [true, false])
  func gone(_ isStrict: Bool) async throws {
    let (_, issues) = await serve(
      .webSocket("/chat", isStrict: isStrict, Self.echo), [Self.handshake], endsWriting: true)
    #expect(issues == (isStrict ? ["The client of the WebSocket GET /chat left without closing it."] : []))
  }

  @Test("an error of the script's own is an issue, whatever the client did") func ownError() async throws {
    struct Broken: Error {}
    let (_, issues) = await serve(
      .webSocket("/chat") { socket in
        _ = try await socket.next()
        throw Broken()
      }, [Self.handshake, Self.close(1000)])
    #expect(issues == ["The script of the WebSocket GET /chat threw: Broken()"])
  }

  @Test("a broken frame is one issue") func brokenFrame() async throws {
    let (_, issues) = await serve(
      .webSocket("/chat", Self.echo), [Self.handshake, WebSocketReaderTests.frame(1, [0x61], isMasked: false)])
    #expect(
      issues == ["The loopback server refused GET /chat with 1002: a frame is not masked (RFC 6455, section 5.1)."])
  }

  @Test("a script is cancelled when its client is gone, and when its server ends", arguments: [true, false])
  func cancelled(_ leaves: Bool) async throws {
    let (entered, cancelled) = (Gate(), Protected(false))
    let transport = MockTransport(
      .webSocket("/chat") { _ in
        entered.open()
        // Waits for ever, unless it is cancelled.
        let (silence, _) = AsyncStream.makeStream(of: Never.self)
        for await _ in silence {}
        cancelled.withLock { $0 = Task.isCancelled }
      })
    let server = try LoopbackServer(answering: transport)
    let port = server.port
    async let client = RawClient(port: port).send([Self.handshake], endsWriting: leaves)
    await entered.wait()
    if leaves { _ = await client }
    await server.stop()
    #expect(cancelled.withLock { $0 })
    _ = await client
  }

  @Test("the reason of a close is cut at a character", arguments: [121, 122, 123])
  func longReason(_ count: Int) async throws {
    let reason = String(repeating: "a", count: count) + "é" + String(repeating: "b", count: 50)
    let (answer, issues) = await serve(
      .webSocket("/chat") { await $0.close(.normal, reason: reason) }, [Self.handshake],
      until: { $0.range(of: Data([0x03, 0xE8])) != nil })
    #expect(issues.isEmpty)
    let frame = try #require(answer.bytes.range(of: Data([0x03, 0xE8])).map { answer.bytes[$0.upperBound...] })
    #expect(
      String(data: Data(frame), encoding: .utf8) == String(repeating: "a", count: count) + (count == 121 ? "é" : ""))
  }

  @Test("a ping has up to 125 bytes, and more is an error") func longPing() async throws {
    let (answer, issues) = await serve(
      .webSocket("/chat") { socket in
        try await socket.ping(Data(repeating: 0x61, count: 125))
        try await socket.ping(Data(repeating: 0x61, count: 126))
      }, [Self.handshake], until: { $0.suffix(4) == Data([0x88, 2, 0x03, 0xF3]) })
    #expect(answer.bytes.prefix(2) == Data([0x89, 125]))
    #expect(issues.count == 1)
    #expect(
      issues.first?.contains("a ping carries up to 125 bytes (RFC 6455, section 5.5), but this one has 126") == true)
  }
}
