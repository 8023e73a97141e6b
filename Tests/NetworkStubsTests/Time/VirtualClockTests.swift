import Dispatch
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("A virtual clock", .timeLimit(.minutes(15)))
struct VirtualClockTests {
  let clock = VirtualClock()

  @Test("a clock stands still until it is moved")
  func now() {
    #expect(clock.now.offset == .zero)
    clock.jump(by: .seconds(2))
    #expect(clock.now.offset == .seconds(2))
    clock.jump(to: VirtualClock.Instant(offset: .seconds(2)))
    clock.jump(by: .zero)
    #expect(clock.now.offset == .seconds(2))
  }

  @Test("a virtual clock wakes those whose deadline has come, and no others")
  func advance() async throws {
    let (woken, continuation) = AsyncStream.makeStream(of: Int.self)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for seconds in 1...3 {
        group.addTask {
          try await clock.sleep(for: .seconds(seconds))
          continuation.yield(seconds)
        }
      }
      try await clock.waitForSleepers(3)
      clock.jump(by: .seconds(2))
      #expect(try await Set(collect(woken, count: 2)) == [1, 2])
      #expect(clock.deadlines == [VirtualClock.Instant(offset: .seconds(3))])
      clock.wakeSleepers()
      #expect(try await collect(woken, count: 1) == [3])
      #expect(clock.now.offset == .seconds(3))
      try await group.waitForAll()
    }
    clock.verifyNobodySleeps()
  }

  @Test("a virtual clock does not put to sleep until a time that has passed")
  func pastDeadline() async throws {
    clock.jump(by: .seconds(5))
    try await clock.sleep(until: VirtualClock.Instant(offset: .seconds(5)))
    try await clock.sleep(for: .seconds(-1))
  }

  @Test("a virtual clock ends a sleep at once when its task is cancelled")
  func cancelled() async throws {
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    clock.verifyNobodySleeps()
  }

  @Test("a virtual clock does not put a cancelled task to sleep")
  func cancelledBefore() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a virtual clock keeps the order of deadlines, and of falling asleep where they are equal")
  func order() async throws {
    let order = Protected<[Int]>([])
    var tasks: [Task<Void, any Error>] = []
    // On threads of their own, tasks that are woken one after the other may still overtake each other.
    let queue = OneQueue()
    for (number, seconds) in [2, 1, 2, 1].enumerated() {
      let task = Task(executorPreference: queue) {
        try await clock.sleep(for: .seconds(seconds))
        order.withLock { $0.append(number) }
      }
      try await clock.waitForSleepers(number + 1)
      tasks.append(task)
    }
    // A sleeper is known a moment before its task suspends. One that is woken then does not wait for its turn.
    await queue.becomeIdle()
    #expect(clock.deadlines.map(\.offset) == [.seconds(1), .seconds(1), .seconds(2), .seconds(2)])
    clock.wakeSleepers()
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == [1, 3, 0, 2])
  }

  @Test("a virtual clock wakes each when the one before has done all that it does", arguments: 1...20)
  func oneAfterTheOther(number: Int) async throws {
    let counter = SettledTests.Counter(), order = Protected<[Int]>([])
    let tasks = [1, 2].map { seconds in
      Task {
        try await clock.sleep(for: .seconds(seconds))
        if seconds == 1 { for _ in 0..<100 { await Task { await counter.count() }.value } }
        order.withLock { $0.append(seconds) }
      }
    }
    // Both are asleep.
    await clock.advance(by: .zero)
    clock.jump(by: .seconds(2))
    for task in tasks { try await task.value }
    #expect(order.withLock { $0 } == [1, 2])
  }

  @Test("a wait for sleepers ends when it is cancelled")
  func cancelledWait() async throws {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await clock.waitForSleepers(1)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "a virtual clock wakes in the order of a list that is sorted, whatever falls asleep and is cancelled",
    arguments: Effort.seeds(5, full: 100))
  func queue(seed: UInt64) throws {
    var generator = Dice(seed: seed)
    var queue = VirtualClock.SleeperQueue()
    var expected: [(deadline: VirtualClock.Instant, id: Int)] = []
    for id in 0..<200 {
      let deadline = VirtualClock.Instant(offset: .seconds(generator.index(below: 20)))
      // Never resumed, and so may be any.
      let continuation = unsafeBitCast(8, to: UnsafeContinuation<CaughtJobs?, any Error>.self)
      queue.add(
        .init(id: id, kind: .sleeper, deadline: deadline, continuation: continuation, subject: nil, nextRequest: nil))
      expected.append((deadline, id))
      if generator.index(below: 2) == 0 {
        let index = generator.index(below: expected.count)
        #expect(queue.remove(expected.remove(at: index).id) != nil)
        #expect(queue.remove(id + 1_000) == nil)
      }
      if generator.index(below: 20) == 0 {
        let now = VirtualClock.Instant(offset: .seconds(generator.index(below: 5)))
        let due = expected.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.id) < ($1.deadline, $1.id) }
        #expect(queue.removeDue(at: now).map(\.id) == due.map(\.id))
        expected.removeAll { $0.deadline <= now }
      }
      #expect(queue.count == expected.count)
      #expect(queue.nextDeadline == expected.map(\.deadline).min())
      #expect(queue.deadlines == expected.map(\.deadline).sorted())
    }
  }

  @Test("300 sleepers, or 10,000, fall asleep, are woken or cancelled, and none is forgotten")
  func many() async throws {
    let count = Effort.count(300, full: 10_000)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 1...count {
        group.addTask {
          if number.isMultiple(of: 4) { withUnsafeCurrentTask { $0?.cancel() } }
          return (try? await clock.sleep(for: .milliseconds(number))) != nil
        }
      }
      try await clock.waitForSleepers(count * 3 / 4, timeout: .seconds(60))
      clock.jump(by: .milliseconds(count / 2))
      clock.wakeSleepers()
      var woken = 0
      for try await isWoken in group where isWoken { woken += 1 }
      #expect(woken == count * 3 / 4)
    }
    clock.verifyNobodySleeps()
  }
}

/// A queue, whose jobs run in the order in which they were resumed.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class OneQueue: TaskExecutor {
  private let queue = DispatchQueue(label: "VirtualClockTests")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Waits until the jobs that were added before have suspended or ended.
  func becomeIdle() async {
    await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
  }
}
