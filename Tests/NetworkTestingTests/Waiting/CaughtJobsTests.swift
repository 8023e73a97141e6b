import Foundation
import Testing

@testable import NetworkTesting

@Suite("Tasks that a step of a clock waits for", .timeLimit(.minutes(5)))
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
