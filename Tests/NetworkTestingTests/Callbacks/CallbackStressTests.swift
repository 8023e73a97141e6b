import NetworkStubs
import TestSupport

@testable import NetworkTesting

@Suite("Many callbacks at once", .timeLimit(.minutes(15)))
struct CallbackStressTests {
  private enum Fate: Int, CaseIterable { case once, double, dropped, late, cancelled }

  private typealias Callback = @Sendable (Int) -> Void

  /// One thread of eight, which calls back on request.
  private let threads = (0..<8).map { _ in CallingThread() }

  @Test("each of hundreds of callbacks from eight threads is accounted for, some double, dropped, late or cancelled")
  func everyOneIsAccountedFor() async throws {
    let count = Effort.count(500, full: 10_000)
    let perFate = count / Fate.allCases.count
    let clock = VirtualClock()
    let late = Protected<[Callback]>([])
    let (errors, continuation) = AsyncStream.makeStream(of: CallbackError.self)
    // Kept rather than recorded: the console would show 4,000 known issues.
    try await CallbackProblems.$keeper.withValue(CallbackProblems { if $0.calls > 0 { continuation.yield($0) } }) {
      var outcomes: [Fate: Int] = [:]
      try await withThrowingTaskGroup(of: (Fate, Bool).self) { group in
        for number in 0..<count {
          let fate = Fate.allCases[number % Fate.allCases.count]
          group.addTask { (fate, await isAsExpected(fate, number, clock: clock, late: late)) }
        }
        try await clock.waitForSleepers(perFate, timeout: .seconds(60))
        clock.wakeSleepers()
        for try await (fate, isAsExpected) in group where isAsExpected { outcomes[fate, default: 0] += 1 }
      }
      #expect(outcomes == Dictionary(uniqueKeysWithValues: Fate.allCases.map { ($0, perFate) }))

      let callbacks = late.withLock { $0 }
      late.withLock { $0 = [] }
      for (number, callback) in callbacks.enumerated() { threads[number % 8].perform { callback(number) } }
      let recorded = try await collect(errors, count: 2 * perFate, timeout: .seconds(60))
      #expect(recorded.filter { $0.code == .calledAgain && $0.calls == 2 }.count == perFate)
      #expect(recorded.filter { $0.code == .calledAfterTimeout && $0.calls == 1 }.count == perFate)
    }
    for thread in threads { thread.stop() }
  }

  private func isAsExpected(_ fate: Fate, _ number: Int, clock: VirtualClock, late: Protected<[Callback]>) async -> Bool
  {
    let thread = threads[number % 8]
    do {
      switch fate {
      case .once:
        return try await withCallback { (done: @escaping Callback) in thread.perform { done(number) } } == number
      case .double:
        let value = try await withCallback { (done: @escaping Callback) in
          thread.perform { done(number) }
          threads[(number + 1) % 8].perform { done(number) }
        }
        return value == number
      case .dropped:
        _ = try await withCallback { (done: @escaping Callback) in thread.perform { withExtendedLifetime(done) {} } }
      case .late:
        _ = try await withCallback(clock: clock) { (done: @escaping Callback) in late.withLock { $0.append(done) } }
      case .cancelled:
        let task = Task {
          try await withCallback { (done: @escaping Callback) in
            withUnsafeCurrentTask { $0?.cancel() }
            thread.perform { [done] in withExtendedLifetime(done) {} }
          }
        }
        _ = try await task.value
      }
      return false
    } catch let error as CallbackError {
      let codes: [Fate: [CallbackError.Code]] = [.dropped: [.dropped], .late: [.timedOut], .cancelled: [.dropped]]
      return codes[fate]?.contains(error.code) ?? false
    } catch {
      return fate == .cancelled && error is CancellationError
    }
  }
}

/// A thread that does what it is given, in order. `@unchecked Sendable` because the condition guards the work.
private final class CallingThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var work: [@Sendable () -> Void] = []
  private var isStopped = false

  init() {
    Thread.detachNewThread { [self] in
      while let perform = next() { perform() }
    }
  }

  func perform(_ task: @escaping @Sendable () -> Void) {
    condition.withLock {
      work.append(task)
      condition.signal()
    }
  }

  func stop() {
    condition.withLock {
      isStopped = true
      condition.signal()
    }
  }

  private func next() -> (@Sendable () -> Void)? {
    condition.withLock {
      while work.isEmpty, !isStopped { condition.wait() }
      return work.isEmpty ? nil : work.removeFirst()
    }
  }
}
