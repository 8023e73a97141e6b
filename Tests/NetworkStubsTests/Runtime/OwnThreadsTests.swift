import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("The package's own threads", .timeLimit(.minutes(15)))
struct OwnThreadsTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("the package's own threads grow by one where all of them are blocked, and all of them end")
  func blocked() async throws {
    weak var released: OwnThreads?
    do {
      let threads = OwnThreads(patience: 0)
      released = threads
      let end = DispatchSemaphore(value: 0)
      @Sendable func block() { end.wait() }
      let count = 2 * max(2, ProcessInfo.processInfo.activeProcessorCount)
      let blocked = (0..<count).map { _ in Task(executorPreference: threads) { block() } }
      await Task(executorPreference: threads) { for _ in 0..<count { end.signal() } }.value
      for task in blocked { await task.value }
      try await allEnd(threads)
    }
    try await yield(until: released == nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("end when they have nothing to do, and others take their place")
  func ends() async throws {
    weak var released: OwnThreads?
    do {
      let threads = OwnThreads(patience: 0)
      released = threads
      for _ in 0..<100 {
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<3 { group.addTask(executorPreference: threads) { await Task.yield() } }
        }
      }
      for _ in 0..<100 {
        try await allEnd(threads)
        await Task(executorPreference: threads) {}.value
      }
      try await allEnd(threads)
    }
    // Their threads hold it as long as they run.
    try await yield(until: released == nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func allEnd(_ threads: OwnThreads) async throws { try await yield(until: threads.counts == (0, 0)) }
}
