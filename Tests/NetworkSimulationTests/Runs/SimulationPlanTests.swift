import NetworkStubs
import NetworkTesting
import Testing

@testable import NetworkSimulation

@Suite("The seeds of a simulated test")
struct SimulationPlanTests {
  @Test("Each run has one of its own")
  func runs() throws {
    #expect(try SimulationPlan(SimulationPlan.seeds(from: 5, count: 3), environment: [:]).seeds == 5...7)
    #expect(SimulationPlan.seeds(from: .max, count: 3) == .max ... .max)
    #expect(try SimulationPlan(0...(.max), environment: [:]).count == .max / 2)
  }

  @Test("NETWORK_TESTING_SEED makes one run")
  func seed() throws {
    #expect(try SimulationPlan(1...200, environment: ["NETWORK_TESTING_SEED": "37"]).seeds == 37...37)
  }

  @Test("NETWORK_TESTING_SEED may name the trace as well")
  func trace() throws {
    let plan = try SimulationPlan(1...200, environment: ["NETWORK_TESTING_SEED": "37:0a9e2717"])
    #expect(plan.seeds == 37...37)
    #expect(plan.trace == "a9e2717")
    #expect(try SimulationPlan(1...200, environment: ["NETWORK_TESTING_SEED": "37"]).trace == nil)
  }

  @Test("NETWORK_TESTING_RUNS makes more runs, but leaves a test alone that names its seed")
  func moreRuns() throws {
    let environment = ["NETWORK_TESTING_RUNS": "10000"]
    #expect(try SimulationPlan(3...10, environment: environment).count == 10_000)
    #expect(try SimulationPlan(3...3, environment: environment).seeds == 3...3)
  }

  @Test(
    "A malformed value is an error that says so",
    arguments: ["", "x", "-1", "1.5", "99999999999999999999", "1:", "1:x", ":1"])
  func malformed(value: String) {
    let error = #expect(throws: SimulationError.self) {
      try SimulationPlan(1...2, environment: ["NETWORK_TESTING_SEED": value])
    }
    #expect(error?.description.contains("NETWORK_TESTING_SEED is not a seed: \"\(value)\"") == true)
    #expect(throws: SimulationError.self) {
      try SimulationPlan(1...2, environment: ["NETWORK_TESTING_RUNS": value])
    }
  }
}
