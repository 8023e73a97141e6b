import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

/// A seed is the same run on every machine. How often code suspends depends on the compiler, so the traces are those of one.
#if swift(>=6.3) && swift(<6.4) && DEBUG
  @Suite("The traces of seeds", .timeLimit(.minutes(15)))
  struct SimulationTraceTests {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("the traces of seeds are those that were recorded on Linux")
    func recorded() async throws {
      var lines: [String] = []
      for bug in ClassicBug.allCases {
        for seed in UInt64(1)...5 {
          let run = await Exploration(runs: 200).replay(seed) { try await bug.showBug() }
          lines.append("\(bug) \(seed): \(run.steps) steps, trace \(run.trace)")
        }
      }
      try expectGolden(lines.joined(separator: "\n"), "Simulation/traces.txt")
    }
  }
#endif
