import Foundation
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("Tasks that a step of a clock waits for", .timeLimit(.minutes(15)))
struct CaughtJobsTests {
  @Test("a task that comes after the step gave up goes on")
  func late() async {
    let jobs = CaughtJobs(patience: 0)
    jobs.drain { _ in }
    await jobs.checkIn()
  }

  @Test("a task that continues elsewhere goes on when the step asks it onto its thread")
  func elsewhere() async {
    #expect(RuntimeHooks.begin())
    defer { RuntimeHooks.end() }
    let jobs = CaughtJobs()
    let task = Task { await jobs.checkIn() }
    Thread.detachNewThread { jobs.drain { _ in } }
    await task.value
  }

  @Test("a task that waits when the step ends goes on")
  func parked() async {
    let jobs = CaughtJobs(patience: 0)
    let task = Task { await jobs.checkIn() }
    // Now or later; the step takes it along in either case.
    jobs.drain { _ in }
    await task.value
  }
}

@Suite("Waiting for a queue", .timeLimit(.minutes(15)))
struct QueueTurnsTests {
  private let queue = DispatchQueue(label: "NetworkTesting tests")
  private let log = Protected<[String]>([])

  @Test("waiting for a queue ends after all that was in the queue, however long that takes")
  func order() async {
    let turns = QueueTurns(of: queue, patience: 600) { Issue.record("given up") }
    queue.suspend()
    queue.async { log.withLock { $0.append("before") } }
    await withCheckedContinuation { continuation in
      turns.wait {
        log.withLock { $0.append("turn") }
        continuation.resume()
      }
      queue.async { log.withLock { $0.append("after") } }
      #expect(log.withLock { $0 }.isEmpty)
      queue.resume()
    }
    #expect(log.withLock { $0 }.prefix(2) == ["before", "turn"])
  }

  @Test("waiting for a queue is given up once for a queue that is blocked, and begins again when it is free")
  func blocked() async {
    let turns = QueueTurns(of: queue, patience: 0) { log.withLock { $0.append("given up") } }
    queue.suspend()
    await withCheckedContinuation { continuation in turns.wait { continuation.resume() } }
    #expect(log.withLock { $0 } == ["given up"])
    turns.wait { log.withLock { $0.append("at once") } }
    #expect(log.withLock { $0 } == ["given up", "at once"])
    queue.resume()
    queue.sync {}
    queue.suspend()
    await withCheckedContinuation { continuation in turns.wait { continuation.resume() } }
    #expect(log.withLock { $0 } == ["given up", "at once", "given up"])
    queue.resume()
  }

  @Test("waiting for a queue is said to be given up once, however many wait")
  func many() async {
    let turns = QueueTurns(of: queue, patience: 0) { log.withLock { $0.append("given up") } }
    queue.suspend()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask { await withCheckedContinuation { continuation in turns.wait { continuation.resume() } } }
      }
    }
    #expect(log.withLock { $0 } == ["given up"])
    queue.resume()
  }
}
