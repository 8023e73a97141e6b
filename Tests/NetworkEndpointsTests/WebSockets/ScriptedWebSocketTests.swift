import NetworkEndpoints
import NetworkSimulation
import NetworkTesting
import Testing

struct ScriptedWebSocketTests {
  @Test("a script is the other end") func script() async throws {
    let socket = ScriptedWebSocket { server in
      try await server.send("hi")
      #expect(try await server.next() == .text("yo"))
      #expect(try await server.next() == .data(Data([1])))
      try await server.send("bye")
    }
    #expect(try await socket.next() == .text("hi"))
    try await socket.send("yo")
    try await socket.send(Data([1]))
    #expect(try await socket.next() == .text("bye"))
    #expect(try await socket.next() == nil)
    try await socket.finish()
    await #expect(throws: WebSocketClosed.self) { try await socket.send("late") }
  }

  @Test("a close is an end in good order, or an error with its code") func closing() async throws {
    let good = ScriptedWebSocket { await $0.close(.goingAway, reason: "") }
    #expect(try await good.next() == nil)
    let bad = ScriptedWebSocket { await $0.close(.policyViolation, reason: "no") }
    let error = await #expect(throws: WebSocketClosed.self) { try await bad.next() }
    #expect(error?.description == "The WebSocket is closed with code 1008: no")
    let left = ScriptedWebSocket { server in
      let error = await #expect(throws: WebSocketClosed.self) { try await server.next() }
      #expect(error?.code == WebSocketCloseCode(rawValue: 4000))
    }
    await left.close(WebSocketCloseCode(rawValue: 4000), reason: "mine")
    try await left.finish()
  }

  @Test("a reason of a close is cut as in a frame", arguments: ["a", "ä"])
  func longReason(_ letter: String) async throws {
    let socket = ScriptedWebSocket { server in
      await server.close(.init(rawValue: 4_000), reason: String(repeating: letter, count: 200))
    }
    let closed = await #expect(throws: WebSocketClosed.self) { try await socket.next() }
    #expect(closed?.reason == String(repeating: letter, count: 123 / letter.utf8.count))
    try await socket.finish()
  }

  @Test("an error of the script is thrown to its other end") func scriptThrows() async throws {
    struct Broken: Error {}
    let socket = ScriptedWebSocket { _ in throw Broken() }
    await #expect(throws: Broken.self) { try await socket.next() }
    await #expect(throws: Broken.self) { try await socket.finish() }
  }

  @Test("a script that waits in vain ends in an error that says where, and for which message") func waitsInVain()
    async throws
  {
    let line = #line + 1
    let socket = ScriptedWebSocket { server in
      _ = try await server.next()
      try await server.send("hi")
      _ = try await server.next()
    }
    try await socket.send("go")
    #expect(try await socket.next() == .text("hi"))
    let error = await #expect(throws: (any Error).self) { try await socket.finish(within: 0.001) }
    #expect(
      error.map { "\($0)" } == """
        The script of the WebSocket at ScriptedWebSocketTests.swift:\(line) still waits for message 2 of the client, \
        which sent 1.
        If the app should send another, fix the app. If not, remove that next() from the script, or close the socket.
        """)
  }

  @Test("a read that is cancelled leaves the next message to the next read") func cancelledRead() async throws {
    let socket = ScriptedWebSocket { server in
      _ = try await server.next()
      try await server.send("hi")
      _ = try await server.next()
    }
    let read = Task { try await socket.next() }
    read.cancel()
    await #expect(throws: CancellationError.self) { try await read.value }
    try await socket.send("go")
    #expect(try await socket.next() == .text("hi"))
  }

  @Test("a script waits on the clock of the test", .virtualTime) func virtualTime() async throws {
    let clock = try #require(VirtualClock.current)
    let socket = ScriptedWebSocket { server in
      try await clock.sleep(for: .seconds(60))
      try await server.send("late")
    }
    try await clock.waitForSleepers(1)
    clock.jump(by: .seconds(60))
    #expect(try await socket.next() == .text("late"))
  }

  @Test("a script is a part of a simulation", .simulated(runs: 5)) func simulated() async throws {
    let socket = ScriptedWebSocket { server in
      while case .text(let text)? = try await server.next() { try await server.send(text.uppercased()) }
    }
    for text in ["a", "b"] {
      try await socket.send(text)
      #expect(try await socket.next() == .text(text.uppercased()))
    }
    await socket.close()
  }
}
