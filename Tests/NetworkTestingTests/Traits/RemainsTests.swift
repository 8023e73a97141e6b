import Foundation
import NetworkEndpoints
import NetworkSimulation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A use of one feature in a test, right or wrong, and what the test says of it.
struct FeatureUse: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// What is said: values, errors, and the first lines of issues.
  let expected: [String]
  private let trait: @Sendable () -> (any SimulatedScoping & TestTrait)?
  private let body: @Sendable () async throws -> [String]

  private init(
    _ name: String, says expected: [String],
    with trait: @autoclosure @escaping @Sendable () -> (any SimulatedScoping & TestTrait)? = nil,
    _ body: @escaping @Sendable () async throws -> [String]
  ) {
    testDescription = name
    self.expected = expected
    self.trait = trait
    self.body = body
  }

  /// Returns what a test says that does this.
  func said(in test: Test) async -> [String] {
    let said = Protected<[String]>([])
    let issues = await silencedIssues {
      let run: @Sendable () async throws -> Void = {
        let values = try await body()
        said.withLock { $0 += values }
      }
      guard let trait = trait() else { return try await run() }
      try await trait.provideScopeOfRun(for: test.having(trait), testCase: Test.Case.current, performing: run)
    }
    return said.withLock { $0 } + issues.map { "issue: \($0.prefix { $0 != "\n" && $0 != ":" })" }
  }

  static let all = time + requests

  private static let time = [
    Self("a poll on a clock", says: ["10"]) {
      let clock = VirtualClock()
      let count = Protected(0)
      let poll = Task {
        while true {
          try await clock.sleep(for: .seconds(1))
          // It does more than one thing each time.
          for _ in 0..<20 { await Task.yield() }
          count.withLock { $0 += 1 }
        }
      }
      await clock.advance(by: .seconds(10))
      poll.cancel()
      _ = await poll.result
      return ["\(count.withLock { $0 })"]
    },
    Self("a delayed answer", says: ["nothing", "200"]) {
      let clock = VirtualClock()
      let transport = MockTransport(.get("/a").respond(status: 200).delayed(by: .seconds(30)), clock: clock)
      let answers = Protected<[Int]>([])
      let load = Task {
        let answer = try await transport.send(.make(.get, "https://a.test/a"))
        answers.withLock { $0.append(answer.status) }
      }
      await clock.advance(by: .seconds(29))
      let early = answers.withLock { $0.isEmpty }
      await clock.advance(by: .seconds(1))
      try await load.value
      return [early ? "nothing" : "early"] + answers.withLock { $0.map { "\($0)" } }
    },
    Self("a delayed answer of a session", says: ["200"]) {
      let clock = VirtualClock()
      let transport = MockTransport(.get("/a").respond(status: 200).delayed(by: .seconds(30)), clock: clock)
      let session = URLSession.mocked(by: transport)
      let load = Task { try await session.data(from: .test("/a")) }
      try await transport.nextRequest()
      await clock.advance(by: .seconds(30))
      let (_, response) = try await load.value
      session.invalidateAndCancel()
      return ["\((response as? HTTPURLResponse)?.statusCode ?? 0)"]
    },
    Self("a simulated run", says: ["2 seconds", "same"]) {
      let traces = Protected<[Duration]>([])
      for _ in 0..<2 {
        try await runSimulation(seed: 7) {
          async let other: Void = VirtualClock.simulated.sleep(for: .seconds(1))
          try await VirtualClock.simulated.sleep(for: .seconds(2))
          try await other
          traces.withLock { $0.append(VirtualClock.simulated.now.offset) }
        }
      }
      let found = traces.withLock { $0 }
      return [found.first?.inWords ?? "none", Set(found).count == 1 ? "same" : "another"]
    },
  ]

  private static let requests = [
    Self("a request that nothing answers", says: ["issue: No stub answers GET https"]) {
      let transport = MockTransport(.get("/a").respond(status: 200).optional())
      _ = try? await transport.send(.make(.get, "https://a.test/b"))
      return []
    },
    Self("a stub that is not used", says: ["issue: The stub .get(\"/unused\") was never used."]) {
      let transport = MockTransport(.get("/unused").respond(status: 200))
      try await transport.verify()
      return []
    },
    Self("a trait", says: ["200"], with: NetworkTrait.network(.get("/a").respond(status: 200))) {
      let answer = try await MockTransport.current.send(.make(.get, "https://a.test/a"))
      return ["\(answer.status)"]
    },
    Self("every session", says: ["200"], with: EverySessionTrait.everySession(.get("/a").respond(status: 200))) {
      let (_, response) = try await UntouchedSessions.usual.data(from: .test("/a"))
      return ["\((response as? HTTPURLResponse)?.statusCode ?? 0)"]
    },
    Self("a suspended call", says: ["201"]) {
      let transport = SuspendedTransport()
      async let answer = transport.send(.make(.get, "https://a.test/a"))
      try await transport.nextCall().answer(status: 201)
      let status = try await answer.status
      return ["\(status)"]
    },
    Self("a cancelled call of a session", says: ["cancelled"]) {
      let transport = SuspendedTransport()
      let session = URLSession.mocked(by: transport)
      let load = Task { try await session.data(from: .test("/a")) }
      let call = try await transport.nextCall()
      load.cancel()
      let result = await load.result
      try await call.waitForAbandonment()
      session.invalidateAndCancel()
      if case .failure(let error as URLError) = result { return [error.code == .cancelled ? "cancelled" : "\(error)"] }
      return ["answered"]
    },
    Self("a callback", says: ["7"]) {
      let value = try await withCallback { (callback: @escaping @Sendable (Int) -> Void) in
        DispatchQueue.global().async { callback(7) }
      }
      return ["\(value)"]
    },
  ]
}

// One after the other in a row of their own, and again beside each other and all other tests: a third way is `--repetitions`.
@Suite("What a test says does not depend on what another has left behind", .serialized, .timeLimit(.minutes(10)))
struct SerialRemainsTests {
  // A case waits for the one before it, so an ordinary run has every eighth pair, in which each use and each remains come up.
  @Test(
    "in a row", arguments: Effort.every(8, of: Remains.all.flatMap { remains in FeatureUse.all.map { (remains, $0) } }))
  func inARow(remains: Remains, use: FeatureUse) async throws {
    let test = try #require(Test.current)
    await remains.leave(in: test)
    let said = await use.said(in: test)
    #expect(said.map(\.firstPart) == use.expected.map(\.firstPart))
  }
}

@Suite("What a test says does not depend on what others beside it leave behind", .timeLimit(.minutes(10)))
struct ParallelRemainsTests {
  @Test("side by side", arguments: Remains.all, FeatureUse.all)
  func sideBySide(remains: Remains, use: FeatureUse) async throws {
    let test = try #require(Test.current)
    async let left: Void = remains.leave(in: test)
    let said = await use.said(in: test)
    await left
    #expect(said.map(\.firstPart) == use.expected.map(\.firstPart))
  }
}

extension String {
  /// The part without what comes after a stub's code, such as its line.
  fileprivate var firstPart: String { components(separatedBy: " at ").first ?? self }
}
