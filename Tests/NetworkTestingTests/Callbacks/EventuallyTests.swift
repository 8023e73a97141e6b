import NetworkStubs
import TestSupport

@testable import NetworkTesting

@Suite("Waiting for a condition", .timeLimit(.minutes(15)))
struct EventuallyTests {
  @Test("a condition that holds is checked once, without any sleep")
  func atOnce() async throws {
    let store = Store()
    try await eventually(clock: VirtualClock()) { await store.look() == 1 }
    #expect(await store.looks == 1)
  }

  @Test("a condition is checked after each interval until it holds")
  func later() async throws {
    let clock = VirtualClock()
    let store = Store()
    async let value = eventually(every: .seconds(1), clock: clock, { await store.look() }, satisfies: { $0 == 3 })
    for _ in 1...2 {
      try await clock.waitForSleepers(1)
      clock.jump(by: .seconds(1))
    }
    #expect(try await value == 3)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("a failure says the last value, which is that at the time-out")
  func lastValue() async throws {
    let store = Store()
    let error = try await failure { clock in
      try await eventually(every: .seconds(4), clock: clock, sourceLocation: .example) {
        await store.look()
      } satisfies: {
        $0 == 100
      }
    }
    #expect(error.lastValue == "4")
    #expect(error.checks == 4)
    try expectGolden("\(error)", "Callbacks/eventually-value.txt")
  }

  @Test("a failure of a plain condition says how to see more")
  func plainCondition() async throws {
    let error = try await failure { clock in
      try await eventually(every: .seconds(5), clock: clock, sourceLocation: .example) { false }
    }
    try expectGolden("\(error)", "Callbacks/eventually-condition.txt")
  }

  @Test("an error means not yet, and the failure shows the last one")
  func throwing() async throws {
    let error = try await failure { clock in
      try await eventually(every: .seconds(10), clock: clock) { throw Unreachable() }
    }
    #expect(error.lastValue == "an error, Unreachable()")
  }

  @Test("a condition that never returns, not even when it is cancelled, ends with the wait", arguments: [1, 3])
  func hanging(checks: Int) async throws {
    let (clock, patience) = (VirtualClock(), VirtualClock())
    let store = Store()
    let polling = Polling(
      limit: TimeLimit(duration: .seconds(60), clock: clock), interval: .seconds(1), isPlainCondition: true,
      sourceLocation: .example, patience: TimeLimit(duration: .seconds(10), clock: patience))
    let (hung, hangs) = AsyncStream.makeStream(of: Void.self)
    let waiting = Task {
      try await polling.value(on: clock, isolation: nil) {
        guard await store.look() == checks else { return false }
        hangs.finish()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return true
      } satisfying: {
        $0
      }
    }
    for _ in 1..<checks {
      try await clock.waitForSleepers(1)
      clock.wakeSleepers()
    }
    for await _ in hung {}
    try await patience.waitForSleepers(1)
    patience.jump(by: .seconds(10))
    let error = try #require(await #expect(throws: EventuallyError.self) { try await waiting.value })
    #expect(error.checks == checks)
    try expectGolden("\(error)", "Callbacks/eventually-hanging-\(checks).txt")
  }

  @Test("a condition that never returns is abandoned when the test is cancelled")
  func hangingCancelled() async throws {
    let (hung, hangs) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      try await eventually {
        hangs.finish()
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        return true
      }
    }
    for await _ in hung {}
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a cancelled wait ends at once")
  func cancelled() async throws {
    let clock = VirtualClock()
    let task = Task { try await eventually(clock: clock) { false } }
    try await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// The error of a wait whose clock is moved whenever it sleeps.
  private func failure(
    of wait: @escaping @Sendable (VirtualClock) async throws -> Void
  ) async throws -> EventuallyError {
    let clock = VirtualClock()
    let end = VirtualClock.Instant(offset: .seconds(10))
    let waiting = Task { try await wait(clock) }
    while clock.now < end {
      try await clock.waitForSleepers(1)
      clock.wakeSleepers()
    }
    return try #require(await #expect(throws: EventuallyError.self) { try await waiting.value })
  }
}

private struct Unreachable: Error {}

private actor Store {
  private(set) var looks = 0

  func look() -> Int {
    looks += 1
    return looks
  }
}
