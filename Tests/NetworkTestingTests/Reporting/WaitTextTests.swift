import NetworkTesting
import TestSupport

@Suite("A wait that was in vain")
struct WaitTextTests {
  @Test(
    "a wait that was in vain ends with the stubs of its test that were never used",
    arguments: ["eventually", "collect", "callback", "request"])
  func unused(kind: String) async throws {
    let (text, line) = (Protected(""), #line + 3)
    _ = await recordedIssues {
      let transport = MockTransport(
        .get("/a").respond(status: 204), .get("/b").respond(status: 204).optional(), .get("/c").respond(status: 204))
      _ = try await transport.send(.test("/c"))
      let (stream, source) = AsyncStream.makeStream(of: Int.self)
      do {
        switch kind {
        case "eventually": try await eventually(clock: ImmediateClock()) { false }
        case "collect": _ = try await collect(stream, clock: ImmediateClock())
        case "callback":
          try await withCallback(clock: ImmediateClock()) { (done: @escaping @Sendable () -> Void) in done }
        default: try await transport.nextRequest(matching: .get("/x"), timeout: .zero)
        }
      } catch { text.withLock { $0 = "\(error)" } }
      withExtendedLifetime((transport, source)) {}
    }
    let end = "\n\nNever used until then:\n  .get(\"/a\") at WaitTextTests.swift:\(line)"
    #expect(text.withLock { $0 }.hasSuffix(end), "\(text.withLock { $0 })")
  }
}
