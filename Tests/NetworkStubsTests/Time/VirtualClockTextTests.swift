import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("The texts of a virtual clock", .timeLimit(.minutes(15)))
struct VirtualClockTextTests {
  let clock = VirtualClock(now: VirtualClock.Instant(offset: .milliseconds(500)))

  @Test("a description lists who sleeps")
  func description() async throws {
    #expect("\(clock)" == "VirtualClock at 0.5 seconds, no task sleeps")
    try await withSleepers(.seconds(2), .seconds(1)) {
      #expect("\(clock)" == "VirtualClock at 0.5 seconds, 2 tasks sleep until 1.5 seconds, 2.5 seconds")
    }
  }

  @Test("a list of many sleepers is short")
  func manySleepers() {
    let deadlines = (1...1_000).map { VirtualClock.Instant(offset: .seconds($0)) }
    #expect(VirtualClockError.sleepers(until: deadlines).hasPrefix("1000 tasks sleep until 1 second, 2 seconds,"))
    #expect(VirtualClockError.sleepers(until: deadlines).hasSuffix(", 10 seconds and later"))
  }

  @Test("too few sleepers are listed")
  func tooFew() async throws {
    try await withSleepers(.seconds(2)) {
      // The limit is virtual here, so that nothing waits: a clock of its own, moved at once.
      let time = VirtualClock()
      let limit = TimeLimit(duration: .seconds(10), clock: time)
      let waiting = Task { try await clock.waitForSleepers(2, within: limit, place: .example) }
      try await time.waitForSleepers(1)
      time.wakeSleepers()
      let error = try #require(await #expect(throws: VirtualClockError.self) { try await waiting.value })
      #expect(error.code == .tooFewSleepers)
      try expectGolden("\(error)", "Callbacks/clock-too-few-sleepers.txt")
    }
  }

  @Test("a clock on which nothing has slept says so")
  func neverSlept() throws {
    let limit = TimeLimit(duration: .seconds(10), clock: VirtualClock())
    let error = VirtualClockError(tooFewOf: 1, within: limit, on: clock, at: .example)
    try expectGolden("\(error)", "Callbacks/clock-never-slept.txt")
  }

  @Test("code that polls says how to move the time")
  func endless() async throws {
    try await withSleepers(.seconds(1)) {
      let error = VirtualClockError(endlessOn: clock, after: 1_000, within: .seconds(10), at: .example)
      #expect(error.code == .stillAsleep)
      let text = "\(error)".replacing(", in VirtualClockTextTests.withSleepers(_:body:)", with: "")
      try expectGolden(text, "Callbacks/clock-endless.txt")
    }
  }

  @Test("a task that still sleeps is an issue that says until when", .quiet)
  func stillAsleep() async throws {
    try await withSleepers(.seconds(1), .seconds(2)) {
      withKnownIssue {
        clock.verifyNobodySleeps()
      } matching: { issue in
        (issue.error as? VirtualClockError)?.code == .stillAsleep
      }
      let text = "\(VirtualClockError(stillAsleepOn: clock, at: .example))"
      // What sleeps is not known everywhere.
      let sleepers = ", in VirtualClockTextTests.withSleepers(_:body:)"
      #if os(Linux)
        #expect(text.contains(sleepers), "\(text)")
      #endif
      try expectGolden(text.replacing(sleepers, with: ""), "Callbacks/clock-still-asleep.txt")
    }
  }

  private func withSleepers(_ durations: Duration..., body: () async throws -> Void) async throws {
    let tasks = durations.map { duration in Task { try await clock.sleep(for: duration) } }
    try await clock.waitForSleepers(durations.count)
    try await body()
    for task in tasks { task.cancel() }
  }
}
