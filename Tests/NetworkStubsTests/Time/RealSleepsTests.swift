import Foundation
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkStubs

@Suite("Time that a virtual clock does not move", .timeLimit(.minutes(15)))
struct RealSleepsTests {
  enum Sleep: CaseIterable, Sendable {
    case task, nanoseconds, continuous, suspending

    func perform() async throws {
      switch self {
      case .task: try await Task.sleep(for: .seconds(1_000))
      case .nanoseconds: try await Task.sleep(nanoseconds: 1_000_000_000_000)
      case .continuous: try await ContinuousClock().sleep(for: .seconds(1_000))
      case .suspending: try await SuspendingClock().sleep(for: .seconds(1_000))
      }
    }
  }

  #if os(Linux)
    @Test(
      "a test is told once of code that sleeps in real time, by the function that does", arguments: Sleep.allCases,
      [true, false])
    func realSleep(_ sleep: Sleep, runs: Bool) async throws {
      let issues = await recordedIssues {
        let clock = VirtualClock()
        let task = Task { try await sleep.perform() }
        for _ in 0..<2 { if runs { try await clock.run() } else { await clock.advance(by: .seconds(10)) } }
        task.cancel()
      }
      #if compiler(>=6.3)
        #expect(issues.count == 1, "\(issues)")
        let text = issues.first?.text ?? ""
        #expect(text.hasPrefix("The test moves a virtual clock on which nothing has slept yet, but "), "\(text)")
        #expect(text.contains("RealSleepsTests.Sleep.perform() sleeps in real time: with Task.sleep"), "\(text)")
      #endif
    }

    @Test("a test is told of a time-out of real time beside an answer that the clock delays", arguments: Sleep.allCases)
    func realTimeout(_ sleep: Sleep) async throws {
      let issues = await recordedIssues {
        let clock = VirtualClock()
        let transport = MockTransport(.get("/slow").respond(status: 200).delayed(by: .seconds(30)), clock: clock)
        let load = Task {
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { _ = try await transport.send(.make(.get, "https://a.test/slow")) }
            group.addTask { try await sleep.perform() }
            defer { group.cancelAll() }
            try await group.next()
          }
        }
        try await transport.nextRequest()
        for _ in 0..<3 { await clock.advance(by: .seconds(10)) }
        try await load.value
      }
      #if compiler(>=6.3)
        #expect(issues.count == 1, "\(issues)")
        let text = issues.first?.text ?? ""
        let start = "The test moves a virtual clock, but not all that waits is on it: RealSleepsTests.Sleep.perform()"
        #expect(text.hasPrefix(start), "\(text)")
        #expect(text.contains("So what this clock delays comes before the end of that sleep, however long it is."))
      #endif
    }
  #endif

  @Test(
    "time that a virtual clock does not move is said of a test that moves one clock while its code sleeps on another",
    arguments: [true, false])
  func twoClocks(isCancelled: Bool) async throws {
    let issues = await recordedIssues {
      let moved = VirtualClock()
      let other = VirtualClock()
      let transport = MockTransport(.get("/a").respond(inOrder: .status(503), .status(200)))
      _ = try await transport.send(.make(.get, "https://test/a"))
      let retry = Task { try await other.sleep(for: .seconds(2)) }
      try await other.waitForSleepers(1)
      moved.jump(by: .seconds(2))
      if isCancelled {
        retry.cancel()
        _ = await retry.result
      }
      await transport.expect(.get("/a"), 2)
      retry.cancel()
      _ = await retry.result
    }
    let remark = """
      This test moved one virtual clock to 2 seconds, and a task slept until 2 seconds on another, which is at 0 seconds: give the \
      code under test the clock that the test moves.
      """
    #expect(issues.count == 1 && issues.allSatisfy { $0.text.contains(remark) }, "\(issues)")
  }

  @Test(
    "time that a virtual clock does not move is not said where all sleep on the clock, or nothing sleeps at all",
    arguments: [true, false])
  func silent(sleepsOnClock: Bool) async {
    let issues = await recordedIssues {
      let clock = VirtualClock()
      let tasks = [
        Task { if sleepsOnClock { try await clock.sleep(for: .seconds(1)) } },
        Task { if sleepsOnClock { try await Task.sleep(for: .seconds(1_000), clock: clock) } },
        Task { if sleepsOnClock { try await Task.sleep(until: .init(offset: .seconds(20)), clock: clock) } },
      ]
      try await clock.waitForSleepers(sleepsOnClock ? 3 : 0)
      await clock.advance(by: .seconds(10))
      for task in tasks { task.cancel() }
    }
    #expect(issues.isEmpty, "\(issues)")
  }

  /// The text of a wait for a sleeper on a clock, in vain.
  private func text(of clock: VirtualClock) async throws -> String {
    let limit = VirtualClock()
    let waiting = Task {
      try await clock.waitForSleepers(1, within: TimeLimit(duration: .seconds(10), clock: limit), place: .example)
    }
    try await limit.waitForSleepers(1)
    limit.wakeSleepers()
    let error = try #require(await #expect(throws: VirtualClockError.self) { try await waiting.value })
    return "\(error)"
  }

  @Test(
    "time that a virtual clock does not move is said of an answer that takes its time on a transport without the clock")
  func realAnswer() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.get("/slow").respond(status: 200).delayed(by: .seconds(1_000)))
    let call = Task { try await transport.send(.make(.get, "https://a.test/slow")) }
    try await transport.nextRequest()
    try await eventually {
      RealAnswers.shared.remark(in: DefaultHarness.current)
    } satisfies: {
      !$0.isEmpty
    }
    try expectGolden(try await text(of: clock), "Callbacks/clock-real-answer.txt")
    call.cancel()
    _ = await call.result
    #expect(RealAnswers.shared.remark(in: DefaultHarness.current) == "")
  }

  @Test("time that a virtual clock does not move is said of a pause that the time-out of its request comes before")
  func longPause() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(
      .get("/events").respond(with: .stream(.chunk("a"), .pause(.seconds(60)), .chunk("b"))), clock: clock)
    let call = Task {
      for try await _ in try await transport.stream(.make(.get, "https://a.test/events")) {}
    }
    try await eventually {
      clock.nextDeadline
    } satisfies: {
      $0 != nil
    }
    try expectGolden(try await text(of: clock), "Callbacks/clock-time-out-first.txt")
    call.cancel()
    _ = await call.result
  }
}
