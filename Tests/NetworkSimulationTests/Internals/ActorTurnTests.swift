import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

private protocol Counting: Actor {
  func count() async
}

/// An actor that is called in some turns, and calls itself as any other.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private actor Counter: Counting {
  private(set) var value = 0
  private var isCounting = false
  private(set) var wasInterrupted = false

  func set(_ value: Int) { self.value = value }

  func count() async { preconditionIsolated() }

  func countTwice() async {
    wasInterrupted = wasInterrupted || isCounting
    isCounting = true
    for _ in 1...2 { await Self.count(self) }
    isCounting = false
  }

  /// As code that knows nothing of the actor's type.
  private static func count<Counter: Counting>(_ counter: Counter) async { await counter.count() }
}

/// An actor whose tasks call another one.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private actor Caller {
  private let counter: Counter

  init(_ counter: Counter) { self.counter = counter }

  func increment() async {
    let value = await counter.value
    await counter.set(value + 1)
  }
}

@Suite("Calls of idle actors", .timeLimit(.minutes(15)))
struct ActorTurnTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("calls of idle actors are choices of a run if that is asked for, and its seed repeats them")
  func choices() async throws {
    let body: @Sendable () async throws -> Void = {
      let counter = Counter()
      // Each has an actor of its own, so that none waits for the other.
      let tasks = [Caller(counter), Caller(counter)].map { caller in Task { await caller.increment() } }
      for task in tasks { await task.value }
      if await counter.value != 2 { throw Bug("lost an update") }
    }
    #expect(await Exploration().firstFailure(body) == nil)
    for strategy in [SimulationStrategy.random, .preemptions(atMost: 1), .priorities(changes: 1), .mixed] {
      let exploration = Exploration(strategy: strategy, faults: .busyActors)
      let failure = try #require(await exploration.firstFailure(body), "\(strategy)")
      #expect(failure.run.outsideWakes == 0)
      for _ in 1...5 { #expect(await exploration.replay(failure.seed, body).isReplay(of: failure.run)) }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "calls of idle actors are none where an actor calls itself, in a task of its own or in a child",
    arguments: [true, false])
  func ownCalls(isChild: Bool) async {
    for seed in Effort.seeds(50, full: 500) {
      let run = await Exploration(strategy: .random, faults: .busyActors).replay(seed) {
        let counter = Counter()
        @Sendable func use() async {
          await counter.set(1)
          await counter.countTwice()
        }
        if isChild {
          try await together(use, use)
        } else {
          for task in [Task { await use() }, Task { await use() }] { await task.value }
        }
        if await counter.wasInterrupted { throw Bug("another one came between") }
      }
      #expect(run.error == nil && run.outsideWakes == 0)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func visit(_ counter: Counter, doing work: Protected<Int>) async {
    await counter.set(1)
    work.withLock { $0 += 1 }
    await counter.set(0)
  }

  /// Calls an actor twice in a row, with nothing in between.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func visitAtOnce(_ counter: Counter) async {
    await counter.set(1)
    await counter.set(0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "calls of idle actors are one turn if a function of no actor makes them in a row, unless it does something in between",
    arguments: [true, false])
  func inARow(hasWork: Bool) async {
    let failure = await Exploration(faults: .busyActors).firstFailure {
      let counter = Counter()
      let writer = Task {
        if hasWork { await Self.visit(counter, doing: Protected(0)) } else { await Self.visitAtOnce(counter) }
      }
      let reader = Task { await counter.value }
      await writer.value
      if await reader.value == 1 { throw Bug("came between") }
    }
    #expect((failure != nil) == hasWork)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("calls of idle actors run the tasks in an actor's line in the order in which the runtime does")
  func order() async {
    func order(_ faults: SimulatedFaults, _ seed: UInt64) async -> [Int] {
      let order = Protected<[Int]>([])
      _ = await Exploration(strategy: .answerOrder, faults: faults).replay(seed) {
        let actor = Line(order)
        let priorities: [TaskPriority] = [.low, .medium, .background, .high, .medium, .low, .high]
        let tasks = priorities.enumerated().map { number, priority in
          Task(priority: priority) { await actor.run(number) }
        }
        for task in tasks { await task.value }
      }
      return order.withLock { $0 }
    }
    for seed in 1...8 as ClosedRange<UInt64> {
      let orders = (await order([], seed), await order(.busyActors, seed))
      #expect(orders.0.count == 7 && orders.0 == orders.1, "\(orders)")
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private actor Line {
    private let order: Protected<[Int]>

    init(_ order: Protected<[Int]>) { self.order = order }

    func run(_ number: Int) { order.withLock { $0.append(number) } }
  }

  @globalActor
  private actor Shared {
    static let shared = Shared()

    private(set) var count = 0

    func add() { count += 1 }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("calls of idle actors lose no task of an actor that runs share with code outside of them")
  func shared() async {
    let (runs, calls) = (Effort.count(20, full: 200), 50)
    @Sendable func call() async {
      let tasks = (1...calls).map { _ in Task { await Shared.shared.add() } }
      for task in tasks { await task.value }
    }
    await withTaskGroup(of: Void.self) { group in
      for number in 1...4 as ClosedRange<UInt64> {
        group.addTask {
          for run in 1...UInt64(runs) {
            let run = await Exploration(faults: .busyActors).replay(run * 10 + number, call)
            #expect(run.end == .ended && run.error == nil)
          }
        }
        group.addTask { for _ in 1...runs { await call() } }
      }
    }
    #expect(await Shared.shared.count == 8 * runs * calls)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func finds(_ experiment: ActorExperiment) async -> Bool {
    _ = RuntimeHooks.begin()
    defer { RuntimeHooks.end() }
    return await withCheckedContinuation { continuation in
      SimulationThread.perform {
        TaskStatus.prepare()
        continuation.resume(returning: experiment.find() != nil)
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("calls of idle actors are found to be possible with the runtime of this system")
  func found() async {
    let experiment = ActorExperiment()
    #expect(await Self.finds(experiment))
    #expect(experiment.events == ["call", "call", "answer", "answer", "return", "return"])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("calls of idle actors stay as they are with a runtime that works otherwise, and nothing gets stuck")
  func otherRuntimes() async {
    let others = [
      ActorExperiment(offsets: JobOffsets(next: 24)), ActorExperiment(offsets: JobOffsets(flags: 40)),
      ActorExperiment(offsets: JobOffsets(actor: 48)), ActorExperiment(changesTurns: false),
    ]
    for experiment in others {
      #expect(await !Self.finds(experiment))
      #expect(experiment.events.sorted() == ["answer", "answer", "call", "call", "return", "return"])
    }
    let older = ActorExperiment(function: "swift_task_of_another_runtime")
    #expect(await !Self.finds(older))
    #expect(older.events.isEmpty)
  }
}
