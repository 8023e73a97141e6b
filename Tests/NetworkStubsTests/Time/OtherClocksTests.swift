import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("Other clocks", .timeLimit(.minutes(15)))
struct OtherClocksTests {
  /// Code under test that takes any clock.
  private func wait(_ durations: Duration..., on clock: any Clock<Duration>) async throws {
    for duration in durations { try await clock.sleep(for: duration) }
  }

  @Test("an immediate clock shows the sum of the sleeps, and never goes back")
  func immediate() async throws {
    let clock = ImmediateClock()
    try await wait(.seconds(60), .seconds(5), .seconds(-3), on: clock)
    #expect(clock.now.offset == .seconds(65))
    try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(2)))
    #expect(clock.now.offset == .seconds(65))
  }

  @Test("clocks come to the end of time by a back-off that doubles for ever, and stay there")
  func endOfTime() async throws {
    let (clock, moved) = (ImmediateClock(), VirtualClock())
    let longest = Duration.seconds(1e20)
    for _ in 1...3 {
      try await clock.sleep(for: longest)
      moved.jump(by: longest)
    }
    #expect(clock.now == moved.now && clock.now.offset >= .seconds(Int64.max))
    #expect("\(clock.now)".hasSuffix("seconds"))
    let beginning = VirtualClock.Instant().advanced(by: .zero - longest).advanced(by: .zero - longest)
    #expect(beginning.duration(to: clock.now) > .seconds(Int64.max))
  }

  @Test("an immediate clock does not let a cancelled task sleep, nor a loop keep others waiting")
  func immediateCancelled() async throws {
    let clock = ImmediateClock()
    let loop = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    try await yield(until: clock.now.offset >= .seconds(10))
    loop.cancel()
    await #expect(throws: CancellationError.self) { try await loop.value }
  }

  @Test("an unimplemented clock records one issue, and does not hang")
  func unimplemented() async throws {
    let clock = UnimplementedClock(sourceLocation: .example)
    let issues = await recordedIssues { _ = clock.now }
    #expect(issues.count == 1)
    let others = await silencedIssues {
      try? await wait(.seconds(60), .seconds(5), on: clock)
      _ = clock.now
      await Task.detached { _ = clock.now }.value
    }
    #expect(others.count == (areKnownIssuesTold ? 1 : 0))
    try expectGolden(issues.first?.text ?? "", "Callbacks/clock-unimplemented.txt")
  }

  @Test(
    "an unimplemented clock records a sleep until a time, and lets no cancelled task sleep", arguments: [false, true])
  func unimplementedSleep(isCancelled: Bool) async {
    let isEnded = Protected(false)
    let issues = await recordedIssues {
      let clock = UnimplementedClock(sourceLocation: .example)
      let sleep = Task {
        if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
        try await clock.sleep(until: VirtualClock.Instant())
      }
      guard case .failure(let error) = await sleep.result else { return }
      isEnded.withLock { $0 = error is CancellationError }
    }
    #expect(
      issues.count == 1 && issues[0].line == SourceLocation.example.line && isEnded.withLock { $0 } == isCancelled,
      "\(issues)")
  }

  @Test("an unimplemented clock that is used off its test records in it")
  func offItsTest() async throws {
    let issues = await recordedIssues {
      let clock = UnimplementedClock(sourceLocation: .example)
      await Task.detached { _ = clock.now }.value
    }
    #expect(issues.count == 1 && issues[0].line == SourceLocation.example.line, "\(issues)")
  }
}
