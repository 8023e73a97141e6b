import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("Simulated faults", .timeLimit(.minutes(15)))
struct SimulatedFaultsTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func exploration(_ faults: SimulatedFaults, runs: Int = 200) -> Exploration {
    var exploration = Exploration(runs: runs, patience: .zero)
    exploration.settings.faults = faults
    return exploration
  }

  /// What the caller of one request sees, how often the service was asked, and how long it took.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func outcomes(_ faults: SimulatedFaults) async -> Set<String> {
    let outcomes = Protected<Set<String>>([])
    // So many that each outcome is among them.
    for seed in 1...200 as ClosedRange<UInt64> {
      let run = await exploration(faults).replay(seed) {
        let served = Protected(0)
        let transport = MockTransport(
          .post("/orders").respond { _ in
            served.withLock { $0 += 1 }
            return HTTPResponse(status: 201)
          })
        var request = URLRequest.to("/orders")
        request.httpMethod = "POST"
        let seen: String
        do { seen = "\(try await transport.send(request).status)" } catch let error as URLError {
          seen = "\(error.code.rawValue)"
        }
        // The second arrival comes while the test continues.
        try await VirtualClock.simulated.sleep(for: .seconds(30))
        let isLate = VirtualClock.simulated.now.offset > .seconds(31) && seen == "201"
        try await transport.verify()
        outcomes.withLock { outcomes in
          _ = outcomes.insert("\(seen), served \(served.withLock { $0 })\(isLate ? ", late" : "")")
        }
      }
      #expect(run.error == nil)
      #expect(run.outsideWakes == 0)
    }
    return outcomes.withLock { $0 }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A seed chooses the pieces of an answer, the same in each run, and never its bytes")
  func deliveries() async throws {
    let body = Data("data: Caf\u{E9} \u{1F980}\r\n\r\ndata: [DONE]\r\n\r\n".utf8)
    func pieces(_ seed: UInt64) async -> [Data] {
      let pieces = Protected<[Data]>([])
      let run = await Self.exploration(.deliveries).replay(seed) {
        let transport = MockTransport(.get("/chat").respond(with: .data(body)))
        for try await piece in try await transport.stream(.to("/chat")) { pieces.withLock { $0.append(piece) } }
      }
      #expect(run.error == nil && run.outsideWakes == 0)
      return pieces.withLock { $0 }
    }
    var all: Set<[Data]> = []
    for seed in 1...60 as ClosedRange<UInt64> {
      let found = await pieces(seed)
      #expect(found.reduce(Data(), +) == body)
      if seed < 6 { #expect(await pieces(seed) == found) }
      all.insert(found)
    }
    #expect(all.count > 5 && all.contains([body]), "\(all.count)")
    // A text of pieces that are decoded one by one is wrong in some.
    let isRight = { (pieces: [Data]) in
      pieces.map { String(decoding: $0, as: UTF8.self) }.joined().utf8.elementsEqual(body)
    }
    #expect(all.contains { !isRight($0) })
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A request is lost before the service, an answer after it, a duplicate is served twice, a straggler is late")
  func kinds() async {
    #expect(await Self.outcomes([]) == ["201, served 1"])
    #expect(await Self.outcomes(.lostRequests) == ["201, served 1", "-1005, served 0", "-1001, served 0"])
    #expect(await Self.outcomes(.lostAnswers) == ["201, served 1", "-1005, served 1", "-1001, served 1"])
    #expect(await Self.outcomes(.duplicates) == ["201, served 1", "201, served 2"])
    #expect(await Self.outcomes(.stragglers) == ["201, served 1", "201, served 1, late"])
    #expect(
      await Self.outcomes(.some) == [
        "201, served 1", "201, served 1, late", "201, served 2", "-1005, served 0", "-1001, served 0",
        "-1005, served 1",
        "-1001, served 1",
      ])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A lost request uses up no stub, so that a retry finds it")
  func retry() async {
    for seed in Effort.seeds(20, full: 200) {
      let issues = await recordedIssues {
        let run = await Self.exploration(.lostRequests).replay(seed) {
          let transport = MockTransport(.get("/a").respond(with: .text("a")).times(1))
          for _ in 0..<20 where (try? await transport.send(.to("/a"))) != nil { break }
          try await transport.verify()
        }
        #expect(run.error == nil)
      }
      #expect(issues.isEmpty)
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A request that no stub answers is over")
  func unanswered() async {
    let run = Protected<SimulatedRun?>(nil)
    _ = await recordedIssues {
      let made = await Exploration().replay(1) { _ = try? await MockTransport().send(.to("/a")) }
      run.withLock { $0 = made }
    }
    let outcomes = run.withLock {
      $0?.record.exchanges.map { if case .unanswered = $0.outcome { true } else { false } }
    }
    #expect(outcomes == [true])
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Code that repeats an order whose answer was lost orders twice: found only with faults")
  func found() async throws {
    let order: @Sendable () async throws -> Void = {
      let orders = Protected(0)
      let transport = MockTransport(
        .post("/orders").respond { _ in
          orders.withLock { $0 += 1 }
          return HTTPResponse(status: 201)
        })
      var request = URLRequest.to("/orders")
      request.httpMethod = "POST"
      for _ in 0..<3 where (try? await transport.send(request)) != nil { break }
      if orders.withLock({ $0 }) > 1 { throw Bug("ordered twice") }
    }
    #expect(await Self.exploration([]).firstFailure(order) == nil)
    let failure = try #require(await Self.exploration(.some).firstFailure(order))
    for _ in 0..<20 {
      #expect(await Self.exploration(.some).replay(failure.seed, order).isReplay(of: failure.run))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Runs without faults are the runs that they were")
  func unchanged() async throws {
    for seed in 1...20 as ClosedRange<UInt64> {
      let (plain, faulty) = (
        await Self.exploration([]).replay(seed) { try await typeWord(into: CarefulSearchModel.self) },
        await Exploration().replay(seed) { try await typeWord(into: CarefulSearchModel.self) }
      )
      #expect(plain.isReplay(of: faulty))
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A slow task is held back after a wait, and before its first step only if that is asked for",
    arguments: [true, false])
  func slow(atStart: Bool) async {
    let delays = Protected<Set<String>>([])
    for seed in 1...100 as ClosedRange<UInt64> {
      let run = await Self.exploration(atStart ? .slowStarts : .slowTasks).replay(seed) {
        let clock = VirtualClock.simulated
        let start = clock.now
        let (began, continued) = await Task {
          let began = start.duration(to: clock.now)
          await Task.yield()
          return (began, start.duration(to: clock.now) - began)
        }.value
        delays.withLock { delays in
          if began > .zero { delays.insert("start") }
          if continued > .zero { delays.insert("continued") }
        }
      }
      #expect(run.error == nil && run.outsideWakes == 0)
    }
    #expect(delays.withLock { $0 } == [atStart ? "start" : "continued"])
  }
}
