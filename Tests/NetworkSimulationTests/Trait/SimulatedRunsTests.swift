import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("The runs of simulated tests", .timeLimit(.minutes(15)))
struct SimulatedRunsTests {
  private static let transports = Protected<[ObjectIdentifier]>([])
  private static let seen = Protected<[String: Int]>([:])

  private static func note(_ name: String) -> Int {
    seen.withLock { seen in
      seen[name, default: 0] += 1
      return seen[name] ?? 0
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "Each run has a network of its own, with the trait before", .simulated(runs: 20),
    .network(.get("/a").respond(json: [])))
  func networkAfter() async throws {
    try await useNetworkOnce()
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "Each run has a network of its own, with the trait after", .network(.get("/a").respond(json: [])),
    .simulated(runs: 20))
  func networkBefore() async throws {
    try await useNetworkOnce()
  }

  private func useNetworkOnce() async throws {
    let transport = MockTransport.current
    #expect(await transport.requests.isEmpty)
    _ = try await transport.send(.to("/a"))
    #expect(await transport.requests.count == 1)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Each run has a clock of its own", .simulated(runs: 20))
  func clock() async throws {
    #expect(VirtualClock.simulated.now == VirtualClock.Instant())
    try await VirtualClock.simulated.sleep(for: .seconds(1))
    #expect(VirtualClock.simulated.now.offset == .seconds(1))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Arguments have runs of their own", .simulated(runs: 5), arguments: [1, 2, 3])
  func arguments(argument: Int) {
    #expect(Self.note("argument \(argument)") <= 5)
  }

  @Suite("in a suite", .simulated(runs: 7), .network(.get("/a").respond(json: [])))
  struct Nested {
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("follow the trait that is nearest", .simulated(runs: 3))
    func nearest() async throws {
      #expect(SimulatedRunsTests.note("nearest") <= 3)
      #expect(await MockTransport.current.requests.isEmpty)
    }

    @Test("follow the suite's")
    func suite() async throws {
      #expect(SimulatedRunsTests.note("suite") <= 7)
      _ = try await MockTransport.current.send(.to("/a"))
    }
  }

  @Suite("in a suite without availability", .simulated(runs: 2))
  struct Everywhere {
    @Test("a test in a suite without availability may sleep on the clock")
    func sleeps() async throws {
      try await VirtualClock.simulated.sleep(for: .seconds(60))
    }
  }

  #if compiler(>=6.3)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A fault that does nothing is a warning")
    func missingTurns() async {
      let issues = await recordedIssues {
        let trait: SimulatedTrait = .simulated(runs: 1, faults: .busyActors)
        trait.warnOfBusyActors()
      }
      #expect(issues.map { $0.text.contains(".busyActors does nothing here") } == [true])
    }
  #endif

  @Test("A simulated test runs once on a system that cannot simulate, with a clock that moves by itself, and a warning")
  func olderSystem() async throws {
    let runs = Protected(0)
    let issues = await recordedIssues {
      let trait: SimulatedTrait = .simulated(runs: 200)
      await #expect(throws: Bug.self) {
        try await trait.runOnce {
          runs.withLock { $0 += 1 }
          let clock = VirtualClock.simulated
          for _ in 0..<3 { try await clock.sleep(for: .seconds(10)) }
          #expect(clock.now.offset == .seconds(30))
          // It moves as soon as one sleeps, so the other may fall asleep afterwards.
          async let other: Void = clock.sleep(for: .seconds(20))
          try await clock.sleep(for: .seconds(10))
          try await other
          #expect((.seconds(50)...(.seconds(60))).contains(clock.now.offset))
          throw Bug("as the body")
        }
      }
    }
    #expect(runs.withLock { $0 } == 1)
    // Before Swift 6.3 a warning is printed.
    #if compiler(>=6.3)
      #expect(issues.map { $0.text.contains("This system cannot simulate a test") } == [true])
    #endif
  }

  @Test("Asking for the clock outside of a simulation is an issue")
  func outside() async {
    let issues = await recordedIssues { _ = VirtualClock.simulated }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("outside a simulation") == true)
  }
}
