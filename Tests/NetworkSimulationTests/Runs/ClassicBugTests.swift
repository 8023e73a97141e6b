import Foundation
import TestSupport
import Testing

@testable import NetworkSimulation
@testable import NetworkStubs
@testable import NetworkTesting

@Suite("The classic bugs", .timeLimit(.minutes(30)))
struct ClassicBugTests {
  private static let allStrategies: [SimulationStrategy] = [.mixed, .random, .preemptions(atMost: 2), .answerOrder]

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Each is found within 200 runs, and its seed shows it each time", arguments: ClassicBug.allCases)
  func found(bug: ClassicBug) async throws {
    let exploration = Exploration(runs: 200)
    let failure = try #require(await exploration.firstFailure { try await bug.showBug() })
    #expect(failure.run.error is Bug)
    for _ in 0..<Effort.count(5, full: 100) {
      let replay = await exploration.replay(failure.seed) { try await bug.showBug() }
      try #require(replay.isReplay(of: failure.run))
      try #require(replay.error is Bug)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Each strategy finds those that it can", arguments: ClassicBug.allCases, allStrategies)
  func each(bug: ClassicBug, strategy: SimulationStrategy) async {
    let failure = await Exploration(runs: 200, strategy: strategy).firstFailure { try await bug.showBug() }
    #expect(failure != nil)
  }

  /// 10,000 runs in full mode, `NETWORK_TESTING_FULL=1`.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("The corrected model passes every run", arguments: ClassicBug.allCases)
  func corrected(bug: ClassicBug) async {
    let failure = await Exploration(runs: Effort.count(50, full: 10_000)).firstFailure {
      try await bug.showCorrection()
    }
    #expect(failure == nil, "\(String(describing: failure?.seed)) \(String(describing: failure?.run.result))")
  }
}
