import NetworkStubs
import TestSupport

@testable import NetworkTesting

@Suite("A fair lock", .timeLimit(.minutes(15)))
struct FairLockTests {
  @Test("a fair lock lets one through at a time")
  func exclusive() async throws {
    let lock = FairLock()
    let inside = Protected(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<200 {
        group.addTask {
          try await lock.withLock {
            #expect(
              inside.withLock {
                $0 += 1; return $0
              } == 1)
            await Task.yield()
            inside.withLock { $0 -= 1 }
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test("a fair lock continues after an error")
  func error() async throws {
    let lock = FairLock()
    let error = await #expect(throws: URLError.self) { try await lock.withLock { throw URLError(.timedOut) } }
    #expect(error?.code == .timedOut)
    try await lock.withLock {}
  }

  @Test("a fair lock forgets a task that is cancelled while it waits")
  func cancelled() async throws {
    let lock = FairLock()
    let entered = Gate()
    let leave = Gate()
    let holder = Task {
      try await lock.withLock {
        entered.open()
        await leave.wait()
      }
    }
    await entered.wait()
    let waiter = Task { try await lock.withLock { Issue.record("It was cancelled.") } }
    waiter.cancel()
    await #expect(throws: CancellationError.self) { try await waiter.value }
    leave.open()
    try await holder.value
    try await lock.withLock {}
  }
}
