/// Which seeds a simulated test runs with: those of its trait, unless the environment says otherwise.
struct SimulationPlan {
  static let seedVariable = "NETWORK_TESTING_SEED"
  static let runsVariable = "NETWORK_TESTING_RUNS"

  let seeds: ClosedRange<UInt64>

  var count: Int {
    let (count, overflow) = Int(clamping: seeds.upperBound - seeds.lowerBound).addingReportingOverflow(1)
    return overflow ? .max : count
  }

  init(_ seeds: ClosedRange<UInt64>, environment: [String: String]) throws {
    if let text = environment[Self.seedVariable] {
      guard let seed = UInt64(text) else { throw SimulationError(.malformedSeed, value: text) }
      self.seeds = seed...seed
    } else if seeds.lowerBound < seeds.upperBound, let text = environment[Self.runsVariable] {
      guard let runs = UInt64(text), runs > 0 else { throw SimulationError(.malformedRuns, value: text) }
      self.seeds = Self.seeds(from: seeds.lowerBound, count: runs)
    } else {
      self.seeds = seeds
    }
  }

  static func seeds(from first: UInt64, count: UInt64) -> ClosedRange<UInt64> {
    let (last, overflow) = first.addingReportingOverflow(max(count, 1) - 1)
    return first...(overflow ? .max : last)
  }
}
