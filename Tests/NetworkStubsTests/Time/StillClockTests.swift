import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("A virtual clock that is not moved")
struct StillClockTests {
  private func send(by clock: VirtualClock, _ stub: Stub) async throws -> Int {
    try await StillClock.$interval.withValue(.milliseconds(1)) {
      try await MockTransport(stub, clock: clock).send(.make(.get, "https://a.test/a")).status
    }
  }

  /// A watch that looks when the test says so: by itself, it would in an hour.
  private static func watch(_ clock: VirtualClock, in harness: any Harness) -> StillClock {
    StillClock.$interval.withValue(.seconds(3_600)) {
      StillClock(clock, VirtualClock.Instant(offset: .seconds(3)), in: harness)
    }
  }

  @Test("is said, and moved, so that the test ends")
  func still() async throws {
    let clock = VirtualClock()
    let start = ContinuousClock.now
    let issues = await recordedIssues {
      let status = try await send(by: clock, .any.respond(status: 201).delayed(by: .seconds(3)))
      #expect(status == 201)
    }
    // Ten looks.
    #expect(ContinuousClock.now - start >= .milliseconds(10))
    #expect(issues.count == 1)
    #expect(
      issues.first?.text.hasPrefix(
        "This test does not move its clock: it is at \(VirtualClock.Instant()), and the answer to GET https://a.test/a is due at "
          + "\(VirtualClock.Instant(offset: .seconds(3)))\n") == true, "\(issues)")
    #expect(clock.now.offset == .seconds(3))
  }

  @Test("not while a step of it is in progress, however long that takes")
  func duringStep() async {
    let clock = VirtualClock()
    let watch = Self.watch(clock, in: DefaultHarness.current.ofCaller)
    clock.steps.withLock { $0 += 1 }
    let none = await recordedIssues { for _ in 0..<20 { watch.look() } }
    #expect(none.isEmpty)
    clock.steps.withLock { $0 -= 1 }
    let issues = await recordedIssues { for _ in 0..<20 where clock.now == VirtualClock.Instant() { watch.look() } }
    #expect(issues.count == 1)
  }

  @Test("is told to the test, though nothing but the clock was used of the toolkit")
  func nothingElse() { #expect(DefaultHarness.current is TestHarness) }

  @Test("also for a service that is silent until the time-out")
  func silence() async throws {
    let clock = VirtualClock()
    let issues = await recordedIssues {
      await #expect(throws: URLError.self) { try await send(by: clock, .any.respond(with: .fault(.timedOut))) }
    }
    #expect(issues.count == 1)
  }

  @Test("is given time: only the tenth look is the last")
  func patience() async throws {
    let clock = VirtualClock()
    let watch = Self.watch(clock, in: TestHarness())
    for number in 1..<10 {
      watch.look()
      #expect(clock.now.offset == .zero, "look \(number)")
    }
    let issues = await recordedIssues { watch.look() }
    #expect(issues.count == 1)
    #expect(clock.now.offset == .seconds(3))
  }

  private static let shared = VirtualClock()
  private static let turn = Guarded(())

  @Test("is said to each test, where it is in a static property", arguments: 1...3)
  func ofStatic(number: Int) async throws {
    let issues = await recordedIssues {
      // A case moves the clock at its tenth look. Another that was in the middle of its looks would see a clock that is moved.
      Self.turn.withLock { _ in
        let watch = Self.watch(Self.shared, in: TestHarness())
        for _ in 1...10 { watch.look() }
      }
    }
    #expect(issues.count == 1)
  }

  @Test("moves by itself once it had to be moved: one issue for all pieces of an answer")
  func pieces() async throws {
    let clock = VirtualClock()
    let issues = await recordedIssues {
      try await StillClock.$interval.withValue(.milliseconds(1)) {
        let events = (1...50).map { "\($0)" }
        let transport = MockTransport(.any.respond(with: .events(events, every: .seconds(1))), clock: clock)
        for try await _ in try await transport.stream(.make(.get, "https://a.test/a")) {}
      }
    }
    #expect(issues.count == 1, "\(issues)")
    #expect(clock.now.offset == .seconds(50))
  }

  /// What is said of a task that sleeps on a clock, which the test moves first.
  private func warnings(on clock: VirtualClock, movedBy duration: Duration) async throws -> [String] {
    let texts = Guarded<[String]>([])
    let harness = ProgramHarness { text in texts.withLock { $0.append(text) } }
    try await StillClock.$interval.withValue(.milliseconds(1)) {
      try await StillClock.watchSleepers(clock, in: harness) {
        let sleeper = Task { try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(3))) }
        try await clock.waitForSleepers(1)
        clock.advance(by: duration)
        try await eventually(timeout: .seconds(60)) { !texts.withLock(\.isEmpty) }
        sleeper.cancel()
      }
    }
    return texts.withLock { $0 }
  }

  @Test("is said, and not moved, where a task of the code under test sleeps on it")
  func sleeper() async throws {
    let clock = VirtualClock()
    let text = try await warnings(on: clock, movedBy: .zero).first ?? ""
    let until = VirtualClock.Instant(offset: .seconds(3))
    #expect(text.contains("at \(VirtualClock.Instant()), and a task sleeps on it until \(until)"), "\(text)")
    #expect(clock.now.offset == .zero)
  }

  @Test("is said once, and not moved, where the test moved it before as well")
  func sleeperAfterMove() async throws {
    let clock = VirtualClock()
    #expect(try await warnings(on: clock, movedBy: .seconds(1)).count == 1)
    #expect(clock.now.offset == .seconds(1))
  }

  @Test("says nothing where the test moves it")
  func moved() async throws {
    let clock = VirtualClock()
    async let status = send(by: clock, .any.respond(status: 201).delayed(by: .seconds(3)))
    for _ in 1...3 {
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
    }
    #expect(try await status == 201)
  }

  @Test("a wait for a request says that something sleeps on it", .virtualTime)
  func wait() async throws {
    let clock = try #require(VirtualClock.current)
    let sleeper = Task { try await clock.sleep(for: .seconds(3)) }
    try await clock.waitForSleepers(1)
    let error = await #expect(throws: RequestWaitError.self) {
      try await MockTransport().nextRequest(timeout: .zero)
    }
    #expect(
      error?.description.hasSuffix(
        "and a task sleeps on it until \(VirtualClock.Instant(offset: .seconds(3))): move the clock.") == true)
    sleeper.cancel()
  }

  @Test("an answer that comes too late is among its sleepers")
  func tooLate() async throws {
    let clock = VirtualClock()
    let transport = MockTransport(.any.respond(status: 200).delayed(by: .seconds(90)), clock: clock)
    let call = Task { try await transport.send(.make(.get, "https://a.test/a")) }
    #expect(try await clock.waitForSleepers(1).map(\.offset) == [.seconds(60)])
    clock.advance(by: .seconds(60))
    let error = await #expect(throws: URLError.self) { try await call.value }
    #expect(error?.code == .timedOut)
  }
}
