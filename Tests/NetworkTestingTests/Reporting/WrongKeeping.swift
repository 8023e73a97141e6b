import NetworkRecording
import NetworkTesting
import TestSupport

/// Unused promises, and requests without an answer, that no release tells.
@Suite(.enabled(if: isWrongSuite))
struct WrongKeeping {
  private static let transport = MockTransport(.get("/static").respond(status: 204))
  private static let replay = ReplayTransport(Recordings.numbered(.get("/recorded")), unused: .areIssues)
  private static let suspendedTransport = SuspendedTransport()

  @Test func holder() async throws {
    let transport = MockTransport()
    await transport.add(.get("/held").respond { _ in withExtendedLifetime(transport) { HTTPResponse(status: 204) } })
  }

  @Test func ofStatic() { _ = Self.transport }

  @Test func recorded() { _ = Self.replay }

  @Test func suspended() async throws {
    _ = Task { try await Self.suspendedTransport.send(URLRequest(url: WrongShop.url("/suspended"))) }
    _ = try await Self.suspendedTransport.nextRequest()
  }
}

/// Unused promises that are told when the run has ended and its verdict stands.
@Suite(.enabled(if: isWrongSuite))
struct WrongAfterRun {
  private static let kept = Protected<[MockTransport]>([])

  @Test func ofTest() { keep() }

  @Test(.filterIssues { _ in false }) func takenAway() { keep() }

  private func keep() {
    Self.kept.withLock { $0.append(MockTransport(.get("/late").respond(status: 204))) }
    // The handlers run last to first, so this one runs before that of the package, to which the transport is lost then.
    atexit { WrongAfterRun.kept.withLock { $0 = [] } }
  }
}
