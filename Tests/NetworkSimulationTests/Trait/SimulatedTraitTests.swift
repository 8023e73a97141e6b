import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Simulated tests", .timeLimit(.minutes(15)))
struct SimulatedTraitTests {
  /// Runs a body as the trait does in this test, and gives back what it records.
  ///
  /// - Parameter patience: Long, since a busy machine is late; short only for a run that gets stuck.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private func issues(
    runs: Int, strategy: SimulationStrategy = .random, latency: Duration = .zero, environment: [String: String] = [:],
    faults: SimulatedFaults = [], patience: Duration = .seconds(300), remembering filePath: String = "",
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [String] {
    var trait: SimulatedTrait = .simulated(
      runs: runs, strategy: strategy, latency: latency, patience: patience, faults: faults,
      remembering: !filePath.isEmpty, filePath: filePath)
    // A busy machine, or a sanitizer, must not end the search.
    trait.settings.simplifyingTime = .seconds(3_600)
    let test = try #require(Test.current)
    let texts = Protected<[String]>([])
    // Not as known issues: those fail no run.
    let collect: IssueHandlingTrait = .compactMapIssues { issue in
      // One of no test, which comes to the run itself.
      guard Test.current != nil else { return nil }
      texts.withLock { $0.append(issue.recordedText) }
      return nil
    }
    try await collect.provideScope(for: test, testCase: Test.Case.current) { [trait] in
      do { try await trait.simulate(test, Test.Case.current, environment: environment, body) } catch {
        texts.withLock { $0.append("thrown: \(error)") }
      }
    }
    return texts.withLock { $0 }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A failed run is the last one, and its seed replays it")
  func failure() async throws {
    let seeds = Protected<[UInt64]>([])
    let issues = try await issues(runs: 200) {
      let seed = SimulationContext.current.seed
      seeds.withLock { $0.append(seed) }
      do { try await typeWord(into: HastySearchModel.self) } catch { Issue.record("\(error)") }
    }
    let count = seeds.withLock { $0.last } ?? 0
    #expect(issues.count == 2)
    #expect(issues.first == "shows what was found for an older text")
    let report = try #require(issues.last)
    #expect(report.hasPrefix("Run \(count) of 200, with seed \(count), failed."))

    let replay = try await self.issues(runs: 200, environment: ["NETWORK_TESTING_SEED": "\(count)"]) {
      try await typeWord(into: HastySearchModel.self)
    }
    #expect(replay.count == 2)
    #expect(replay.last == "thrown: shows what was found for an older text")
    // The steps, the trace and what the network did, all as they were.
    let end = try #require(report.range(of: "It took")).lowerBound
    #expect(replay.first.map(withoutLines)?.hasSuffix(withoutLines(String(report[end...]))) == true)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A replay that goes another way says so, whether it fails or not")
  func otherReplay() async throws {
    let passing = try await issues(runs: 200, environment: ["NETWORK_TESTING_SEED": "3:0"]) {
      await Task.yield()
    }
    #expect(passing.count == 1)
    try expectGolden(withoutSteps(passing.first), "Simulation/other-replay.txt")

    let failing = try await issues(runs: 200, environment: ["NETWORK_TESTING_SEED": "3:0"]) {
      let waiting = Protected<CheckedContinuation<Void, Never>?>(nil)
      let task = Task {
        await withCheckedContinuation { continuation in waiting.withLock { $0 = continuation } }
      }
      try await yield(until: waiting.withLock { $0 != nil })
      // It has suspended, or this would not run.
      DispatchQueue.global().async { waiting.withLock { $0 }?.resume() }
      await task.value
      throw Bug("fails")
    }
    #expect(failing.first?.contains("This is another run: the one to replay had the trace 0.") == true)
    #expect(failing.first?.contains("Events from outside") == true)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("The simplest run that fails at the same place is shown, its tasks and the network side by side")
  func simplest() async throws {
    let line = #line + 2
    let issues = try await issues(runs: 200, latency: .seconds(1)) {
      do { try await typeWord(into: HastySearchModel.self) } catch { Issue.record("\(error)") }
    }
    #expect(issues.count == 2)
    #if compiler(>=6.3) && os(Linux)
      #expect(issues.last?.contains("at SimulatedTraitTests.swift:\(line), in typeWord(into:)\n") == true)
    #endif
    // An optimised build takes other steps in the same code, and so makes another run of the same seed.
    #if DEBUG
      try expectGolden(withoutSteps(issues.last), "Simulation/simplest.txt")
    #endif

    let onMainActor = try await self.issues(runs: 200, latency: .seconds(1)) {
      do { try await typeWordOnMainActor() } catch { Issue.record("\(error)") }
    }
    try expectGolden(withoutSteps(onMainActor.last), "Simulation/simplest-main-actor.txt")

    let named = try await self.issues(runs: 200, faults: .lostAnswers) {
      let transport = MockTransport(.any.respond(with: .text("ok")).optional())
      let first = Task(name: "save") { try await transport.send(.to("/save")) }
      let second = Task(name: "load") { try await transport.send(.to("/load")) }
      _ = try? await second.value
      guard (try? await first.value) == nil else { return }
      Issue.record("not saved")
    }
    try expectGolden(withoutSteps(named.last), "Simulation/simplest-named.txt")
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A simpler run that gets stuck ends the search, and the failure is reported")
  func stuckWhileSimplifying() async throws {
    let hasFailed = Protected(false)
    let issues = try await issues(runs: 200) {
      let order = Protected<[Int]>([])
      await withTaskGroup(of: Void.self) { group in
        for number in 1...3 {
          group.addTask {
            await Task.yield()
            order.withLock { $0.append(number) }
          }
        }
      }
      let found = order.withLock { $0 }
      // The plain order is the one that gets stuck.
      if found == [1, 2, 3], hasFailed.withLock({ $0 }) {
        let (silence, end) = AsyncStream.makeStream(of: Never.self)
        for await _ in silence {}
        end.finish()
      }
      if found.first == 3 {
        hasFailed.withLock { $0 = true }
        Issue.record("wrong order")
      }
    }
    #expect(issues.count == 2)
    #expect(issues.last?.contains("failed.") == true)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A failed seed is remembered, and runs first from then on")
  func remembered() async throws {
    let fixtures = try TemporaryFixtures()
    let seeds = Protected<[UInt64]>([])
    func run() async throws -> [String] {
      seeds.withLock { $0 = [] }
      return try await issues(runs: 20, remembering: fixtures.filePath) {
        let seed = SimulationContext.current.seed
        seeds.withLock { $0.append(seed) }
        if seed == 7 { throw Bug("fails") }
      }
    }
    let first = try await run()
    // And again, while a simpler run is looked for.
    #expect(seeds.withLock { Array($0.prefix(7)) } == Array(1...7))
    #expect(first.first?.contains("Its seed is now in SimulatedSeeds.txt") == true)
    let second = try await run()
    #expect(seeds.withLock { Set($0) } == [7])
    #expect(second.first?.hasPrefix("Run 1 of 21, with seed 7, failed.") == true)
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A run that the test's cancellation ends names its seed")
  func cancelled() async throws {
    let issues = try await issues(runs: 3) {
      withUnsafeCurrentTask { $0?.cancel() }
    }
    #expect(issues.isEmpty)

    let runs = Protected(0)
    let texts = Protected<[String]>([])
    let test = Task {
      let issues = try await self.issues(runs: 200) {
        if runs.withLock({
          $0 += 1; return $0
        }) == 7 {
          texts.withLock { $0.append("seventh") }
          // Until it is cancelled.
          let (nothing, continuation) = AsyncStream.makeStream(of: Never.self)
          for await _ in nothing {}
          withExtendedLifetime(continuation) {}
          try Task.checkCancellation()
        }
      }
      texts.withLock { $0 += issues }
    }
    try await eventually(timeout: .seconds(300)) { texts.withLock { !$0.isEmpty } }
    test.cancel()
    _ = try await test.value
    let text = try #require(texts.withLock { $0.count == 2 ? $0[1] : nil })
    #expect(text.hasPrefix("Run 7 of 200, with seed 7, was still running when the test was cancelled"))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("The report says which run it was, how to replay it, and what the network did")
  func report() async throws {
    let issues = try await issues(runs: 200) {
      let transport = MockTransport(.get("/a").respond(json: []), .post("/b").respond(with: .error(.timedOut)))
      _ = try await transport.send(.to("/a"))
      try await VirtualClock.simulated.sleep(for: .milliseconds(250))
      var request = URLRequest.to("/b")
      request.httpMethod = "POST"
      _ = try await transport.send(request)
    }
    try expectGolden(withoutSteps(issues.first), "Simulation/failed.txt")
  }

  /// Removes the lines of the test, which a replay has others of, and which are not known before Swift 6.3.
  private func withoutLines(_ text: String) -> String {
    text.replacing(#/at SimulatedTraitTests\.swift:\d+, /#, with: "")
      .replacing(#/ +at SimulatedTraitTests\.swift:\d+/#, with: "")
  }

  /// How many steps a run takes is up to Swift's runtime.
  private func withoutSteps(_ text: String?) -> String {
    withoutLines(text ?? "").replacing(#/It took \d+ steps/#, with: "It took N steps").replacing(
      #/trace \w+\)/#, with: "trace T)"
    )
    .replacing(#/found in \d+ more runs?/#, with: "found in N more runs")
    .replacing(#/SEED=(\d+):\w+/#) { "SEED=\($0.1):T" }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A stuck run says what is waited for")
  func stuck() async throws {
    let issues = try await issues(runs: 10, patience: .milliseconds(20)) {
      _ = try await MockTransport().nextRequest(matching: .post("/orders"))
    }
    #expect(issues.count == 1)
    try expectGolden(withoutSteps(issues.first), "Simulation/stuck.txt")
  }

  // Before Swift 6.3 known issues cannot be told from others.
  #if compiler(>=6.3)
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    @Test("A known issue in the body does not fail the run")
    func knownIssue() async throws {
      let runs = Protected(0)
      let issues = try await issues(runs: 5) {
        runs.withLock { $0 += 1 }
        withKnownIssue { Issue.record("known") }
      }
      #expect(runs.withLock { $0 } == 5)
      #expect(issues == Array(repeating: "known", count: 5))
    }
  #endif
}
