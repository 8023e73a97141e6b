@testable import NetworkTesting
import TestSupport

@Suite("The task of a test")
struct TestTaskTests {
  @Test("the task of a test knows whether it has ended")
  func ended() async throws {
    let task = Task { TestTask.current.map { ($0, $0.hasEnded) } }
    let (known, hadEnded) = try #require(await task.value)
    #expect(!hadEnded)
    #if os(Linux)
      #expect(known.hasEnded)
    #endif
  }

  @Test("the task of a test is none of an async let") func asyncLet() async {
    async let isKnown = TestTask.current != nil
    #expect(await !isKnown)
  }
}
