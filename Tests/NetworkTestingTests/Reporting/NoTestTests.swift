import TestSupport

@testable import NetworkHAR
@testable import NetworkRecording
@testable import NetworkSimulation
@testable import NetworkStubs
@testable import NetworkTesting

/// In Xcode, an issue that is recorded where no test is current ends the run.
@Suite("Where no test is current")
struct NoTestTests {
  @Test("a problem is printed, and no issue recorded", arguments: Source.all)
  func printed(source: Source) async throws {
    let texts = Protected<[String]>([])
    let output = UnattributedOutput { problem in texts.withLock { $0.append(problem.report) } }
    // A recorded issue would belong to no test, which fails the run.
    try await Task.detached { try await UnattributedOutput.$current.withValue(output) { try await source.cause() } }
      .value
    #expect(texts.withLock { $0.count } == 1, "\(texts.withLock { $0 })")
    #expect(texts.withLock { $0.first }?.contains(source.words) == true)
  }

  @Test("a problem of a test is recorded in it, whatever releases its transport", arguments: ["queue", "detached"])
  func released(kind: String) async {
    let issues = await recordedIssues {
      let holder = Protected<MockTransport?>(MockTransport(.get("/a").respond(status: 200)))
      switch kind {
      case "queue":
        await withCheckedContinuation { done in
          DispatchQueue(label: "no test").async {
            holder.withLock { $0 = nil }
            done.resume()
          }
        }
      default: await Task.detached { holder.withLock { $0 = nil } }.value
      }
    }
    #expect(issues.count == 1)
    #expect(issues.first?.text.contains("was never used") == true)
  }

  @Test("a problem that is kept until its transport is released is forgotten by a reset")
  func keptAndReset() async {
    let problem = Problem(text: "kept", sourceLocation: #_sourceLocation)
    let counts = await Task.detached {
      var keeper = ProblemKeeper(TestHarness())
      _ = keeper.note(problem, of: .own)
      let kept = keeper.take().count
      keeper.reset()
      _ = keeper.note(problem, of: .own)
      keeper.reset()
      return [kept, keeper.take().count]
    }.value
    #expect(counts == [1, 0])
  }

  @Test("a request after the end of its test is an issue, and says that the test is over")
  func afterTheEnd() async throws {
    let test = try #require(Test.current)
    let transport = Protected<MockTransport?>(nil)
    let trait = NetworkTrait(
      list: [.get("/a").respond(status: 200).optional()], sourceLocation: #_sourceLocation,
      filePath: #filePath)
    try await trait.provideScope(for: test, testCase: nil) { transport.withLock { $0 = MockTransport.ambient } }
    let ended = try #require(transport.withLock { $0 })
    let issues = await recordedIssues { _ = try? await ended.send(.test("/a")) }
    #expect(
      issues.map { $0.text.prefix { $0 != "\n" } } == [
        "Nothing answers GET https://api.example.com/a: its test is over."
      ])
    #expect(issues.first?.text.contains("or cancel it before") == true)
    // As a session does, whose caller may be cancelled.
    let cancelled = await recordedIssues {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        _ = try? ended.engine.receive(.test("/b"))
      }
      await task.value
    }
    #expect(cancelled.first?.text.contains("was cancelled, but") == true, "\(cancelled)")
    #expect(cancelled.first?.text.contains("cancel it before") == false)
  }
}

/// Something that has a problem.
struct Source: Sendable, CustomTestStringConvertible {
  let name: String
  let words: String
  let cause: @Sendable () async throws -> Void

  var testDescription: String { name }

  static let all: [Source] = [
    Source(name: "an unused stub", words: "was never used") { _ = MockTransport(.get("/a").respond(status: 200)) },
    Source(name: "an unanswered request", words: "No stub answers GET") {
      _ = try? await MockTransport().send(.test("/a"))
    },
    Source(name: "a dropped call", words: "was released without an answer") {
      let transport = SuspendedTransport()
      let call = Task { try await transport.send(.test("/a")) }
      _ = try await transport.nextCall()
      _ = await call.result
    },
    Source(name: "a forbidden request", words: "No request was expected") {
      _ = try? await UnimplementedTransport().send(.test("/a"))
    },
    Source(name: "an unrecorded request", words: "GET https://api.example.com/b") {
      _ = try? await ReplayTransport(Recordings.numbered(.get("/a"))).send(.get("/b"))
    },
    Source(name: "an unused exchange", words: "/a") {
      _ = ReplayTransport(Recordings.numbered(.get("/a")), unused: .areIssues)
    },
    Source(name: "a clock", words: "still sleeps") {
      let clock = VirtualClock()
      let sleep = Task { try await clock.sleep(for: .seconds(1)) }
      try await clock.waitForSleepers(1)
      clock.verifyNobodySleeps()
      sleep.cancel()
    },
    Source(name: "the clock of no simulation", words: "simulat") { _ = VirtualClock.simulated },
    Source(name: "the transport of no trait", words: "outside of a network trait") { _ = MockTransport.current },
    Source(name: "a second call of a callback", words: "was called") {
      CallbackProblems.record(CallbackError(.calledAgain, sourceLocation: #_sourceLocation))
    },
    Source(name: "a request unlike its snapshot", words: "GET") {
      let fixtures = try TemporaryFixtures()
      let snapshot = Data("GET https://api.example.com/a HTTP/1.1\n\n".utf8)
      try snapshot.write(to: fixtures.url.appendingPathComponent("a.http"))
      try expectRequest(.get("/b"), matches: "a.http", filePath: fixtures.filePath)
    },
  ]
}
