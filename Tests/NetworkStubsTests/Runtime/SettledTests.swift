import Dispatch
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

/// Polls every thirty seconds on a clock, each with a different way to spend the time between.
@Suite("A step of a clock ends when what it woke has settled", .timeLimit(.minutes(5)))
struct SettledTests {
  enum Home: CaseIterable { case mainActor, actor, none }

  @Test(
    "all ten polls are seen, wherever the poller lives and whatever it does", arguments: Home.allCases, Work.allCases)
  func polls(_ home: Home, _ work: Work) async throws {
    try await Self.poll(home, work, tries: Effort.count(1, full: 5))
  }

  private static func poll(_ home: Home, _ work: Work, tries: Int) async throws {
    for _ in 0..<tries {
      let tools = Tools()
      let poller: any Poller =
        switch home {
        case .mainActor: MainPoller()
        case .actor: ActorPoller()
        case .none: FreePoller()
        }
      let task = Task { try await poller.poll(work, tools) }
      try await tools.clock.waitForSleepers(1)
      // Some of the work takes five seconds itself.
      await tools.clock.advance(stepwiseBy: .seconds(359))
      #expect((10...11).contains(await poller.count))
      task.cancel()
      _ = try? await task.value
    }
  }

  // They take the processors from all tests beside this one, so they are few, and end soon.
  @Test("what it does not wait for: strangers on the main actor and on the pool")
  func strangers() async throws {
    let isOver = Guarded(false)
    let strangers = (0..<Effort.count(2, full: 10)).map { number in
      number % 2 == 0
        ? Task { while !isOver.withLock({ $0 }) { await Task.yield() } }
        : Task { @MainActor in while !isOver.withLock({ $0 }) { await Counter().count() } }
    }
    try await Self.poll(.mainActor, .send, tries: Effort.count(1, full: 5))
    isOver.withLock { $0 = true }
    for stranger in strangers { await stranger.value }
  }

  @Test("what an actor starts that many steps use at once belongs to the step whose task has called it")
  func sharedActor() async {
    let shared = Counter()
    for _ in 0..<Effort.count(5, full: 100) {
      let late = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<20 { group.addTask { await Self.isLate(shared) } }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(late == 0)
    }
  }

  /// Whether what a shared actor starts for the task of a step has not ended with the step.
  private static func isLate(_ shared: Counter) async -> Bool {
    let clock = VirtualClock()
    let isOver = Guarded(false)
    let task = Task {
      try await clock.sleep(for: .seconds(30))
      await shared.begin {
        for _ in 0..<5 { await Task.yield() }
        isOver.withLock { $0 = true }
      }
    }
    await clock.advance(stepwiseBy: .seconds(31))
    let isLate = !isOver.withLock { $0 }
    _ = await task.result
    return isLate
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("says once what still runs when it does not settle, and goes on")
  func unsettled() async throws {
    let problems = Guarded<[Problem]>([])
    let step = ClockStep(in: NotingHarness(problems: problems), patience: 0.01)
    // It is in line, and so would be told as well.
    let pool = FullPool()
    let task = Task(executorPreference: pool) {}
    let reference = try pool.addFirst(to: step)
    let works = [
      step.begin(.job(reference, isOfMainActor: true)), step.begin(.job(reference, isOfMainActor: false)),
      step.begin(.job(nil, isOfMainActor: false)), step.beginWork("an answer on its way to its caller"),
      step.begin(.awakening),
    ]
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        TaskStatus.prepare()
        step.whenSettled { continuation.resume() }
      }
    }
    withExtendedLifetime(works) {}
    let texts = problems.withLock { $0.map(\.text) }
    #expect(texts.count == 1)
    #expect(
      texts.first?.split(separator: "\n").filter { $0.hasPrefix("  ") } == [
        "  a task, on the main actor", "  a task", "  a job of an actor",
        "  an answer on its way to its caller, on a queue of a mocked session", "  tasks that wake one after the other",
      ])
    pool.runAll()
    await task.value
  }
}

extension SettledTests {
  /// An executor that keeps its jobs, as a pool without a free thread does.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  final class FullPool: TaskExecutor {
    let jobs = Guarded<[UnownedJob]>([])

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      jobs.withLock { $0.append(job) }
    }

    /// Adds the task of its first job to a step, which others do not know: what they do is not the step's.
    func addFirst(to step: ClockStep) throws -> TaskReference {
      let task = try #require(jobs.withLock { $0.first.flatMap(TaskReference.init) })
      step.contents.withLock { $0.tasks[task.id] = task.address }
      return task
    }

    func runAll() {
      while let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a task that no thread is free for has longer; for ever, and it is told", arguments: [true, false])
  func fullPool(comesToIt: Bool) async throws {
    let problems = Guarded<[Problem]>([])
    let pool = FullPool()
    let step = ClockStep(
      in: NotingHarness(problems: problems), patience: 0.001, extensions: comesToIt ? .max : 5)
    let task = Task(executorPreference: pool) {}
    _ = try pool.addFirst(to: step)
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        TaskStatus.prepare()
        step.whenSettled { continuation.resume() }
        if comesToIt { RealTime.shared.run(at: .now + .milliseconds(20)) { pool.runAll() } }
      }
    }
    #expect(problems.withLock { $0.count } == (comesToIt ? 0 : 1))
    pool.runAll()
    await task.value
  }
}

/// A harness that only notes what it is told.
struct NotingHarness: Harness {
  let problems: Guarded<[Problem]>

  var place: CodePlace { CodePlace() }
  var ofCaller: any Harness { self }
  var isCurrent: Bool { true }
  var isCallerOutside: Bool { false }

  func record(_ problem: Problem) -> Bool {
    problems.withLock { $0.append(problem) }
    return true
  }

  func warn(_ warning: Problem) {}
  func recordLate(_ problem: Problem) {}
  func enter(_ body: @escaping @Sendable () -> Void) { body() }
  func perform<Value: Sendable>(_ operation: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await operation()
  }
}

extension SettledTests {
  struct Tools: Sendable {
    let clock = VirtualClock()
    let transport: MockTransport
    let counter = Counter(), other = Counter()

    init() {
      transport = MockTransport(
        .get("/a").respond(json: ["a": 1]).times(0...10_000),
        .get("/late").respond(json: ["a": 1]).delayed(by: .seconds(1)).times(0...10_000),
        clock: clock)
    }
  }

  actor Counter {
    private var value = 0

    func count() { value += 1 }

    /// Starts a task for whoever calls.
    func begin(_ body: @escaping @Sendable () async -> Void) {
      value += 1
      Task.detached { await body() }
    }

    func perform(_ body: @Sendable () async throws -> Void) async rethrows { try await body() }

    /// Starts a task of this actor, which is in line behind this.
    func start(_ body: @escaping @Sendable () async throws -> Void) -> Task<Void, any Error> {
      Task {
        value += 1
        try await body()
      }
    }

    func startPolling(until isOver: @escaping @Sendable () -> Bool) -> Task<Void, any Error> {
      Task {
        while !isOver() {
          value += 1
          await Task.yield()
        }
      }
    }

    func countOften(with other: Counter) async {
      for _ in 0..<5 {
        await Task.yield()
        await other.count()
        value += 1
      }
    }

    func countOnMainActor() async {
      await MainActor.run {}
      value += 1
    }
  }

  @globalActor actor Shared {
    static let shared = Shared()

    @Shared static func yield() async { for _ in 0..<3 { await Task.yield() } }
  }

  enum Work: CaseIterable {
    case send, sendLate, actor, actors, yields, globalActor, mainActor, manyHops
    case asyncLet, group, sleepsInGroup, timeout, task, taskOfMainActor, detached, twoTasks
    case continuation, stream, streamOnMainActor, callback

    func perform(_ tools: Tools, isolation: isolated (any Actor)? = #isolation) async throws {
      let (counter, other) = (tools.counter, tools.other)
      switch self {
      case .send: _ = try await tools.transport.send(.test("/a"))
      case .sendLate: _ = try await tools.transport.send(.test("/late"))
      case .actor: await counter.count()
      case .actors: await counter.countOften(with: other)
      case .yields: for _ in 0..<10 { await Task.yield() }
      case .globalActor: await Shared.yield()
      case .mainActor: await counter.countOnMainActor()
      case .manyHops:
        for _ in 0..<20 {
          await counter.count()
          await other.count()
        }
      case .asyncLet:
        async let response = tools.transport.send(.test("/a"))
        async let count: Void = counter.count()
        _ = try await (response, count)
      case .group:
        try await withThrowingTaskGroup(of: Void.self) { group in
          for _ in 0..<5 { group.addTask { _ = try await tools.transport.send(.test("/a")) } }
          try await group.waitForAll()
        }
      case .sleepsInGroup:
        try await withThrowingTaskGroup(of: Void.self) { group in
          for second in 1...3 { group.addTask { try await tools.clock.sleep(for: .seconds(second)) } }
          try await group.waitForAll()
        }
      case .timeout:
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { _ = try await tools.transport.send(.test("/a")) }
          group.addTask { try await tools.clock.sleep(for: .seconds(5)) }
          try await group.next()
          group.cancelAll()
        }
      case .task: await Task { await counter.countOften(with: other) }.value
      case .taskOfMainActor: await Task { @MainActor in await counter.count() }.value
      case .detached: await Task.detached { await counter.count() }.value
      case .twoTasks:
        let first = Task { await counter.count() }
        await Task { await first.value }.value
      case .continuation:
        await withCheckedContinuation { continuation in
          Task {
            await counter.count()
            continuation.resume()
          }
        }
      case .stream: await Self.readStream(counter, other)
      case .streamOnMainActor: await Task { @MainActor in await Self.readStream(counter, other) }.value
      case .callback:
        try await withCallback { (end: @escaping @Sendable () -> Void) in
          Task {
            await counter.count()
            end()
          }
        }
      }
    }

    private static func readStream(_ counter: Counter, _ other: Counter) async {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      Task {
        for number in 0..<3 {
          await counter.count()
          continuation.yield(number)
        }
        continuation.finish()
      }
      for await _ in stream { await other.count() }
    }
  }

  protocol Poller: Sendable {
    var count: Int { get async }
    func poll(_ work: Work, _ tools: Tools) async throws
  }

  @MainActor private final class MainPoller: Poller {
    private(set) var count = 0

    func poll(_ work: Work, _ tools: Tools) async throws {
      while true {
        try await tools.clock.sleep(for: .seconds(30))
        try await work.perform(tools)
        count += 1
      }
    }
  }

  private actor ActorPoller: Poller {
    private(set) var count = 0

    func poll(_ work: Work, _ tools: Tools) async throws {
      while true {
        try await tools.clock.sleep(for: .seconds(30))
        try await work.perform(tools)
        count += 1
      }
    }
  }

  private final class FreePoller: Poller {
    private let polls = Guarded(0)

    var count: Int { polls.withLock { $0 } }

    func poll(_ work: Work, _ tools: Tools) async throws {
      while true {
        try await tools.clock.sleep(for: .seconds(30))
        try await work.perform(tools)
        polls.withLock { $0 += 1 }
      }
    }
  }
}
