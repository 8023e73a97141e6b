import NetworkStubs
import NetworkTesting
import TestSupport

@Suite("What can go wrong with a callback", .quiet, .timeLimit(.minutes(15)))
struct CallbackFailureTests {
  private typealias Callback = @Sendable (Int) -> Void

  @Test("a callback that is dropped at once is known at once")
  func dropped() async throws {
    try await withRecordedErrors { errors in
      let line = #line + 1
      let error = await #expect(throws: CallbackError.self) {
        try await withCallback { (_: @escaping Callback) in }
      }
      #expect(error?.code == .dropped)
      let recorded = try await collect(errors, count: 1)[0]
      #expect(recorded.code == .dropped && recorded.sourceLocation.line == line)
    }
  }

  @Test("a callback that never comes is an issue, also where any error will do")
  func anyError() async {
    let issues = await silencedIssues {
      await #expect(throws: (any Error).self) {
        try await withCallback(timeout: .zero) { (_: @escaping Callback) in }
      }
    }
    #expect(issues.count == 1 && issues[0].contains("The callback was "), "\(issues)")
  }

  @Test("a callback that never comes is one issue of a test that throws its error")
  func oneIssue() async {
    let issues = await silencedIssues {
      try await NetworkTrait.network().provideScope(for: try #require(Test.current), testCase: nil) {
        _ = try await withCallback { (_: @escaping Callback) in }
      }
    }
    #expect(issues.count == 1 || !areKnownIssuesTold, "\(issues)")
  }

  @Test("a callback that is dropped later is known then, without waiting for the time-out")
  func droppedLater() async throws {
    // The clock does not move, so only the drop can end the wait.
    let clock = VirtualClock()
    let held = Protected<Callback?>(nil)
    try await withRecordedErrors { _ in
      let waiting = waitForCallback(on: clock, holdingIn: held)
      try await clock.waitForSleepers(1)
      _ = held.withLock { $0.take() }
      let error = await #expect(throws: CallbackError.self) { try await waiting.value }
      #expect(error?.code == .dropped)
    }
    clock.verifyNobodySleeps()
  }

  @Test("a callback that does not come is known at the time-out")
  func timedOut() async throws {
    let clock = VirtualClock()
    let held = Protected<Callback?>(nil)
    try await withRecordedErrors { _ in
      let waiting = waitForCallback(on: clock, holdingIn: held)
      let deadlines = try await clock.waitForSleepers(1)
      #expect(deadlines == [VirtualClock.Instant(offset: .seconds(10))])
      clock.jump(by: .seconds(10))
      let error = await #expect(throws: CallbackError.self) { try await waiting.value }
      #expect(error?.code == .timedOut)
    }
  }

  @Test("a time-out on the real clock needs no other")
  func realClock() async throws {
    let held = Protected<Callback?>(nil)
    try await withRecordedErrors { _ in
      let error = await #expect(throws: CallbackError.self) {
        try await withCallback(timeout: .zero) { callback in held.withLock { $0 = callback } }
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test("a callback in time ends the sleep of its time-out")
  func inTime() async throws {
    let clock = VirtualClock()
    let held = Protected<Callback?>(nil)
    let waiting = waitForCallback(on: clock, holdingIn: held)
    try await clock.waitForSleepers(1)
    held.withLock { $0.take() }?(3)
    #expect(try await waiting.value == 3)
    clock.verifyNobodySleeps()
  }

  @Test("a second call is an issue at the line of the bridge, and the first value counts")
  func calledTwice() async throws {
    try await withRecordedErrors { errors in
      let line = #line + 1
      let value = try await withCallback { (done: @escaping Callback) in
        done(1)
        done(2)
        done(3)
      }
      #expect(value == 1)
      let error = try await collect(errors, count: 1)[0]
      #expect(error.code == .calledAgain)
      #expect(error.calls == 3)
      #expect(error.sourceLocation.line == line)
    }
  }

  @Test("a call by what the start has returned, when the bridge releases it, is no second one")
  func calledOnRelease() async throws {
    final class Subscription: Sendable {
      private let done: Callback
      init(_ done: @escaping Callback) { self.done = done }
      deinit { done(0) }
    }
    try await withRecordedErrors { errors in
      let value = try await withCallback { (done: @escaping Callback) in
        done(1)
        return Subscription(done)
      }
      #expect(value == 1)
      let line = #line + 1
      let other = try await withCallback { (done: @escaping Callback) in
        done(2)
        done(3)
      }
      #expect(other == 2)
      #expect(try await collect(errors, count: 1)[0].sourceLocation.line == line)
    }
  }

  @Test("a second call after the answer is an issue when it comes")
  func calledAgainLater() async throws {
    try await withRecordedErrors { errors in
      let held = Protected<Callback?>(nil)
      let value = try await withCallback { (done: @escaping Callback) in
        held.withLock { $0 = done }
        done(1)
      }
      #expect(value == 1)
      let again = held.withLock { $0.take() }
      Thread.detachNewThread { again?(2) }
      let error = try await collect(errors, count: 1)[0]
      #expect(error.code == .calledAgain)
      #expect(error.calls == 2)
    }
  }

  @Test("a call after the time-out is an issue")
  func calledAfterTimeout() async throws {
    try await withRecordedErrors { errors in
      let clock = VirtualClock()
      let held = Protected<Callback?>(nil)
      let waiting = waitForCallback(on: clock, holdingIn: held)
      try await clock.waitForSleepers(1)
      clock.wakeSleepers()
      await #expect(throws: CallbackError.self) { try await waiting.value }
      let late = held.withLock { $0.take() }
      Thread.detachNewThread { late?(1) }
      let error = try await collect(errors, count: 2)[1]
      #expect(error.code == .calledAfterTimeout)
      #expect(error.calls == 1)
    }
  }

  @Test("a cancelled wait ends promptly, and late calls are harmless")
  func cancelled() async throws {
    let clock = VirtualClock()
    let held = Protected<Callback?>(nil)
    let waiting = waitForCallback(on: clock, holdingIn: held)
    try await clock.waitForSleepers(1)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let late = held.withLock { $0.take() }
    late?(1)
    late?(2)
  }

  @Test("a wait that is cancelled before it begins ends at once")
  func cancelledBefore() async throws {
    let held = Protected<Callback?>(nil)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await withCallback { (callback: @escaping Callback) in held.withLock { $0 = callback } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("a value is not kept by a callback that is")
  func valueIsReleased() async throws {
    let held = Protected<(@Sendable (Probe) -> Void)?>(nil)
    weak var probe: Probe?
    do {
      let value = try await withCallback { (callback: @escaping @Sendable (Probe) -> Void) in
        held.withLock { $0 = callback }
        callback(Probe())
      }
      probe = value
      #expect(probe != nil)
    }
    #expect(probe == nil)
    #expect(held.withLock { $0 != nil })
  }

  private func waitForCallback(on clock: VirtualClock, holdingIn held: Protected<Callback?>) -> Task<Int, any Error> {
    Task { try await withCallback(clock: clock) { callback in held.withLock { $0 = callback } } }
  }
}

private final class Probe: Sendable {}
