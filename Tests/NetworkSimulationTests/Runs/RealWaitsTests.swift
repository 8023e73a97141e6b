import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

@Suite("Waits of simulated runs in real time", .timeLimit(.minutes(15)))
struct RealWaitsTests {
  #if os(Linux)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test(
      "a time-out of real time beside a delay of virtual time is said, with its function",
      // Before Swift 6.3, what a task that sleeps in nanoseconds waits for is not known.
      arguments: areKnownIssuesTold ? [true, false] : [false])
    func realTimeout(inNanoseconds: Bool) async throws {
      var exploration = Exploration()
      exploration.settings.looksForRealSleeps = true
      let run = await exploration.replay(1) {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await VirtualClock.simulated.sleep(for: .seconds(30)) }
          group.addTask { try await self.timeout(inNanoseconds: inNanoseconds) }
          defer { group.cancelAll() }
          try await group.next()
        }
      }
      #expect(run.end == .ended)
      let text = run.realWaits.text(number: 2, of: 200) ?? ""
      let start = "The time of this simulated test moves past a sleep in real time, of "
      #expect(text.hasPrefix(start + "RealWaitsTests.timeout(inNanoseconds:)"), "\(text)")
    }
  #endif

  private func timeout(inNanoseconds: Bool) async throws {
    if inNanoseconds {
      try await Task.sleep(nanoseconds: 1_000_000_000_000)
    } else {
      try await Task.sleep(for: .seconds(1_000))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("sleeps on the simulated clock are not taken for sleeps in real time", arguments: [true, false])
  func simulated(byTask: Bool) async throws {
    var exploration = Exploration()
    exploration.settings.looksForRealSleeps = true
    let run = await exploration.replay(1) {
      async let other: Void = VirtualClock.simulated.sleep(for: .seconds(3))
      if byTask {
        try await Task.sleep(for: .seconds(1), clock: .simulated)
      } else {
        try await VirtualClock.simulated.sleep(for: .seconds(1))
      }
      try await other
    }
    #expect(run.end == .ended)
    #expect(run.realWaits.text(number: 2, of: 200) == nil)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a task that is held back after a sleep on the simulated clock is not taken for one that sleeps in real time")
  func heldBack() async throws {
    var exploration = Exploration(faults: .slowTasks)
    exploration.settings.looksForRealSleeps = true
    for seed in 1...20 {
      let run = await exploration.replay(UInt64(seed)) {
        let clock: any Clock<Duration> = VirtualClock.simulated
        async let other: Void = clock.sleep(for: .seconds(3))
        let task = Task { @MainActor in for _ in 0..<3 { try await clock.sleep(for: .milliseconds(300)) } }
        try await task.value
        try await other
      }
      try #require(run.end == .ended)
      let text = run.realWaits.text(number: 2, of: 200)
      #expect(text == nil, "seed \(seed)")
    }
  }

  @Test("a second of them is said, with the number of runs that may take as long")
  func texts() {
    var waits = RealWaits()
    #expect(waits.text(number: 2, of: 200) == nil)
    waits.wait(for: [], .milliseconds(900))
    #expect(waits.text(number: 2, of: 200) == nil)
    waits.wait(for: [], .milliseconds(1_150))
    let unknown = waits.text(number: 2, of: 200)
    #expect(
      unknown == """
        This simulated test waits in real time. In run 2 it waited 2 seconds for something outside of the simulation, such as a \
        dispatch queue, a timer or a server

        So may each of its 200 runs. Give the code a parameter for its clock, and pass .simulated in the test.
        """)
    waits.wait(for: ["Search.load()"], .milliseconds(250))
    let known = waits.text(number: 2, of: 200) ?? ""
    #expect(known.contains("2.3 seconds for Search.load(), to sleep with Task.sleep, or on a"), "\(known)")
  }
}
