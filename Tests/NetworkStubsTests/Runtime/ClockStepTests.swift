import Dispatch
import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("What belongs to a step of a clock", .timeLimit(.minutes(15)))
struct ClockStepTests {
  @Test(
    "what belongs to a step of a clock looks again after work of its own, and not for ever after what may be a stranger's",
    arguments: [true, false])
  func doubtful(isOthers: Bool) async {
    let step = ClockStep()
    let turns = Protected(0), isOver = Protected(false)
    /// Does a piece of work in each turn of the main queue.
    @Sendable func work() {
      let turn = turns.withLock { turns in
        turns += 1
        return turns
      }
      _ = step.begin(.awakening, isDoubtful: isOthers)
      if !isOver.withLock({ $0 }), isOthers || turn < 300 { DispatchQueue.main.async { work() } }
    }
    await withCheckedContinuation { continuation in
      DispatchQueue.main.async {
        work()
        step.whenSettled { continuation.resume() }
      }
    }
    isOver.withLock { $0 = true }
    let count = turns.withLock { $0 }
    #expect(isOthers ? count >= 100 : count == 300)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  /// The jobs of tasks that do not run before the body has ended.
  private func withJobs(_ count: Int, _ body: ([UnownedJob]) async throws -> Void) async rethrows {
    let pool = SettledTests.FullPool()
    let tasks = (0..<count).map { _ in Task(executorPreference: pool) {} }
    try await body(pool.jobs.withLock { $0 })
    pool.runAll()
    for task in tasks { await task.value }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a job on the main queue that has a task is that task's, and no step's that happens to be in progress")
  func stranger() async {
    await withJobs(2) { jobs in
      let step = ClockStep()
      step.addTask(of: jobs[0])
      let counts = await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume(returning: jobs.map { ClockStep.works(of: $0).count }) }
      }
      #expect(counts == [1, 0])
      step.forget()
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a task that is older than the clock belongs to no step of it")
  func older() async throws {
    try await withJobs(2) { jobs in
      let step = ClockStep(oldest: try #require(CurrentTask.id(of: jobs[1])))
      step.addTask(of: jobs[0])
      step.addTask(of: jobs[1])
      #expect(jobs.map { ClockStep.works(of: $0).count } == [0, 1])
      step.forget()
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a thread of a step takes no job of a task that is older than the clock")
  func olderOnThread() async throws {
    try await withJobs(2) { jobs in
      let step = ClockStep(oldest: try #require(CurrentTask.id(of: jobs[1])))
      let thread = CaughtJobs(of: step)
      #expect(jobs.map(thread.takes) == [false, true])
      step.forget()
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "a job of an actor may be each step's that is in progress, if the main queue makes it ready",
    arguments: [true, false])
  func actorJob(isOfMainQueue: Bool) async throws {
    try await withJobs(1) { jobs in
      let (pool, counter) = (SettledTests.FullPool(), SettledTests.Counter())
      let task = Task(executorPreference: pool) { await counter.count() }
      // The task begins, and waits for its turn on the actor.
      let first = try #require(pool.jobs.withLock { $0.isEmpty ? nil : $0.removeFirst() })
      first.runSynchronously(on: pool.asUnownedTaskExecutor())
      let job = try #require(pool.jobs.withLock { $0.first { CurrentTask.id(of: $0) == nil } })
      let step = ClockStep()
      step.addTask(of: jobs[0])
      let count = await withCheckedContinuation { continuation in
        (isOfMainQueue ? DispatchQueue.main : DispatchQueue.global()).async {
          continuation.resume(returning: ClockStep.works(of: job).count { $0.step === step })
        }
      }
      #expect(count == (isOfMainQueue ? 1 : 0))
      step.forget()
      pool.runAll()
      await task.value
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("each job that a prelude notes makes it look again")
  func noted() async throws {
    try await withJobs(2) { jobs in
      let root = try #require(CurrentTask.id(of: jobs[0]))
      ClockStep.follow(root)
      let prelude = try #require(ClockStep.prelude(of: root))
      let counts = prelude.perform {
        (0..<3).map { _ in
          _ = ClockStep.works(of: jobs[1])
          return prelude.contents.withLock { $0.count }
        }
      }
      #expect(counts == [1, 2, 3])
      ClockStep.unfollow(root)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "a task that is about to sleep on a clock is asleep for a step, and not for a prelude", arguments: [true, false])
  func noteSleep(isPrelude: Bool) async throws {
    try await withJobs(1) { jobs in
      let root = try #require(CurrentTask.id(of: jobs[0]))
      // A task of a step is known by its job, and so by the hooks.
      ClockStep.follow(root)
      let step = isPrelude ? try #require(ClockStep.prelude(of: root)) : ClockStep()
      let task = step.perform {
        Task {
          ClockStep.noteSleep()
          return CurrentTask.id
        }
      }
      let id = try #require(await task.value)
      let (tasks, asleep) = step.contents.withLock { ($0.tasks, $0.asleep) }
      #expect(tasks[id] != nil && asleep == (isPrelude ? [] : [id]))
      step.forget()
      ClockStep.unfollow(root)
    }
  }

  @Test(
    "what belongs to a step of a clock has as long again where its work goes on, whatever the machine needs for that; not if that has no end"
  )
  func goesOn() {
    var left = ClockStep.Patience(first: 10, count: 10, extensions: 0)
    let start = left.start
    let nothing = left.begins(at: 10)
    #expect(!nothing && left.start == start)
    for count in 11..<100 {
      let begins = left.begins(at: count)
      #expect(begins)
    }
    #expect(left.start > start && left.extensions == 0)
    let isEndless = !left.begins(at: 1_010)
    #expect(isEndless)
  }

  @Test(
    "what belongs to a step of a clock has a little longer where it stands still, and as long as others wait for a turn, a few times"
  )
  func standsStill() {
    var left = ClockStep.Patience(first: 0, count: 0, extensions: 2)
    let first = left.extend(by: .seconds(30), of: 60)
    #expect(first && left.start + .seconds(60) > .now + .seconds(29))
    let withoutTurn = left.extend(by: nil, of: 60)
    #expect(!withoutTurn)
    let second = left.extend(by: .zero, of: 60)
    #expect(second && left.start + .seconds(60) < .now + .seconds(2))
    let third = left.extend(by: .zero, of: 60)
    #expect(!third)
  }
}
