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
  @Test("So it is over a session, mocked or untouched", arguments: Effort.every(5, of: Specimen.all), sessions)
  func foundOverSession(_ specimen: Specimen, _ seam: Remote.Seam) async throws {
    try await Remote.$seam.withValue(seam) { try await find(specimen) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func find(_ specimen: Specimen) async throws {
    var counts: [Int] = []
    for start in Self.starts {
      let exploration = Exploration(runs: 200, faults: specimen.faults, patience: .zero)
      let failure = try await Remote.withRuns {
        await exploration.firstFailure(from: start) { try await Remote.withRun { try await specimen.use(false) } }
      }
      let found = try #require(failure, "not found from seed \(start)")
      counts.append(Int(found.seed - start) + 1)
      #expect(found.run.outsideWakes == 0)
      guard start == 1 else { continue }
      for _ in 0..<Effort.count(3, full: 50) {
        let replay = try await Remote.withRuns {
          await exploration.replay(found.seed) { try await Remote.withRun { try await specimen.use(false) } }
        }
        try #require(replay.isReplay(of: found.run))
      }
    }
    let (median, most) = (counts.sorted()[counts.count / 2], counts.max() ?? 0)
    if Effort.isFull() {
      print("Found by run \(median) in the median, \(most) at most (\(Remote.seam)): \(specimen.name)")
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("No run of a corrected twin raises an alarm", arguments: Specimen.all)
  func corrected(_ specimen: Specimen) async throws {
    try await check(specimen)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "Nor does one over a session, mocked or untouched", arguments: Effort.every(5, of: Specimen.all), sessions)
  func correctedOverSession(_ specimen: Specimen, _ seam: Remote.Seam) async throws {
    try await Remote.$seam.withValue(seam) { try await check(specimen) }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func check(_ specimen: Specimen) async throws {
    let exploration = Exploration(runs: Effort.count(50, full: 2_000), faults: specimen.faults, patience: .zero)
    let failure = try await Remote.withRuns {
      await exploration.firstFailure { try await Remote.withRun { try await specimen.use(true) } }
    }
    #expect(failure == nil, "\(String(describing: failure?.seed)) \(String(describing: failure?.run.result))")
  }

  private static let sessions: [Remote.Seam] = [.mockedSession, .untouchedSession]
}
