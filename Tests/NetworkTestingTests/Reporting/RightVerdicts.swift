import NetworkLoopback
import NetworkRecording
import NetworkSimulation
import NetworkTesting
import TestSupport

#if (os(macOS) || os(Linux)) && compiler(>=6.3)
  // Right tests beside the wrong ones, none of which may fail: see `VerdictTests`.

  @Suite(.enabled(if: isWrongSuite))
  struct RightDoubles {
    @Test(arguments: VerdictDouble.pairs(with: VerdictUse.self))
    func rDoubles(double: VerdictDouble, use: VerdictUse) async throws { try await use.make(with: double) }

    @Test(.network(), arguments: VerdictDouble.pairs(with: VerdictUse.self, from: 1))
    func rDoublesWithTrait(double: VerdictDouble, use: VerdictUse) async throws { try await use.make(with: double) }

    @Test(arguments: VerdictDouble.pairs(with: VerdictWay.self, from: 1))
    func rDoublesAskedBy(double: VerdictDouble, way: VerdictWay) async throws {
      let made = try double.make(.right)
      await way.run { await made.ask("/a") }
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct RightStubs {
    @Test func rStubsSamples() {
      _ = StubTransport(samplesOf: Endpoint<EndpointKinds.Public, Data>(path: "a", sample: .json(1)))
    }

    @Test func rStubsRemoved() async {
      let t = StubTransport(.get("/a").respond(status: 204))
      await t.removeAll()
    }

    @Test func rStubsKnownKept() {
      withKnownIssue(isIntermittent: true) { KeptThings.all.add(StubTransport(.get("/a").respond(status: 204))) }
    }

    @Test(arguments: 1...3) func rStubsCases(n: Int) async {
      await StubTransport(.get("/\(n)").respond(status: 204)).swallow("/\(n)")
    }

    private static let demo = StubTransport(.get("/a").respond(status: 204), .get("/b").respond(status: 204).optional())

    @Test func rStubsOfStatic() async { await Self.demo.swallow("/a") }

    @Test func rStubsUsedLater() async {
      let t = MockTransport(.get("/a").respond(status: 204))
      let done = AsyncStream<Void>.makeStream()
      let task = Task {
        for await _ in done.stream {}
        await t.swallow("/a")
      }
      done.continuation.finish()
      await task.value
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct RightProperty {
    private let property = StubTransport(.get("/a").respond(status: 204))

    @Test func rSuiteProperty() async { await property.swallow("/a") }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct RightCancelled {
    @Test func rCancelledBare() throws {
      let t = MockTransport(.get("/a").respond(status: 204))
      try withExtendedLifetime(t) { try Test.cancel("enough") }
    }

    @Test func rCancelledAsync() async throws {
      let t = MockTransport(.get("/a").respond(status: 204))
      await Task.yield()
      try withExtendedLifetime(t) { try Test.cancel() }
    }

    @Test func rCancelledStubs() throws {
      let t = StubTransport(.get("/a").respond(status: 204))
      try withExtendedLifetime(t) { try Test.cancel() }
    }

    @Test(.network(.get("/a").respond(status: 204))) func rCancelledTrait() throws { try Test.cancel() }

    @Test(.network(.get("/a").respond(status: 204)), arguments: [1, 2]) func rCancelledOneCase(n: Int) async throws {
      if n == 1 { try Test.cancel() }
      await MockTransport.current.swallow("/a")
    }

    @Test(arguments: [1, 2]) func rCancelledOneBareCase(n: Int) async throws {
      let t = MockTransport(.get("/a").respond(status: 204))
      if n == 1 { try Test.cancel() }
      await t.swallow("/a")
    }

    @Test(.timeLimit(.minutes(15))) func rCancelledLimited() async throws {
      let t = MockTransport(.get("/a").respond(status: 204))
      try withExtendedLifetime(t) { try Test.cancel() }
    }

    @Test func rCancelledSession() throws {
      let s = URLSession.mocked(by: MockTransport(.get("/a").respond(status: 204)))
      try withExtendedLifetime(s) { try Test.cancel() }
    }

    @Test func rCancelledSessionKept() throws {
      KeptThings.all.add(URLSession.mocked(by: MockTransport(.get("/a").respond(status: 204))))
      try Test.cancel()
    }

    @Test func rCancelledServer() throws {
      let s = try LoopbackServer(.get("/a").respond(status: 204))
      try withExtendedLifetime(s) { try Test.cancel() }
    }

    @Test(.loopbackServer(.get("/a").respond(status: 204))) func rCancelledServerTrait() throws { try Test.cancel() }

    @Test func rCancelledSuspended() async throws {
      let t = SuspendedTransport()
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      _ = try await t.nextRequest()
      try Test.cancel()
    }

    @Test func rCancelledTaken() async throws {
      let t = SuspendedTransport()
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      let call = try await t.nextCall()
      try withExtendedLifetime(call) { try Test.cancel() }
    }

    @Test(.traffic(.nothingLeftRunning)) func rCancelledRunning() async throws {
      let t = MockTransport(.get("/a").respond(status: 204).delayed(by: .seconds(100)))
      let task = Task { await t.swallow("/a") }
      defer { task.cancel() }
      _ = try await t.nextRequest()
      try Test.cancel()
    }

    @Test func rCancelledReplay() throws {
      let t = ReplayTransport(Recordings.numbered(.get("/r")), unused: .areIssues)
      try withExtendedLifetime(t) { try Test.cancel() }
    }

    @Test(.simulated(runs: 3), .network(.get("/a").respond(status: 204))) func rCancelledSimulated() throws {
      try Test.cancel()
    }

    @Test func rCancelledKept() async throws {
      let t = SuspendedTransport()
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      KeptThings.all.add(try await t.nextCall())
      try Test.cancel()
    }

    @Test(.disabled()) func rCancelledDisabled() { _ = MockTransport(.get("/a").respond(status: 204)) }

    @Test func rCancelledScript() throws {
      let s = ScriptedWebSocket { _ = try await $0.next() }
      try withExtendedLifetime(s) { try Test.cancel() }
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct RightWaits {
    @Test func rWaitsAnswered() async throws {
      let t = SuspendedTransport()
      let a = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      try await t.nextCall().answer(status: 204)
      await a.value
    }

    @Test func rWaitsKept() async throws {
      let t = SuspendedTransport()
      let a = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      let call = try await t.nextCall()
      KeptThings.all.add(call)
      call.answer(status: 204)
      await a.value
    }

    @Test func rWaitsAbandoned() async throws {
      let t = SuspendedTransport()
      let a = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      let call = try await t.nextCall()
      a.cancel()
      try await call.waitForAbandonment()
    }

    @Test(.network()) func rWaitsLeft() async throws {
      let t = SuspendedTransport()
      let a = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      _ = try await t.nextRequest()
      a.cancel()
      await a.value
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct RightScripts {
    @Test func rScriptsFinished() async throws {
      let s = ScriptedWebSocket { try await $0.send("a") }
      _ = try await s.next()
      try await s.finish()
    }

    @Test func rScriptsUnfinished() async throws {
      let s = ScriptedWebSocket { while let m = try await $0.next() { try await $0.send(m) } }
      try await s.send("a")
      _ = try await s.next()
    }

    @Test func rScriptsThrown() async {
      let s = ScriptedWebSocket { _ in throw WrongError() }
      await #expect(throws: WrongError.self) { try await s.finish() }
    }

    @Test func rScriptsLeft() async throws {
      let s = ScriptedWebSocket { s in
        while true {
          try await s.send("a")
          _ = try await s.next()
        }
      }
      _ = try await s.next()
      await s.close(.goingAway, reason: "")
      try? await s.finish()
    }

    @Test func rScriptsClosed() async throws {
      let s = ScriptedWebSocket { await $0.close(.policyViolation, reason: "no") }
      _ = try? await s.next()
    }

    @Test func rScriptsClientClosed() async throws {
      let s = ScriptedWebSocket { s in
        _ = try await s.next()
        try await s.send("late")
      }
      await s.close(.policyViolation, reason: "bye")
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct RightTasks {
    @Test func rTasksGroup() async {
      await withTaskGroup(of: Void.self) {
        for n in 1...5 { $0.addTask { await StubTransport(.get("/\(n)").respond(status: 204)).swallow("/\(n)") } }
      }
    }

    @Test func rTasksExits() async {
      await #expect(processExitsWith: .success) { await StubTransport(.get("/a").respond(status: 204)).swallow("/a") }
    }

    @Test(.everySession(.get("/a").respond(status: 204)).fromAnywhere()) func rTasksShared() async {
      await URLSession.shared.swallow("/a")
    }
  }

#endif
