import NetworkLoopback
import TestSupport

/// Stubs of WebSockets, in memory.
struct ScriptedStubTests {
  @Test("a socket in memory has the script of the stub, whose request is in the log") func script() async throws {
    let transport = MockTransport(
      .webSocket("/chat", subprotocols: ["v1"]) { socket in
        #expect(socket.subprotocol == "v1")
        #expect(socket.request.url?.path == "/chat")
        try await socket.ping()
        try await socket.send(fragments: ["a", "b"])
        while let message = try await socket.next() { try await socket.send(message) }
      })
    let socket = try await ScriptedWebSocket(to: "https://test/chat", of: transport)
    #expect(try await socket.next() == .text("ab"))
    try await socket.send("echo")
    #expect(try await socket.next() == .text("echo"))
    await socket.close()
    try await socket.finish()
    await transport.expect(.get("/chat"), 1)
  }

  @Test("a request that no stub takes is an issue, and one for something else an error") func unanswered() async throws
  {
    let issues = await recordedIssues {
      let transport = MockTransport(.get("/items").respond(json: []))
      await #expect(throws: UnansweredRequest.self) {
        try await ScriptedWebSocket(to: "https://test/chat", of: transport)
      }
      await #expect(throws: URLError(.badServerResponse)) {
        try await ScriptedWebSocket(to: "https://test/items", of: transport)
      }
    }
    #expect(issues.count == 1)
  }

  @Test("an unused stub says how to wait for its handshake, in code that compiles") func unused() async throws {
    let issues = await recordedIssues {
      let transport = MockTransport(.webSocket("/chat") { _ in })
      try await transport.verify()
    }
    #expect(issues.count == 1)
    let text = try #require(issues.first).text
    #expect(text.contains("`try await transport.nextRequest(matching: .get(\"/chat\"))`"), "\(text)")
  }

  @Test("a reset is an abnormal end") func reset() async throws {
    let transport = MockTransport(
      .webSocket("/chat") { socket in
        socket.reset()
        _ = try await socket.next()
      })
    let socket = try await ScriptedWebSocket(to: "https://test/chat", of: transport)
    await #expect(throws: WebSocketClosed(code: WebSocketCloseCode(rawValue: 1006))) { try await socket.next() }
  }

  @Test(
    "the address of a socket has the server's port, and the target as it is", arguments: ["/a?b=c%20d", "a?b=c%20d"])
  func address(_ target: String) async throws {
    try await withLoopbackServer(answering: MockTransport()) { server in
      let (first, second) = (try server.webSocketURL(target), try server.webSocketURL("/x[1]"))
      #expect(first.absoluteString == "ws://127.0.0.1:\(server.port)/a?b=c%20d")
      #expect(second.absoluteString == "ws://127.0.0.1:\(server.port)/x%5B1%5D")
    }
  }

  @Test("Python's websockets gets an echo and its close, and leaves with a code of its own", .python("websockets"))
  func python() async throws {
    let script = """
      import asyncio, sys, websockets
      async def main():
          async with websockets.connect(sys.argv[1]) as s:
              await s.send("one")
              await s.close(code=4001, reason="bye")
              print(await s.recv(), s.close_code)
          s = await websockets.connect(sys.argv[1])
          await s.send("two")
          s.transport.abort()
      asyncio.run(main())
      """
    let transport = MockTransport(
      .webSocket("/chat") { socket in
        while let message = try await socket.next() { try await socket.send(message) }
      }.repeatingLast())
    try await withLoopbackServer(answering: transport) { server in
      let python = try #require(ClientProgram.python(with: "websockets"))
      let output = try await python.run(["-c", script, try server.webSocketURL("/chat").absoluteString])
      #expect(output.text == "one 4001\n", "\(output.errors)")
    }
  }
}
