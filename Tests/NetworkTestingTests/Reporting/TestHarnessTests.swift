import NetworkStubs
import TestSupport

@testable import NetworkTesting

@Suite("The harness of a double")
struct TestHarnessTests {
  private static let shared = StubTransport()

  @Test("the harness of a double is the current test's for what is made with the transport of another one")
  func ofTransport() async throws {
    let transport = await Task.detached { StubTransport() }.value
    let known = try #require(transport.log.harness as? TestHarness)
    #expect(known.context == nil && !known.isShared)
    let harness = try #require(TestHarness.of(transport) as? TestHarness)
    #expect(harness.context?.test == Test.current?.id)
    // Outside of a test, the transport is all that is known.
    let own = StubTransport()
    let outside = await Task.detached { (TestHarness.of(own) as? TestHarness)?.context?.test }.value
    #expect(outside == Test.current?.id)
  }

  @Test("the harness of a double is that of a static property for what is made with its transport")
  func ofShared() async throws {
    // On some systems, a static property is warned of when it is made.
    _ = await recordedIssues { _ = Self.shared }
    let harness = try #require(TestHarness.of(Self.shared) as? TestHarness)
    #expect(harness.isShared && harness.context == nil)
  }

  @Test("the harness of a double lets the process wait while a double hands over its problems")
  func reports() {
    let double = LookingDouble()
    TestHarness().reportRest(of: double, isComplete: true)
    #expect(double.isAwaited.withLock { $0 } == true)
  }
}

/// A double that looks whether the end of the process would wait for it.
private final class LookingDouble: KeptDouble {
  let harness: any Harness = TestHarness()
  let hasPromises = false
  let isAwaited = Protected<Bool?>(nil)

  func takeProblems(isComplete: Bool) -> [Problem] {
    isAwaited.withLock { $0 = !ProcessEnd.reports.wait(lookingEvery: 0, atMost: 0) }
    return []
  }
}
