import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

@Suite("The search for a simpler run", .timeLimit(.minutes(15)))
struct SimplificationTests {
  /// A run with choices, of nothing.
  private static func run(_ choices: SimulatedChoices) -> SimulatedRun { SimulatedRun(choices) }

  @Test(
    "the search for a simpler run keeps the choices without which the run does not fail, and no others",
    arguments: Effort.seeds(15, full: 200))
  func minimal(seed: UInt64) async throws {
    var generator = Dice(seed: seed)
    var choices = SimulatedChoices()
    choices.turns = (0..<60).map { _ in generator.index(below: 4) }
    choices.ways = (0..<5).map { _ in
      SimulatedWay(latency: .milliseconds(generator.index(below: 1_000)), toService: nil, fate: .arrives)
    }
    choices.ties = [[1, 0], [0, 1], [2, 0, 1]]
    // What the failure needs: some turns as they are, and one answer that is no faster than it must be.
    let needed = (0..<generator.index(below: 4)).map { _ in generator.index(below: 60) }
    let slow = generator.index(below: 5)
    let least = Duration.milliseconds(generator.index(below: Int(choices.ways[slow].latency / .milliseconds(1)) + 1))
    let turns = choices.turns
    var simplification = Simplification(of: Self.run(choices), limit: 1_000)
    try await simplification.search { choices in
      let hasTurns = needed.allSatisfy { $0 < choices.turns.count && choices.turns[$0] == turns[$0] }
      let latency = slow < choices.ways.count ? choices.ways[slow].latency : .zero
      return (hasTurns || needed.isEmpty) && latency >= least ? .failed(Self.run(choices)) : .other
    }
    let found = simplification.best.choices
    #expect(found.changesOfOrder == Set(needed.filter { turns[$0] != 0 }).count)
    #expect(found.latency == least)
    #expect(simplification.runs < 200)
  }

  @Test("the search for a simpler run ends at its limit, and when it is stopped, with the best so far")
  func bounded() async throws {
    var choices = SimulatedChoices()
    choices.turns = Array(repeating: 1, count: 1_000)
    var simplification = Simplification(of: Self.run(choices), limit: 20)
    // Each run fails whose turns at odd places are all there.
    func fails(_ choices: SimulatedChoices) -> Simplification.Attempt {
      stride(from: 1, to: 1_000, by: 2).allSatisfy { $0 < choices.turns.count && choices.turns[$0] == 1 }
        ? .failed(Self.run(choices)) : .other
    }
    try await simplification.search { fails($0) }
    #expect(simplification.runs == 20)
    #expect(!simplification.wasStopped)

    simplification = Simplification(of: Self.run(choices), limit: 20)
    try await simplification.search { _ in .stop }
    #expect(simplification.runs == 1)
    #expect(simplification.wasStopped)
    #expect(simplification.best.choices == choices)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("the search for a simpler run makes the same run of the same choices", arguments: Specimen.all)
  func again(_ specimen: Specimen) async throws {
    var settings = SimulationSettings()
    settings.patience = .zero
    settings.isNoted = true
    // The models of classic bugs record what they do not expect.
    settings.faults = ClassicBug(rawValue: specimen.name) == nil ? .some : []
    for seed in 1...10 as ClosedRange<UInt64> {
      // With faults, what a specimen promises need not be kept: that the run is the same is the claim.
      let first = await Simulation(seed: seed, settings: settings).run { try await specimen.use(false) }
      let again = await Simulation(seed: seed, settings: settings, choices: first.choices).run {
        try await specimen.use(false)
      }
      guard first.end == .ended else { continue }
      #expect(again.isReplay(of: first))
      #expect(again.choices == first.choices)
      #expect(again.errorType == first.errorType)
    }
    let plain = await Simulation(seed: 1, settings: settings, choices: SimulatedChoices()).run {
      try await specimen.use(true)
    }
    #expect(plain.error == nil)
    #expect(plain.choices.changesOfOrder == 0)
    #expect(plain.choices.latency == .zero)
  }
}
