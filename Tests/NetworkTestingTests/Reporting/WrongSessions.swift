import NetworkTesting
import TestSupport

// Wrong on purpose, and run by `WrongSessionTests` in a process of its own.
#if canImport(FoundationNetworking)
  /// How many cases a wrong test has that asks by all ways, and one that is alone with its sessions.
  enum WrongSessionCases {
    static let ways = 0..<Effort.count(6, full: 30, file: "/WrongSessionTests.swift")
    static let sessions = 0..<Effort.count(6, full: 20, file: "/WrongSessionTests.swift")
  }

  /// Tests without a trait, of which one sends in a process of its own.
  @Suite(.enabled(if: isWrongSuite))
  struct UntraitedRun {
    @Test func inline() async { _ = try? await URLSession.shared.data(from: Self.url("/inline")) }

    @Test func ofExitTest() async {
      await #expect(processExitsWith: .success) {
        let error = await #expect(throws: URLError.self) { try await URLSession.shared.data(from: Self.url("/exit")) }
        #expect(error?.code == .notConnectedToInternet)
      }
    }

    /// An address that is this machine's, and is not known to be, at a port where nothing listens.
    private static func url(_ path: String) -> URL {
      URL(string: "http://127.0.0.2:9\(path)") ?? URL(fileURLWithPath: path)
    }
  }

  /// Tests of code whose sessions no test can reach, and that leaves its task.
  @Suite(.enabled(if: isWrongSuite))
  struct WrongSessions {
    @Test(.network(), arguments: AwayFromTask.allCases) func guarded(way: AwayFromTask) async {
      _ = await way.send(to: WrongShop.url("/guarded/\(way)"), on: UntouchedSessions.usual)
    }

    @Test(.everySession(.get("/every/{way}").respond(status: 204).optional()), arguments: AwayFromTask.allCases)
    func every(way: AwayFromTask) async {
      _ = await way.send(to: WrongShop.url("/every/\(way)"), on: UntouchedSessions.ephemeral)
    }

    @Test(.everySession(), arguments: WrongSessionCases.sessions) func swallowed(number: Int) async {
      _ = try? await UntouchedSessions.all[number % 3].data(from: WrongShop.url("/swallowed"))
    }

    @Test(.everySession(.get("/right").respond(status: 204)), arguments: WrongSessionCases.sessions) func right(
      number: Int
    ) async {
      _ = try? await UntouchedSessions.all[number % 3].data(from: WrongShop.url("/right"))
    }

    @Test(.everySession(.get("/right").respond(status: 204).times(6)).fromAnywhere()) func rightFromAnywhere() async {
      for way in AwayFromTask.allCases { _ = await way.send(to: WrongShop.url("/right"), on: UntouchedSessions.usual) }
    }
  }

  /// Tests in whose turn a request is not answered that no task sends, while others wait for theirs.
  @Suite(.enabled(if: isWrongSuite))
  struct WrongTurns {
    @Test(
      .everySession(.get("/right").respond(status: 204).optional()).fromAnywhere(), arguments: WrongSessionCases.ways)
    func unanswered(number: Int) async {
      let ways = AwayFromTask.allCases
      _ = await ways[number % ways.count].send(to: WrongShop.url("/unknown/\(number)"), on: UntouchedSessions.usual)
    }

    @Test(
      .network(), .everySession(.get("/right").respond(status: 204)).fromAnywhere(),
      arguments: WrongSessionCases.ways)
    func right(number: Int) async {
      let ways = AwayFromTask.allCases
      _ = await ways[number % ways.count].send(to: WrongShop.url("/right"), on: UntouchedSessions.ephemeral)
    }

    @Test(.everySession(.get("/beside").respond(status: 204)), arguments: 0..<10) func beside(number: Int) async {
      _ = try? await UntouchedSessions.usual.data(from: WrongShop.url("/beside"))
    }
  }

  /// Tests that have a stub for what a session sends which their network does not reach.
  @Suite(.enabled(if: isWrongSuite))
  struct WrongStrays {
    @Test(.network(.get("/stray").respond(status: 204))) func ofTest() async throws {
      for _ in 0..<3 { _ = try? await UntouchedSessions.usual.data(from: WrongShop.url("/stray")) }
      _ = try await UntouchedSessions.ephemeral.data(from: WrongShop.url("/stray"))
    }

    @Test(.network(.get("/main").respond(status: 204))) @MainActor func onMainActor() async throws {
      _ = try await UntouchedSessions.withDelegate.data(for: URLRequest(url: WrongShop.url("/main")))
    }

    // A closure of a stub sees no request that may be another test's.
    @Test(
      .network(
        .get("/thread").matching("is not asked") { _ in
          Issue.record("asked")
          return true
        }.respond(status: 200).optional(), .get("/thread").respond(status: 204))
    ) func ofThread() async {
      _ = await AwayFromTask.thread.send(to: WrongShop.url("/thread"), on: UntouchedSessions.usual)
    }
  }
#endif
