import Foundation
import NetworkStubs
import NetworkTesting
import Testing

@testable import NetworkSimulation

@Suite("Tests beside a simulation", .timeLimit(.minutes(15)))
struct StrangersTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static var isInside: Bool { SimulationThread.simulation != nil }

  /// Simulated bodies on the main actor and off it, each with the run that it made alone.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func simulate(_ number: Int) async -> SimulatedRun {
    await Exploration().replay(UInt64(number % 10 + 1)) {
      if number.isMultiple(of: 2) {
        try? await typeWordOnMainActor()
      } else {
        try? await typeWord(into: CarefulSearchModel.self)
      }
    }
  }

  @MainActor
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func workOnMainActor() async -> Int {
    var strangers = 0
    for _ in 0..<4 {
      if isInside { strangers += 1 }
      if await Task.detached(operation: { await taken() }).value { strangers += 1 }
      if await Task(operation: { await taken() }).value { strangers += 1 }
    }
    return strangers
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func work() async -> Int {
    var strangers = 0
    for _ in 0..<4 where await Task.detached(operation: { await taken() }).value { strangers += 1 }
    return strangers
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func taken() async -> Bool {
    if isInside { return true }
    await Task.yield()
    return isInside
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("200 simulated and 500 ordinary tests, half of each on the main actor, do not disturb each other")
  func together() async {
    var alone: [SimulatedRun] = []
    for number in 0..<10 { alone.append(await Self.simulate(number)) }
    let expected = alone
    let (strangers, differences) = await withTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<200 {
        group.addTask {
          let run = await Self.simulate(number)
          return (0, run.isReplay(of: expected[number % 10]) && run.outsideWakes == 0 ? 0 : 1)
        }
      }
      for number in 0..<500 {
        group.addTask { (await number.isMultiple(of: 2) ? Self.workOnMainActor() : Self.work(), 0) }
      }
      return await group.reduce(into: (0, 0)) { $0 = ($0.0 + $1.0, $0.1 + $1.1) }
    }
    #expect(strangers == 0)
    #expect(differences == 0)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A task outside that a run wakes continues outside")
  func wokenByRun() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let outside = Task {
      for await _ in stream {}
      return await Self.taken()
    }
    let run = await Exploration().replay(1) {
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<3 {
          group.addTask {
            continuation.yield()
            await Task.yield()
          }
        }
      }
      continuation.finish()
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(await outside.value == false)
    #expect(run.outsideWakes == 0)
  }
}
