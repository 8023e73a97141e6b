import Dispatch
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

@Suite("Simulated code on the main actor", .timeLimit(.minutes(15)))
struct SimulatedMainExecutorTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A race between answers is found, and its seed replays it each time, step by step")
  func found() async throws {
    let exploration = Exploration(runs: 200)
    let failure = try #require(await exploration.firstFailure { try await typeWordOnMainActor() })
    #expect(failure.run.error is Bug)
    for _ in 0..<Effort.count(8, full: 100) {
      let replay = await exploration.replay(failure.seed) { try await typeWordOnMainActor() }
      try #require(replay.error is Bug)
      try #require(replay.isReplay(of: failure.run))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Every seed is one run", arguments: Effort.seeds(12, full: 60))
  func stable(seed: UInt64) async {
    let runs = await withTaskGroup(of: [SimulatedRun].self) { group in
      for _ in 0..<4 {
        group.addTask {
          var runs: [SimulatedRun] = []
          for _ in 0..<5 { runs.append(await Exploration().replay(seed) { try await typeWordOnMainActor() }) }
          return runs
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(runs.allSatisfy { $0.isReplay(of: runs[0]) && $0.outsideWakes == 0 })
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A body on the main actor may sleep on the simulation's clock, and time waits for the main actor")
  func sleeps() async {
    let run = await Exploration().replay(1) { @MainActor in
      let clock = VirtualClock.simulated
      async let other: Void = clock.sleep(for: .seconds(10))
      for second in 1...5 {
        try await clock.sleep(for: .seconds(1))
        guard clock.now.offset == .seconds(second) else { throw Bug("it is \(clock.now)") }
      }
      try await other
    }
    #expect(run.error == nil)
    #expect(run.time == .seconds(10))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("It is the main actor: on its queue, and isolated where code asks")
  func isTheMainActor() async {
    let run = await Exploration().replay(1) {
      try await Self.checkMainActor()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<3 { group.addTask { try await Self.checkMainActor() } }
        try await group.waitForAll()
      }
      try await Task { @MainActor in try await Self.checkMainActor() }.value
      try await Task.detached { try await Self.checkMainActor() }.value
    }
    #expect(run.error == nil)
    #expect(run.outsideWakes == 0)
  }

  @MainActor
  private static func checkMainActor() async throws {
    for _ in 0..<2 {
      dispatchPrecondition(condition: .onQueue(.main))
      MainActor.preconditionIsolated()
      assumeMainActor()
      await Task.yield()
    }
  }

  private nonisolated static func assumeMainActor() {
    MainActor.assumeIsolated { dispatchPrecondition(condition: .onQueue(.main)) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Nothing comes between two calls on the main actor that do not suspend")
  func noSwitchWithin() async {
    for seed in 1...50 as ClosedRange<UInt64> {
      let run = await Exploration().replay(seed) { @MainActor in
        let counter = MainCounter()
        await withTaskGroup(of: Void.self) { group in
          for _ in 0..<4 { group.addTask { await counter.increment() } }
        }
        var tasks: [Task<Void, Never>] = []
        for _ in 0..<4 { tasks.append(Task { await counter.increment() }) }
        for task in tasks { await task.value }
        guard counter.count == 8 else { throw Bug("counted \(counter.count)") }
      }
      #expect(run.error == nil)
    }
  }

  @MainActor
  private final class MainCounter {
    private(set) var count = 0

    func increment() async {
      let old = count
      await pass()
      count = old + 1
    }

    private func pass() async {}
  }
}
