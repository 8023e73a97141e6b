import Foundation
import TestSupport
import Testing

@testable import NetworkSimulation
@testable import NetworkStubs
@testable import NetworkTesting

/// A part of everything; all of it with `NETWORK_TESTING_FULL=1`.
@Suite("The zoo of bugs", .timeLimit(.minutes(30)))
struct ZooTests {
  private static let starts: [UInt64] = Array((0..<Effort.count(1, full: 20)).map { UInt64($0 * 1_000 + 1) })

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Each bug is found from every first seed, and its seed replays it step by step", arguments: Specimen.all)
  func found(_ specimen: Specimen) async throws {
    try await find(specimen)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("So it is over a mocked session", arguments: Effort.every(5, of: Specimen.all))
  func foundOverSession(_ specimen: Specimen) async throws {
    try await Remote.$isOverSession.withValue(true) { try await find(specimen) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func find(_ specimen: Specimen) async throws {
    var counts: [Int] = []
    for start in Self.starts {
      let exploration = Exploration(runs: 200, faults: specimen.faults, patience: .zero)
      let failure = await exploration.firstFailure(from: start) { try await specimen.use(false) }
      let found = try #require(failure, "not found from seed \(start)")
      counts.append(Int(found.seed - start) + 1)
      #expect(found.run.outsideWakes == 0)
      guard start == 1 else { continue }
      for _ in 0..<Effort.count(3, full: 50) {
        let replay = await exploration.replay(found.seed) { try await specimen.use(false) }
        try #require(replay.isReplay(of: found.run))
      }
    }
    let (median, most) = (counts.sorted()[counts.count / 2], counts.max() ?? 0)
    if Effort.isFull() {
      print(
        "Found by run \(median) in the median, \(most) at most\(Remote.isOverSession ? " (session)" : ""): \(specimen.name)"
      )
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("No run of a corrected twin raises an alarm", arguments: Specimen.all)
  func corrected(_ specimen: Specimen) async {
    await check(specimen)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A cache over a mocked session does not outlive its run either", arguments: Effort.every(5, of: Specimen.all))
  func correctedOverSession(_ specimen: Specimen) async {
    await Remote.$isOverSession.withValue(true) { await check(specimen) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func check(_ specimen: Specimen) async {
    let exploration = Exploration(runs: Effort.count(50, full: 2_000), faults: specimen.faults, patience: .zero)
    let failure = await exploration.firstFailure { try await specimen.use(true) }
    #expect(failure == nil, "\(String(describing: failure?.seed)) \(String(describing: failure?.run.result))")
  }
}
