import NetworkStubs
import TestSupport

@testable import NetworkEndpoints
@testable import NetworkTesting

@Suite("A WebSocket script and its client", .timeLimit(.minutes(15)))
struct KeptScriptTests {
  /// A socket whose watch looks each millisecond.
  private func socket(_ script: @escaping @Sendable (any WebSocket) async throws -> Void) -> ScriptedWebSocket {
    WaitWatch.$interval.withValue(.milliseconds(1)) { ScriptedWebSocket(script) }
  }

  @Test("a script and a client that wait for each other are an issue, and both get an error", .testTasksAreNamed)
  func both() async throws {
    let issues = await recordedIssues {
      let socket = socket { server in
        _ = try await server.next()
        try await server.send("hi")
      }
      await #expect(throws: (any Error).self) { try await socket.next() }
    }
    #expect(issues.count == 1)
    let text = (issues.first?.text ?? "").replacing(#/:\d+ waits/#, with: ":12 waits")
    try expectGolden(text, "Failures/websocket-hangs.txt")
  }

  @Test("a script that neither sends nor returns is an issue, and its client gets an error", .testTasksAreNamed)
  func stuckScript() async throws {
    let gate = Gate()
    let issues = await recordedIssues {
      let socket = socket { _ in await gate.wait() }
      await #expect(throws: (any Error).self) { try await socket.next() }
      gate.open()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("neither sends anything nor returns, and the client waits") == true)
  }

  @Test("a script whose client does not read is not told of")
  func noReader() async throws {
    let client = WebSocketInbox()
    let server = WebSocketInbox()
    let outcome = ScriptOutcome(place: ("A/A.swift", "/A.swift", 1, 1), client: client, server: server)
    let script = KeptScript(outcome, in: TestHarness())
    let reader = Task { try await server.next() }
    try await yield(until: server.awaitedNumber != nil)
    let watch = WaitWatch(interval: .seconds(3_600))
    watch.begin(for: script)
    for _ in 0..<3 * WaitWatch.patience { watch.look(at: script) }
    #expect(server.awaitedNumber == 1)
    client.finish()
    server.finish()
    _ = await reader.result
    outcome.end(nil)
    outcome.release()
  }
}
