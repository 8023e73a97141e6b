import NetworkLoopback
import NetworkRecording
import NetworkTesting
import TestSupport

#if (os(macOS) || os(Linux)) && compiler(>=6.3)
  // Wrong tests of many kinds, each of which must fail by its own name however it is run: see `VerdictTests`.

  /// Each mistake with each double, with a trait and without, and a request without an answer from wherever code runs.
  @Suite(.enabled(if: isWrongSuite))
  struct WrongDoubles {
    @Test(arguments: VerdictDouble.pairs(with: VerdictMistake.self))
    func wDoubles(double: VerdictDouble, mistake: VerdictMistake) async throws { try await mistake.make(with: double) }

    @Test(.network(), arguments: VerdictDouble.pairs(with: VerdictMistake.self, from: 1))
    func wDoublesWithTrait(double: VerdictDouble, mistake: VerdictMistake) async throws {
      try await mistake.make(with: double)
    }

    @Test(arguments: VerdictDouble.pairs(with: VerdictWay.self))
    func wDoublesAskedBy(double: VerdictDouble, way: VerdictWay) async throws {
      let made = try double.make()
      await way.run { await made.ask("/a") }
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct WrongStubEnds {
    @Test func wStubsServerStopped() async throws {
      let s = try LoopbackServer(.get("/b").respond(status: 204))
      await s.stop()
    }

    @Test func wStubsAddedUnused() async {
      let t = StubTransport()
      await t.add(.get("/b").respond(status: 204))
    }

    @Test func wStubsHidden() async {
      let t = StubTransport(.any.respond(status: 204), .get("/b").respond(status: 204))
      await t.swallow("/b")
    }

    @Test func wStubsExpectation() async {
      let t = StubTransport(.any.respond(status: 204).optional())
      await t.expect(.get("/b"))
    }

    @Test func wStubsRule() async {
      let t = StubTransport(.any.respond(status: 200))
      await t.swallow("/a")
      await t.swallow("/a")
      await t.check(.noRepeats)
    }

    @Test func wStubsSample() async {
      await StubTransport(samplesOf: Endpoint<EndpointKinds.Public, Data>(path: "a")).swallow("/a")
    }

    @Test(.timeLimit(.minutes(15))) func wStubsLimited() { _ = StubTransport(.get("/b").respond(status: 204)) }

    @Test(arguments: 1...3) func wStubsCases(n: Int) async { if n == 2 { await StubTransport().swallow("/a") } }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct WrongProperty {
    private let property = StubTransport(.get("/b").respond(status: 204))

    @Test func wSuiteProperty() {}
  }

  @Suite(.enabled(if: isWrongSuite))
  struct WrongCancelled {
    @Test func wCancelledBare() async throws {
      let t = MockTransport()
      await t.swallow("/a")
      try Test.cancel("enough")
    }

    @Test(.network()) func wCancelledTrait() async throws {
      await MockTransport.current.swallow("/a")
      try Test.cancel()
    }

    @Test func wCancelledStubs() async throws {
      await StubTransport().swallow("/a")
      try Test.cancel()
    }

    @Test(arguments: [1, 2]) func wCancelledOneCase(n: Int) async throws {
      await MockTransport().swallow("/a")
      if n == 1 { try Test.cancel() }
    }

    @Test func wCancelledExpected() async throws {
      let t = MockTransport()
      await t.expect(.get("/a"))
      try Test.cancel()
    }

    @Test(.traffic(.requests(atMost: 1))) func wCancelledRule() async throws {
      let t = MockTransport(.any.respond(status: 204))
      await t.swallow("/a")
      await t.swallow("/b")
      try Test.cancel()
    }

    @Test func wCancelledChildOnly() async {
      let gate = AsyncStream<Void>.makeStream()
      let task = Task {
        let t = MockTransport(.get("/b").respond(status: 204))
        for await _ in gate.stream {}
        withExtendedLifetime(t) {}
      }
      task.cancel()
      await task.value
    }

    @Test(.timeLimit(.minutes(15))) func wCancelledChildOfLimited() async {
      let task = Task {
        let t = MockTransport(.get("/b").respond(status: 204))
        while !Task.isCancelled { await Task.yield() }
        withExtendedLifetime(t) {}
      }
      task.cancel()
      await task.value
    }

    @Test func wCancelledAsyncLet() async {
      async let _: Void = {
        let t = MockTransport(.get("/b").respond(status: 204))
        while !Task.isCancelled { await Task.yield() }
        withExtendedLifetime(t) {}
      }()
    }

    @Test func wCancelledGroup() async {
      await withTaskGroup(of: Void.self) { group in
        group.addTask {
          let t = MockTransport(.get("/b").respond(status: 204))
          while !Task.isCancelled { await Task.yield() }
          withExtendedLifetime(t) {}
        }
        group.cancelAll()
      }
    }

    @Test(.network(.get("/b").respond(status: 204))) func wCancelledChildWithTrait() async {
      let task = Task { while !Task.isCancelled { await Task.yield() } }
      task.cancel()
      await task.value
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct WrongWaits {
    @Test func wWaitsUntaken() async throws {
      let t = SuspendedTransport()
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      _ = try await t.nextRequest()
    }

    @Test(.network()) func wWaitsUntakenWithTrait() async throws {
      let t = SuspendedTransport()
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      _ = try await t.nextRequest()
    }

    @Test func wWaitsUntakenOfTwo() async throws {
      let t = SuspendedTransport()
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      let b = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/b")) }
      try await t.nextCall(matching: .get("/b")).answer(status: 204)
      _ = try await t.nextRequest(matching: .get("/a"))
      await b.value
    }

    @Test func wWaitsUntakenOfSession() async throws {
      let t = SuspendedTransport()
      let session = URLSession.mocked(by: t)
      _ = Task { await session.swallow("/a") }
      _ = try await t.nextRequest()
    }

    @Test func wWaitsReleased() async throws {
      let t = SuspendedTransport()
      let a = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      _ = try await t.nextCall()
      await a.value
    }

    @Test func wWaitsTwice() async throws {
      let t = SuspendedTransport()
      let a = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      let call = try await t.nextCall()
      call.answer(status: 204)
      call.answer(status: 204)
      await a.value
    }

    @Test func wWaitsVerified() async throws {
      let t = SuspendedTransport()
      let a = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      _ = try await t.nextRequest()
      try? await t.verify()
      a.cancel()
    }

    @Test func wWaitsKeptForEver() async throws {
      let t = SuspendedTransport()
      KeptThings.all.add(t)
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      _ = try await t.nextRequest()
    }

    @Test func wWaitsCallKept() async throws {
      let t = SuspendedTransport()
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      KeptThings.all.add(try await t.nextCall())
    }

    @Test(.network()) func wWaitsCallKeptWithTrait() async throws {
      let t = SuspendedTransport()
      _ = Task { _ = try? await t.send(URLRequest.make(.get, "https://shop.test/a")) }
      KeptThings.all.add(try await t.nextCall())
    }

    @Test func wWaitsClock() async throws {
      let clock = VirtualClock()
      let sleep = Task { try? await clock.sleep(for: .seconds(1)) }
      try await clock.waitForSleepers(1)
      clock.verifyNobodySleeps()
      sleep.cancel()
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct WrongScripts {
    @Test func wScriptsUnread() async throws {
      let socket = ScriptedWebSocket { server in
        _ = try await server.next()
        throw WrongError()
      }
      try await socket.send("a")
      await Task { _ = try? await socket.next() }.value
    }

    @Test func wScriptsSwallowed() async {
      let socket = ScriptedWebSocket { _ in throw WrongError() }
      _ = try? await socket.next()
    }

    @Test func wScriptsDecoding() async throws {
      let socket = ScriptedWebSocket { server in
        if case .text(let text)? = try await server.next() {
          _ = try JSONDecoder().decode([Int].self, from: Data(text.utf8))
        }
      }
      try await socket.send("no JSON")
      _ = try? await socket.next()
    }

    @Test func wScriptsExpectation() async throws {
      let socket = ScriptedWebSocket { server in
        let m = try await server.next()
        #expect(m == .text("b"))
        try await server.send("c")
      }
      try await socket.send("a")
      _ = try await socket.next()
    }

    @Test func wScriptsKeptForEver() async {
      let socket = ScriptedWebSocket { _ in throw WrongError() }
      KeptThings.all.add(socket)
      _ = try? await socket.next()
    }

    @Test(.network()) func wScriptsWithTrait() async {
      let socket = ScriptedWebSocket { _ in throw WrongError() }
      _ = try? await socket.next()
    }

    @Test func wScriptsLost() async {
      let socket = ScriptedWebSocket { _ in throw URLError(.networkConnectionLost) }
      _ = try? await socket.next()
    }

    @Test func wScriptsInChild() async {
      await withTaskGroup(of: Void.self) {
        $0.addTask {
          let socket = ScriptedWebSocket { _ in throw WrongError() }
          _ = try? await socket.next()
        }
      }
    }
  }

  @Suite(.enabled(if: isWrongSuite))
  struct WrongTasks {
    @Test func wTasksLazy() async { await LazyClient.shared.ask("/a") }

    @Test(.network()) func wTasksLazyWithTrait() async { await LazyClient.withTrait.ask("/a") }

    @Test func wTasksThread() async {
      let session = URLSession.mocked(by: MockTransport())
      await withCheckedContinuation { done in
        Thread { session.dataTask(with: WrongShop.url("/a")) { _, _, _ in done.resume() }.resume() }.start()
      }
    }

    @Test func wTasksKnownOnce() async {
      let t = StubTransport()
      await withKnownIssue { await t.swallow("/a") }
      await t.swallow("/b")
    }

    @Test func wTasksExits() async { await #expect(processExitsWith: .success) { await StubTransport().swallow("/a") } }

    @Test func wTasksExitsEarly() async {
      await #expect(processExitsWith: .success) {
        let t = StubTransport(.get("/b").respond(status: 204))
        withExtendedLifetime(t) { exit(0) }
      }
    }

    @Test func wTasksRecording() async { await ReplayTransport(Recordings.numbered(.get("/r"))).swallow("/a") }

    @Test(.everySession().fromAnywhere()) func wTasksShared() async { await URLSession.shared.swallow("/a") }

    @Test(.loopbackServer()) func wTasksServerTrait() async throws { await ask(try LoopbackServer.current, "/a") }
  }

#endif
