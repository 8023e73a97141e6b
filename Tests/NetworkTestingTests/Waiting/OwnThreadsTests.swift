import TestSupport

@testable import NetworkTesting

@Suite("The package's own threads", .timeLimit(.minutes(5)))
struct OwnThreadsTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("grow by one where all of them are blocked")
  func blocked() async {
    let threads = OwnThreads()
    let end = DispatchSemaphore(value: 0)
    @Sendable func block() { end.wait() }
    let count = 2 * max(2, ProcessInfo.processInfo.activeProcessorCount)
    let blocked = (0..<count).map { _ in Task(executorPreference: threads) { block() } }
    await Task(executorPreference: threads) { for _ in 0..<count { end.signal() } }.value
    for task in blocked { await task.value }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("end when they have nothing to do, and others take their place")
  func ends() async {
    let threads = OwnThreads(patience: 0)
    for _ in 0..<400 {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask(executorPreference: threads) { await Task.yield() } }
      }
    }
  }
}
