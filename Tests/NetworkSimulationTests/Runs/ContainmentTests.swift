import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

@Suite("What stays in a simulation", .timeLimit(.minutes(15)))
struct ContainmentTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func isInside() -> Bool { SimulationThread.simulation != nil }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private actor Counter {
    func isInside() -> Bool { ContainmentTests.isInside() }
    func insideOfTask() async -> Bool { await Task { ContainmentTests.isInside() }.value }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Child tasks, actors, tasks made with Task { } and detached ones run on the simulation's thread")
  func everythingOfTheTask() async {
    let inside = Protected<[Bool]>([])
    let run = await Exploration().replay(1) {
      let note = { @Sendable (value: Bool) in inside.withLock { $0.append(value) } }
      note(Self.isInside())
      async let child = Self.isInside()
      note(await child)
      await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<3 {
          group.addTask {
            await Task.yield(); return Self.isInside()
          }
        }
        for await value in group { note(value) }
      }
      note(await Counter().isInside())
      note(await Counter().insideOfTask())
      note(
        await Task {
          await Task.yield(); return Self.isInside()
        }.value)
      note(
        await Task.detached {
          await Task.yield(); return Self.isInside()
        }.value)
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      let reader = Task {
        for await _ in stream {}; return Self.isInside()
      }
      continuation.yield(1)
      continuation.finish()
      note(await reader.value)
    }
    #expect(inside.withLock { $0 } == Array(repeating: true, count: 10))
    #expect(run.outsideWakes == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A task that a dispatch queue wakes comes back")
  func comesBack() async {
    let inside = Protected(false)
    let run = await Exploration().replay(1) {
      let waiting = Protected<CheckedContinuation<Void, Never>?>(nil)
      let task = Task {
        await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
        inside.withLock { $0 = Self.isInside() }
      }
      while true {
        await Task.yield()
        guard let continuation = waiting.withLock({ $0 }) else { continue }
        // It sleeps, or this would not run.
        DispatchQueue.global().async { continuation.resume() }
        break
      }
      await task.value
    }
    #expect(inside.withLock { $0 })
    #expect(run.outsideWakes == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Thirty seconds pass as soon as nothing else can go on")
  func virtualTime() async {
    let run = await Exploration().replay(1) {
      let clock = VirtualClock.simulated
      for _ in 0..<300 { try await clock.sleep(for: .milliseconds(100)) }
    }
    #expect(run.time == .seconds(30))
    #expect(run.error == nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A cancelled sleep ends at once")
  func cancelledSleep() async {
    let run = await Exploration().replay(1) {
      let sleeper = Task { try await VirtualClock.simulated.sleep(for: .seconds(1_000)) }
      await Task.yield()
      sleeper.cancel()
      await #expect(throws: CancellationError.self) { try await sleeper.value }
    }
    #expect(run.time == .zero)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Tasks that are not awaited continue elsewhere when the run is over")
  func leftOver() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Bool.self)
    await withTaskGroup(of: Void.self) { group in
      for seed in 1...5 as ClosedRange<UInt64> {
        _ = await Exploration().replay(seed) {
          for _ in 0..<10 {
            Task {
              for _ in 0..<1_000 { await Task.yield() }
              continuation.yield(true)
            }
          }
        }
      }
    }
    var count = 0
    for await _ in stream {
      count += 1
      if count == 50 { break }
    }
    #expect(count == 50)
  }
}
