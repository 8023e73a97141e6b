import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

@Suite("Real time", .timeLimit(.minutes(15)))
struct RealTimeTests {
  @Test("real time wakes what sleeps, also where its time has passed", arguments: [-1, 0, 1])
  func wakes(milliseconds: Int) async throws {
    let deadline = ContinuousClock.now + .milliseconds(milliseconds)
    try await RealTime.shared.sleep(until: deadline)
    #expect(ContinuousClock.now >= deadline)
  }

  @Test("real time forgets thousands of sleeps that are cancelled, before and after they begin")
  func forgets() async {
    let time = RealTime()
    for _ in 0..<Effort.count(40, full: 600) {
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<100 {
          group.addTask { await Result { try await time.sleep(until: .now + .seconds(604_800)) }.hasThrown }
        }
        group.cancelAll()
        for await isCancelled in group { #expect(isCancelled) }
      }
    }
    #expect(time.counts.sleeping == 0)
    #expect(time.counts.kept <= 64)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("real time ends a sleep once, which is cancelled when it has ended and before its task goes on")
  func endsOnce() async throws {
    // A sleep whose time has passed before it begins, as on a busy machine, has nothing to end.
    var hasSlept = false
    for _ in 0..<1_000 where !hasSlept {
      let executor = HeldExecutor()
      let sleeper = Task(executorPreference: executor) {
        defer { executor.added.finish() }
        try await RealTime.shared.sleep(until: .now + .milliseconds(1))
      }
      var jobs = executor.jobs.makeAsyncIterator()
      await jobs.next()?.runSynchronously(on: executor.asUnownedTaskExecutor())
      let wakeUp = await jobs.next()
      sleeper.cancel()
      wakeUp?.runSynchronously(on: executor.asUnownedTaskExecutor())
      try await sleeper.value
      hasSlept = wakeUp != nil
    }
    #expect(hasSlept)
  }

  @Test("real time runs what comes first")
  func first() async {
    let time = RealTime()
    await withCheckedContinuation { done in _ = time.run(at: .now) { done.resume() } }
    #expect(time.counts.sleeping == 0)
  }

  @Test("real time runs what an action adds")
  func added() async {
    let time = RealTime()
    await withCheckedContinuation { done in
      _ = time.run(at: .now) {
        time.run(at: .now + .seconds(3_600)) {}
        time.run(at: .now) { done.resume() }
      }
    }
    #expect(time.counts.sleeping == 1)
  }

  @Test("real time runs what comes now, whatever comes later")
  func now() async {
    let time = RealTime()
    time.run(at: .now + .seconds(3_600)) {}
    for _ in 0..<100 { await withCheckedContinuation { done in _ = time.run(at: .now) { done.resume() } } }
    #expect(time.counts.sleeping == 1)
  }

  @Test("real time keeps no deadlines of actions that are removed")
  func compact() {
    var queue = TimeQueue()
    let numbers = (0..<1_000).map { queue.add({}, at: .now + .seconds($0)) }
    #expect(queue.keptCount == 1_000)
    for number in numbers.shuffled() { queue.remove(number) }
    #expect(queue.count == 0)
    #expect(queue.keptCount <= 64)
  }

  @Test(
    "real time has its actions in the order of their deadlines, whatever is added and removed",
    arguments: 1...20 as ClosedRange<UInt64>)
  func order(seed: UInt64) {
    var random = Dice(seed: seed)
    let start = ContinuousClock.now
    var queue = TimeQueue()
    var model: [(second: Int, number: Int)] = []
    let ran = Protected<[Int]>([])
    for _ in 0..<2_000 {
      switch random.next() % 8 {
      case 0...3:
        let second = Int(random.next() % 50)
        // Numbers grow by one, from 1.
        let expected = Protected(0)
        let number = queue.add({ ran.withLock { $0.append(expected.withLock { $0 }) } }, at: start + .seconds(second))
        expected.withLock { $0 = number }
        model.append((second, number))
      case 4...6:
        guard !model.isEmpty else { continue }
        queue.remove(model.remove(at: Int(random.next() % UInt64(model.count))).number)
      default:
        let now = Int(random.next() % 50)
        for action in queue.takeDue(start + .seconds(now)) { action() }
        let due = model.filter { $0.second <= now }.sorted { ($0.second, $0.number) < ($1.second, $1.number) }
        model.removeAll { $0.second <= now }
        #expect(ran.withLock { $0 } == due.map(\.number))
        ran.withLock { $0 = [] }
      }
      #expect(queue.count == model.count)
      #expect(queue.keptCount <= max(64, 2 * model.count + 1))
    }
  }
}

/// An executor whose jobs run when a test says so.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class HeldExecutor: TaskExecutor {
  let (jobs, added) = AsyncStream.makeStream(of: UnownedJob.self)

  func enqueue(_ job: consuming ExecutorJob) { added.yield(UnownedJob(job)) }
}
