import TestSupport

@testable import NetworkEndpoints
@testable import NetworkStubs
@testable import NetworkTesting

@Suite("A WebSocket script and its client")
struct KeptScriptTests {
  /// A socket whose watch looks each millisecond.
  private func socket(_ script: @escaping @Sendable (any WebSocket) async throws -> Void) -> ScriptedWebSocket {
    WaitWatch.$interval.withValue(.milliseconds(1)) { ScriptedWebSocket(script) }
  }

  @Test("a script and a client that wait for each other are an issue, and both get an error")
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

  @Test(
    "a script that does not wait for its client, and one whose client does not read, are not told of",
    arguments: [true, false])
  func oneWorks(clientReads: Bool) async throws {
    let client = WebSocketInbox()
    let server = WebSocketInbox()
    let outcome = ScriptOutcome(place: ("A/A.swift", "/A.swift", 1, 1), client: client, server: server)
    let script = KeptScript(outcome, in: TestHarness())
    let inbox = clientReads ? client : server
    let reader = Task { try await inbox.next() }
    while inbox.awaitedNumber == nil { await Task.yield() }
    let watch = WaitWatch(interval: .seconds(3_600))
    watch.begin(for: script)
    for _ in 0..<3 * WaitWatch.patience { watch.look(at: script) }
    #expect(inbox.awaitedNumber == 1)
    client.finish()
    server.finish()
    _ = await reader.result
    outcome.end(nil)
    outcome.release()
  }
}
