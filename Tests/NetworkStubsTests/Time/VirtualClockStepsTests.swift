import Foundation
import TestSupport

@testable import NetworkSimulation
@testable import NetworkStubs
@testable import NetworkTesting

@Suite("A virtual clock that stops at each deadline", .timeLimit(.minutes(15)))
struct VirtualClockStepsTests {
  let clock = VirtualClock()

  @Test(
    "a virtual clock that stops at each deadline lets a timer tick, and each tick sees its own time", arguments: 1...20)
  func ticks(seconds: Int) async throws {
    let ticks = Protected<[Duration]>([])
    let timer = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        ticks.withLock { $0.append(clock.now.offset) }
      }
    }
    try await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(seconds) + .milliseconds(500))
    #expect(ticks.withLock { $0 } == (1...seconds).map { .seconds($0) })
    #expect(clock.now.offset == .seconds(seconds) + .milliseconds(500))
    timer.cancel()
  }

  /// What a task does between its sleeps.
  private enum Way: CaseIterable { case plain, yielding, onActor, onMainActor, inChild, inTask }

  private actor Counter { func count() {} }

  private static func pass(_ way: Way, _ counter: Counter) async {
    switch way {
    case .plain: break
    case .yielding: for _ in 0..<10 { await Task.yield() }
    case .onActor: await counter.count()
    case .onMainActor: await MainActor.run {}
    case .inChild:
      async let child: Void = Task.yield()
      await child
    case .inTask:
      await Task {
        await Task.yield()
        await counter.count()
      }.value
    }
  }

  @Test(
    "a virtual clock that stops at each deadline wakes one task after the other, each when the one before sleeps again",
    arguments: 1...40 as ClosedRange<UInt64>)
  func order(seed: UInt64) async throws {
    var generator = Dice(seed: seed)
    let log = Protected<[String]>([])
    let counter = Counter()
    // Tasks that tick at times of their own, and do something between.
    let ways = Way.allCases
    let intervals = (0..<6).map { _ in generator.index(below: 3) + 1 }
    let chosen = intervals.map { _ in ways[generator.index(below: ways.count)] }
    var tasks: [Task<Void, any Error>] = []
    for (number, interval) in intervals.enumerated() {
      tasks.append(
        Task {
          for _ in 0..<4 {
            try await clock.sleep(for: .seconds(interval))
            log.withLock { $0.append("\(number) wakes at \(clock.now)") }
            await Self.pass(chosen[number], counter)
            log.withLock { $0.append("\(number) waits") }
          }
        })
      try await clock.waitForSleepers(number + 1)
    }
    try await clock.run()
    let lines = log.withLock { $0 }
    try #require(lines.count == 48)
    // Each is done before the next wakes.
    for place in stride(from: 0, to: lines.count, by: 2) {
      #expect(lines[place].prefix(2) == lines[place + 1].prefix(2), "\(lines[place]), then \(lines[place + 1])")
    }
    let expected = intervals.indices.flatMap { number in
      (1...4).map { (intervals[number] * $0, number) }
    }
    let times = lines.filter { $0.contains("wakes") }
    #expect(times.count == 24)
    #expect(Set(times) == Set(expected.map { "\($1) wakes at \(VirtualClock.Instant(offset: .seconds($0)))" }))
    for task in tasks { try await task.value }
    clock.verifyNobodySleeps()
  }

  @MainActor
  @Test("a virtual clock that stops at each deadline is called from the main actor, where tasks tick as well")
  func mainActor() async throws {
    var ticks = 0
    let timer = Task {
      for _ in 0..<5 {
        try await clock.sleep(for: .seconds(1))
        ticks += 1
      }
    }
    try await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(3))
    #expect(ticks == 3)
    try await clock.run()
    #expect(ticks == 5)
    try await timer.value
  }

  @MainActor
  @Test(
    "a virtual clock that stops at each deadline waits for what a task of the main actor does on the pool, and back, before it sleeps again"
  )
  func mainActorAndPool() async throws {
    var ticks = 0
    let timer = Task {
      for _ in 0..<20 {
        try await clock.sleep(for: .seconds(1))
        for _ in 0..<3 { await Self.yieldOften() }
        ticks += 1
      }
    }
    try await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(12))
    #expect(ticks == 12)
    try await clock.run()
    #expect(ticks == 20)
    timer.cancel()
  }

  private nonisolated static func yieldOften() async {
    for _ in 0..<50 { await Task.yield() }
  }

  @Test("a virtual clock that stops at each deadline runs until no task sleeps, also one that falls asleep on the way")
  func run() async throws {
    let retries = Task {
      for attempt in 0..<8 { try await clock.sleep(for: .seconds(1 << attempt)) }
    }
    try await clock.waitForSleepers(1)
    try await clock.run()
    #expect(clock.now.offset == .seconds(255))
    try await retries.value
  }

  @Test("a virtual clock that stops at each deadline says who still sleeps when the code sleeps for ever")
  func endless() async throws {
    let timer = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    try await clock.waitForSleepers(1)
    let error = await #expect(throws: VirtualClockError.self) { try await clock.run(timeout: .zero) }
    #expect(error?.code == .stillAsleep)
    timer.cancel()
    _ = try? await timer.value
  }

  @Test("a cancelled run ends")
  func cancelled() async throws {
    let timer = Task { while true { try await clock.sleep(for: .seconds(1)) } }
    try await clock.waitForSleepers(1)
    let run = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.run()
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    timer.cancel()
  }

  @Test(
    "a task that polls does not keep the clock for ever, nor does one that the main actor has started",
    arguments: [false, true])
  func polling(isOfMainActor: Bool) async throws {
    let isOver = Protected(false)
    defer { isOver.withLock { $0 = true } }
    @Sendable func poll() async { while !isOver.withLock({ $0 }) { await Task.yield() } }
    let poller = Task {
      try await clock.sleep(for: .seconds(1))
      if isOfMainActor { await Task { @MainActor in Task.detached { await poll() } }.value.value } else { await poll() }
    }
    try await clock.waitForSleepers(1)
    await clock.advance(by: .seconds(2))
    isOver.withLock { $0 = true }
    try await poller.value
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "a virtual clock that stops at each deadline stops at each deadline in a simulation too, on its clock and on another",
    .simulated(runs: 50),
    arguments: [false, true])
  func simulated(isOwn: Bool) async throws {
    let clock = isOwn ? VirtualClock.simulated : VirtualClock()
    let ticks = Protected<[Duration]>([])
    let timers = (1...3).map { seconds in
      Task {
        for _ in 0..<3 {
          try await clock.sleep(for: .seconds(seconds))
          await Task.yield()
          ticks.withLock { $0.append(clock.now.offset) }
        }
      }
    }
    try await yield(until: clock.deadlines.count == 3)
    await clock.advance(by: .seconds(3))
    #expect(ticks.withLock { $0.sorted() } == [1, 2, 2, 3, 3].map { .seconds($0) })
    try await clock.run()
    #expect(clock.now.offset == .seconds(9))
    for timer in timers { try await timer.value }
  }

  @Test("the next deadlines of many are the first of all", arguments: 1...100 as ClosedRange<UInt64>)
  func next(seed: UInt64) {
    var generator = Dice(seed: seed)
    var queue = VirtualClock.SleeperQueue()
    for id in 0..<generator.index(below: 200) {
      let deadline = VirtualClock.Instant(offset: .seconds(generator.index(below: 50)))
      // Never resumed, and so may be any.
      let continuation = unsafeBitCast(8, to: UnsafeContinuation<CaughtJobs?, any Error>.self)
      queue.add(
        .init(id: id, kind: .sleeper, deadline: deadline, continuation: continuation, subject: nil, nextRequest: nil))
      if generator.index(below: 3) == 0 { _ = queue.remove(generator.index(below: id + 1)) }
    }
    let end = VirtualClock.Instant(offset: .seconds(generator.index(below: 20)))
    let expected = queue.deadlines.filter { $0 <= end }
    let found = queue.nextDeadlines(until: end)
    #expect(found.count == expected.count || found.count > 60)
    #expect(found.count > 60 || found == expected)
  }
}
