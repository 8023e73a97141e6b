import Dispatch
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

/// Polls every thirty seconds on a clock, each with a different way to spend the time between.
@Suite("A step of a clock ends when what it woke has settled", .timeLimit(.minutes(15)))
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
      await tools.clock.advance(by: .seconds(359))
      #expect((10...11).contains(await poller.count))
      task.cancel()
      _ = try? await task.value
    }
  }

  // They take the processors from all tests beside this one, so they are few, and end soon.
  @Test("what it does not wait for: strangers on the main actor and on the pool")
  func strangers() async throws {
    let isOver = Protected(false)
    // Also if the test throws, or they would go on until the process ends.
    defer { isOver.withLock { $0 = true } }
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
    let isOver = Protected(false)
    let task = Task {
      try await clock.sleep(for: .seconds(30))
      await shared.begin {
        for _ in 0..<5 { await Task.yield() }
        isOver.withLock { $0 = true }
      }
    }
    await clock.advance(by: .seconds(31))
    let isLate = !isOver.withLock { $0 }
    _ = await task.result
    return isLate
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "a step of a clock ends when what it woke has settled says once what still runs when it does not settle, and goes on"
  )
  func unsettled() async throws {
    let problems = Protected<[Problem]>([])
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
    let jobs = Protected<[UnownedJob]>([])

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
    let problems = Protected<[Problem]>([])
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
