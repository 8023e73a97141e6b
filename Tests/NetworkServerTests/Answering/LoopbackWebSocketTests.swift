import NetworkLoopback
import TestSupport

struct LoopbackWebSocketTests {
  private static let handshake = """
    GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: v9, v2\r\n\r\n
    """

  private func frame(_ code: UInt8, _ text: String) -> [UInt8] { WebSocketReaderTests.frame(code, Array(text.utf8)) }

  @Test("a handshake is answered, frames go both ways, and both ends close") func handshake() async throws {
    let transport = MockTransport(
      .webSocket("/chat", subprotocols: ["v1", "v2"]) { socket in
        #expect(socket.subprotocol == "v2")
        #expect(socket.request.url?.path == "/chat")
        #expect(Test.current != nil)
        try await socket.send("hi")
        #expect(try await socket.next() == .text("yo"))
        try await socket.send(fragments: ["a", "b", "c"])
      })
    try await withLoopbackServer(answering: transport) { server in
      let close = Data([0x88, 2, 0x03, 0xE8])
      let answer = await RawClient(port: server.port).send(
        [Array(Self.handshake.utf8), frame(9, "p"), frame(1, "yo")], until: { $0.suffix(4) == close })
      let head = try #require(answer.bytes.range(of: Data("\r\n\r\n".utf8)))
      #expect(
        String(decoding: answer.bytes[..<head.lowerBound], as: UTF8.self) == """
          HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
          Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\nSec-WebSocket-Protocol: v2
          """)
      let frames = answer.bytes[head.upperBound...]
      #expect(frames.range(of: Data([0x81, 2] + "hi".utf8)) != nil)
      #expect(frames.range(of: Data([0x8A, 1] + "p".utf8)) != nil)
      #expect(frames.range(of: Data([0x01, 1, 0x61, 0x00, 1, 0x62, 0x80, 1, 0x63])) != nil)
      #expect(frames.suffix(4) == close)
    }
    #expect(await transport.exchanges.map { "\($0.outcome)" }.first?.hasPrefix("answered") == true)
  }

  @Test("a handshake for another path names the WebSocket's stub as it is written, and a stub to paste")
  func otherPath() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.webSocket("/chats") { _ in }.optional())
      try await withLoopbackServer(answering: transport) { server in
        _ = await RawClient(port: server.port).send([Array(Self.handshake.utf8)], until: { !$0.isEmpty })
      }
      try await withLoopbackServer(answering: MockTransport(.get("/items").respond(json: []).optional())) { server in
        _ = await RawClient(port: server.port).send([Array(Self.handshake.utf8)], until: { !$0.isEmpty })
      }
    }
    try expectGolden(issues.map(\.text).joined(separator: "\n\n"), "Failures/websocket-path.txt")
  }

  @Test("a client's close is the end of the messages, and is sent back") func clientCloses() async throws {
    let transport = MockTransport(
      .webSocket("/chat") { socket in
        let message = try await socket.next()
        #expect(message == nil)
      })
    try await withLoopbackServer(answering: transport) { server in
      let close = WebSocketReaderTests.frame(8, [0x03, 0xE8])
      let answer = await RawClient(port: server.port).send([Array(Self.handshake.utf8), close])
      #expect(answer.bytes.suffix(4) == Data([0x88, 2, 0x03, 0xE8]))
      #expect(answer.end == .closed)
    }
  }

  @Test("a client that breaks the protocol is an issue, and is closed with the code")
  func brokenProtocol() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(
        .webSocket("/chat") { socket in
          await #expect(throws: WebSocketClosed.self) { try await socket.next() }
        })
      try await withLoopbackServer(answering: transport) { server in
        let answer = await RawClient(port: server.port).send(
          [Array(Self.handshake.utf8), WebSocketReaderTests.frame(1, [0x61], isMasked: false)])
        #expect(answer.bytes.range(of: Data([0x03, 0xEA])) != nil)
      }
    }
    #expect(
      issues.map(\.text) == [
        "The loopback server refused GET /chat with 1002: a frame is not masked (RFC 6455, section 5.1)."
      ])
  }

  @Test("an error of a script is an issue, and closes the socket") func scriptError() async throws {
    struct Broken: Error {}
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport(.webSocket("/chat") { _ in throw Broken() })) { server in
        let answer = await RawClient(port: server.port).send(
          [Array(Self.handshake.utf8), WebSocketReaderTests.frame(8, [0x03, 0xF3])])
        #expect(answer.bytes.range(of: Data([0x03, 0xF3])) != nil)
      }
    }
    #expect(issues.map(\.text) == ["The script of the WebSocket GET /chat threw: Broken()"])
  }

  @Test(
    "what is not a handshake is refused",
    arguments: [
      ("Upgrade: websocket\r\n", 426), ("Sec-WebSocket-Version: 13\r\n", 426),
      ("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n", 400),
    ])
  func notAHandshake(_ line: String, status: Int) async throws {
    let issues = await recordedIssues {
      try await withLoopbackServer(answering: MockTransport(.webSocket("/chat") { _ in })) { server in
        let text = Self.handshake.replacingOccurrences(of: line, with: "").replacingOccurrences(
          of: "keep-alive, Upgrade", with: "close, Upgrade")
        #expect(await RawClient(port: server.port).send(text).status == status)
      }
    }
    #expect(issues.count == 1)
  }

  /// A server that answers each text with its upper case, and says bye to a bye.
  private static let script: @Sendable (any WebSocket) async throws -> Void = { socket in
    try await socket.send("hi")
    while let message = try await socket.next() {
      guard case .text(let text) = message, text != "bye" else { break }
      try await socket.send(text.uppercased())
    }
    await socket.close(WebSocketCloseCode(rawValue: 4000), reason: "bye")
  }

  private static let expected = "hi\nONE\nTWO\n4000 bye"

  @Test("a script says the same to its double") func sameToDouble() async throws {
    let socket = ScriptedWebSocket(Self.script)
    var lines: [String] = []
    do {
      while case .text(let text)? = try await socket.next() {
        lines.append(text)
        try await socket.send(lines.count == 1 ? "one" : lines.count == 2 ? "two" : "bye")
      }
    } catch let closed as WebSocketClosed {
      lines.append("\(closed.code?.rawValue ?? 0) \(closed.reason)")
    }
    #expect(lines.joined(separator: "\n") == Self.expected)
  }

  private func serve(_ run: (LoopbackServer) async throws -> Void) async throws {
    let transport = MockTransport(.webSocket("/chat") { try await Self.script($0) })
    try await withLoopbackServer(answering: transport, operation: run)
  }

  @Test("Python's websockets", .python("websockets")) func pythonWebsockets() async throws {
    let script = """
      import asyncio, sys, websockets
      async def main():
          async with websockets.connect(sys.argv[1].replace("http", "ws") + "/chat") as s:
              for word in ["one", "two", "bye"]:
                  print(await s.recv())
                  await s.send(word)
              try: await s.recv()
              except websockets.ConnectionClosed: print(s.close_code, s.close_reason)
      asyncio.run(main())
      """
    try await serve { server in
      let output = try await #require(ClientProgram.python(with: "websockets")).run(["-c", script, "\(server.host)"])
      #expect(output.text.trimmingCharacters(in: .newlines) == Self.expected, "\(output.errors)")
    }
  }

  @Test("aiohttp's WebSocket", .python("aiohttp")) func aiohttpWebSocket() async throws {
    let script = """
      import aiohttp, asyncio, sys
      async def main():
          async with aiohttp.ClientSession() as c:
              async with c.ws_connect(sys.argv[1] + "/chat") as s:
                  for word in ["one", "two", "bye"]:
                      print(await s.receive_str())
                      await s.send_str(word)
                  m = await s.receive()
                  print(m.data, m.extra)
      asyncio.run(main())
      """
    try await serve { server in
      let output = try await #require(ClientProgram.python(with: "aiohttp")).run(["-c", script, "\(server.host)"])
      #expect(output.text.trimmingCharacters(in: .newlines) == Self.expected, "\(output.errors)")
    }
  }

  @Test("Chromium's WebSocket", .chromium) func chromiumWebSocket() async throws {
    let page = """
      <!DOCTYPE html><title>page</title><script>
      const out = [], words = ["one", "two", "bye"];
      const socket = new WebSocket(location.href.replace("http", "ws") + "chat");
      socket.onmessage = (event) => { out.push(event.data); socket.send(words[out.length - 1]); };
      socket.onclose = (event) => {
        out.push(event.code + " " + event.reason);
        fetch("/done", { method: "POST", body: out.join("\\n") });
      };
      </script>
      """
    let transport = MockTransport(
      .get("/").respond(with: .text(page, contentType: "text/html; charset=utf-8")),
      .webSocket("/chat") { try await Self.script($0) },
      .get("/favicon.ico").respond(status: 404).optional(), .post("/done").respond(status: 204))
    try await withLoopbackServer(answering: transport) { server in
      let browser = try ClientProgram.Running.chromium(at: "\(server.host)/")
      defer { browser.end() }
      let done = try await transport.nextRequest(matching: .post("/done"), timeout: .seconds(300))
      #expect(String(decoding: done.body, as: UTF8.self) == Self.expected)
    }
  }
}
