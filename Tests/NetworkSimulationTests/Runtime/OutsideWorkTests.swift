import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("What leaves a simulation", .timeLimit(.minutes(15)))
struct OutsideWorkTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A mocked session answers in a simulated test")
  func session() async throws {
    let run = await Exploration(patience: .seconds(60)).replay(1) {
      // Optional, since the run that is made again may end before it asks.
      let session = URLSession.mocked(by: MockTransport(.get("/a").respond(with: .text("tea")).optional()))
      let (data, _) = try await session.data(for: .to("/a"))
      guard String(decoding: data, as: UTF8.self) == "tea" else { throw Bug("got another answer") }
    }
    #expect(run.error == nil)
    #expect(run.end == .ended)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A callback from a dispatch queue is waited for")
  func callback() async {
    let run = await Exploration().replay(1) {
      _ = try await withCallback { (callback: @escaping @Sendable (Int) -> Void) in
        DispatchQueue.global().async { callback(1) }
      }
    }
    #expect(run.end == .ended)
    #expect(run.error == nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A callback that does not come is named")
  func missingCallback() async {
    let line = #line + 2
    let run = await Exploration(patience: .zero).replay(1) {
      _ = try await withCallback { (callback: @escaping @Sendable (Int) -> Void) in callback }
    }
    #expect(run.end == .stuck)
    #expect(run.record.waitTexts == ["the callback awaited at OutsideWorkTests.swift:\(line)"])
  }

  // A process of its own exists on these systems only.
  #if os(macOS) || os(Linux)
    @Test("The patience of a run ends even while no thread of the pool is free", .exitTest)
    func blockedPool() async {
      await #expect(processExitsWith: .success) {
        let count = ProcessInfo.processInfo.activeProcessorCount
        let (isBlocked, release) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        func block() {
          isBlocked.signal()
          release.wait()
        }
        for _ in 0..<count { Task.detached { block() } }
        let share = await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            for _ in 0..<count { isBlocked.wait() }
            var probe = PoolProbe()
            _ = probe.share()
            let share = probe.share()
            for _ in 0..<count { release.signal() }
            continuation.resume(returning: share)
          }
        }
        #expect(share > 0)
      }
    }
  #endif

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("What is handed over while a run ends is done all the same")
  func handedOverAtTheEnd() async {
    for seed in 1...UInt64(Effort.count(100, full: 10_000)) {
      let simulation = Simulation(seed: seed, settings: SimulationSettings())
      let (isOver, isDone) = (Protected(false), DispatchSemaphore(value: 0))
      let run = await simulation.run {
        Thread.detachNewThread {
          let work = DispatchSemaphore(value: 0)
          while !isOver.withLock({ $0 }) {
            simulation.handOver { work.signal() }
            work.wait()
          }
          isDone.signal()
        }
        await Task.yield()
      }
      #expect(run.end == .ended)
      isOver.withLock { $0 = true }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          isDone.wait()
          continuation.resume()
        }
      }
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Runs at the same time do not meet")
  func together() async {
    let runs = await withTaskGroup(of: SimulatedRun.self, returning: [SimulatedRun].self) { group in
      for _ in 0..<40 {
        group.addTask { await Exploration().replay(7) { try await typeWord(into: CarefulSearchModel.self) } }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(runs.allSatisfy { $0.isReplay(of: runs[0]) && $0.outsideWakes == 0 })
  }
}
