import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("The doubles of a test with a trait")
struct TestDoublesTests {
  @Test(
    "the doubles of a test with a trait tell at its end of callers that wait for it, though nothing releases the double"
  )
  func callers() async throws {
    let (kept, callers) = (Protected<[SuspendedTransport]>([]), Protected<[Task<Void, Never>]>([]))
    let issues = await recordedIssues {
      try await TestDoubles.scope {
        let transport = SuspendedTransport()
        kept.withLock { $0.append(transport) }
        let caller = Task { _ = try? await transport.send(.test("/a")) }
        callers.withLock { $0.append(caller) }
        _ = try await transport.nextRequest()
      }
    }
    #expect(issues.count == 1, "\(issues)")
    #expect(issues.first?.text.contains("was not taken by the test") == true, "\(issues)")
    // Once is enough.
    let afterwards = await recordedIssues {
      for caller in callers.withLock({ $0 }) { caller.cancel() }
      for caller in callers.withLock({ $0 }) { await caller.value }
      kept.withLock { $0 = [] }
    }
    #expect(afterwards.isEmpty, "\(afterwards)")
  }
}
