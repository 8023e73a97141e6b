import Foundation
import NetworkTesting
import TestSupport

@testable import NetworkStubs

@Suite("A step of a clock begins when what the test has started waits", .timeLimit(.minutes(15)))
struct StepPreludeTests {
  @MainActor
  private final class Search {
    private let clock: VirtualClock
    private var task: Task<Void, any Error>?
    private(set) var found = ""
    var text = "" {
      didSet {
        task?.cancel()
        task = Task { [clock, text] in
          try await clock.sleep(for: .milliseconds(300))
          found = text
        }
      }
    }

    init(clock: VirtualClock) { self.clock = clock }
  }

  @MainActor
  @Test("a debounced model on the main actor, in a test on the main actor: no wait in between")
  func debounce() async {
    for _ in 0..<20 {
      let clock = VirtualClock()
      let search = Search(clock: clock)
      for text in ["O", "Os", "Osl", "Oslo"] {
        search.text = text
        await clock.advance(by: .milliseconds(299))
        #expect(search.found.isEmpty)
      }
      await clock.advance(by: .milliseconds(1))
      #expect(search.found == "Oslo")
      search.text = "Bergen"
      clock.jump(by: .zero)
      await clock.advance(by: .milliseconds(300))
      #expect(search.found == "Bergen")
    }
  }

  @Test("so it does in a test off the main actor")
  func debounceFromOutside() async {
    for _ in 0..<20 {
      let clock = VirtualClock()
      let search = await Search(clock: clock)
      await MainActor.run { search.text = "Oslo" }
      await clock.advance(by: .milliseconds(300))
      let found = await search.found
      #expect(found == "Oslo")
    }
  }

  enum Start: CaseIterable {
    case task, detached, mainActor, actor, ofActor, chain, older, stream, continuation, advance, advances, send, session
  }

  private typealias Tools = SettledTests.Tools

  /// Begins work that sleeps for a second on the clock and then counts, and returns before it has begun.
  private static func begin(_ start: Start, _ work: SettledTests.Work, _ tools: Tools) async throws -> Task<
    Void, any Error
  > {
    let (clock, count) = (tools.clock, tools.other)
    @Sendable func run() async throws {
      try await work.perform(tools)
      try await clock.sleep(for: .seconds(100))
      await count.count()
    }
    switch start {
    case .task: return Task { try await run() }
    case .detached: return Task.detached { try await run() }
    case .mainActor:
      return Task { @MainActor in
        try await work.perform(tools)
        try await clock.sleep(for: .seconds(100))
        await count.count()
      }
    case .actor: return Task { try await tools.counter.perform { try await run() } }
    case .ofActor: return await tools.counter.start { try await run() }
    case .chain: return Task { try await Task { try await Task.detached { try await run() }.value }.value }
    case .older:
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let task = Task {
        for await _ in stream {}
        try await run()
      }
      await clock.advance(by: .zero)
      continuation.finish()
      return task
    case .stream:
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      let task = Task { @MainActor in for await _ in stream { try await run() } }
      continuation.yield()
      continuation.finish()
      return task
    case .continuation:
      let held = Protected<CheckedContinuation<Void, Never>?>(nil)
      let task = Task {
        await withCheckedContinuation { continuation in held.withLock { $0 = continuation } }
        try await run()
      }
      await clock.advance(by: .zero)
      try #require(held.withLock { $0 }).resume()
      return task
    case .advance, .advances:
      let tasks = (0..<(start == .advance ? 1 : 3)).map { _ in
        Task {
          try await clock.sleep(for: .seconds(1))
          await Task.yield()
        }
      }
      await clock.advance(by: .zero)
      clock.jump(by: .seconds(1))
      return Task {
        for task in tasks { try await task.value }
        try await run()
      }
    case .send:
      return Task {
        _ = try await tools.transport.send(.test("/a"))
        try await run()
      }
    case .session:
      let session = URLSession.mocked(by: tools.transport)
      return Task {
        _ = try await session.data(for: .test("/a"))
        try await run()
      }
    }
  }

  @Test(
    "a step of a clock begins when what the test has started waits whatever the test starts or wakes, in any way, and whatever that does first",
    arguments: Start.allCases,
    SettledTests.Work.allCases)
  func starts(_ start: Start, _ work: SettledTests.Work) async throws {
    for _ in 0..<Effort.count(1, full: 3) {
      let tools = Tools()
      let own = try #require(CurrentTask.id)
      #expect(ClockStep.prelude(of: own)?.root == own, "no other test's")
      let ended = Protected(false)
      let task = try await Self.begin(start, work, tools)
      let end = Task {
        _ = try await task.value
        ended.withLock { $0 = true }
      }
      // Some of the work takes five seconds itself.
      await tools.clock.advance(by: .seconds(99))
      #expect(!ended.withLock { $0 })
      await tools.clock.advance(by: .seconds(10))
      #expect(ended.withLock { $0 }, "\(tools.clock)")
      end.cancel()
      task.cancel()
    }
  }

  @Test("`run()` does not return before what the test has started", arguments: Start.allCases)
  func run(_ start: Start) async throws {
    let tools = Tools()
    let task = try await Self.begin(start, .manyHops, tools)
    try await tools.clock.run()
    #expect(tools.clock.now.offset >= .seconds(100))
    try await task.value
  }

  @MainActor
  @Test("an actor that starts a task of its own, in a test on the main actor", arguments: SettledTests.Work.allCases)
  func startsOnMainActor(_ work: SettledTests.Work) async throws {
    for _ in 0..<5 {
      let tools = Tools()
      let isOver = Protected(false)
      let task = await tools.counter.start {
        try await work.perform(tools)
        try await tools.clock.sleep(for: .seconds(100))
        isOver.withLock { $0 = true }
      }
      // Some of the work takes five seconds itself.
      await tools.clock.advance(by: .seconds(109))
      #expect(isOver.withLock { $0 })
      task.cancel()
    }
  }

  @Test("a task that yields without end is not waited for", arguments: SettledTests.Home.allCases)
  func restless(_ home: SettledTests.Home) async throws {
    let clock = VirtualClock()
    let isOver = Protected(false)
    let task =
      switch home {
      case .mainActor: Task<Void, any Error> { @MainActor in while !isOver.withLock({ $0 }) { await Task.yield() } }
      case .actor: await SettledTests.Counter().startPolling { isOver.withLock { $0 } }
      case .none: Task<Void, any Error> { while !isOver.withLock({ $0 }) { await Task.yield() } }
      }
    await clock.advance(by: .seconds(1))
    #expect(!isOver.withLock { $0 })
    isOver.withLock { $0 = true }
    try await task.value
  }

  @Test("what a task has started that is itself part of another task's step waits before the task moves the clock")
  func startsInStep() async throws {
    let clock = VirtualClock()
    let count = Protected(0)
    async let mover: Void = {
      try await clock.waitForSleepers(1)
      await clock.advance(by: .seconds(1))
    }()
    try await clock.sleep(for: .seconds(1))
    let poll = Task {
      while true {
        for _ in 0..<50 { await Task.yield() }
        try await clock.sleep(for: .seconds(1))
        count.withLock { $0 += 1 }
      }
    }
    await clock.advance(by: .seconds(10))
    #expect(count.withLock { $0 } == 10)
    poll.cancel()
    try await mover
  }

  @Test("a thousand clocks, and ten thousand tasks that they follow, leave nothing behind")
  func nothingLeft() async throws {
    let task = try #require(CurrentTask.id)
    do {
      let clock = VirtualClock()
      for _ in 0..<1_000 {
        _ = VirtualClock()
        await withTaskGroup { group in for _ in 0..<10 { group.addTask {} } }
      }
      let prelude = try #require(ClockStep.prelude(of: task))
      let known = prelude.contents.withLock { $0.tasks.count }
      #expect((1...2_000).contains(known))
      await clock.advance(by: .seconds(1))
      let left = prelude.contents.withLock { $0.tasks.count }
      #expect(left == 0)
    }
    #expect(ClockStep.prelude(of: task) == nil)
  }

  @Test(
    "a clock that ends before its first step waits for nothing, off the main actor or on it", arguments: [true, false])
  func nothingLeftOfNone(isOnMainActor: Bool) async throws {
    @Sendable func leave() async throws -> [UInt64] {
      let clock = VirtualClock()
      var numbers: [UInt64] = []
      for _ in 0..<10 { numbers.append(try #require(await Task { CurrentTask.id }.value)) }
      withExtendedLifetime(clock) {}
      return numbers
    }
    let numbers = isOnMainActor ? try await Task { @MainActor in try await leave() }.value : try await leave()
    for number in numbers { #expect(ClockStep.prelude(of: number) == nil) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("what no mark says on the main queue belongs to the prelude of its own task, and not of another")
  func unmarked() async throws {
    let pool = SettledTests.FullPool()
    let tasks = (0..<2).map { _ in Task(executorPreference: pool) {} }
    let jobs = pool.jobs.withLock { $0 }
    let root = try #require(jobs.first.flatMap(CurrentTask.id(of:)))
    let roots = await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        ClockStep.follow(root)
        let roots = jobs.map { job in
          _ = ClockStep.works(of: job)
          return ClockStep.current?.root
        }
        ClockStep.unfollow(root)
        continuation.resume(returning: roots)
      }
    }
    #expect(roots == [root, nil])
    pool.runAll()
    for task in tasks { await task.value }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a clock that is made in a block of the main queue leaves no mark on the thread that has waited for the block")
  func mainSync() async throws {
    let pool = SettledTests.FullPool()
    let task = Task(executorPreference: pool) {}
    let job = try #require(pool.jobs.withLock { $0.first })
    let root = try #require(CurrentTask.id(of: job))
    let left: UInt64? = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        DispatchQueue.main.sync { ClockStep.follow(root) }
        // After the rest of the job.
        DispatchQueue.main.sync {}
        continuation.resume(returning: ClockStep.current?.root)
      }
    }
    #expect(left == nil)
    ClockStep.unfollow(root)
    pool.runAll()
    await task.value
  }

  @Test("two that wait for the same step both go on")
  func twoWaits() async {
    let step = ClockStep()
    var work: ClockStep.Work? = step.beginWork("a request")
    let (ends, end) = AsyncStream<Int>.makeStream()
    for number in 1...2 { step.whenSettled { end.yield(number) } }
    withExtendedLifetime(work) { work = nil }
    #expect(await ends.prefix(2).reduce(0, +) == 3)
  }
}
