import NetworkLoopback
import NetworkTesting
import TestSupport

#if (os(macOS) || os(Linux)) && compiler(>=6.3)
  extension Stub {
    /// A stub for `/a`, which right tests use.
    static var right: Stub { .get("/a").respond(status: 204) }
    /// A stub for `/b`, which no test uses.
    static var unused: Stub { .get("/b").respond(status: 204) }
  }

  /// A double that a test makes, and the way in which its code asks it.
  enum VerdictDouble: CaseIterable {
    case mock, stub, session, handler, configuration, stubbedSession, server

    /// Each of them with each other value in a full run. Else some pairs, in which each double and each other value comes up.
    ///
    /// - Parameters:
    ///   - others: The type of the other values.
    ///   - turn: Which pairs come first, so that tests of one list take different ones.
    static func pairs<Other: CaseIterable>(
      with others: Other.Type, from turn: Int = 0
    ) -> [(Self, Other)] {
      allCases.enumerated().flatMap { row, double in
        Other.allCases.enumerated().filter { column, _ in
          Effort.isFull("/VerdictTests.swift") || (row + column + turn) % 3 == 0
        }.map { (double, $1) }
      }
    }

    /// A double that was made.
    struct Made: Sendable {
      /// The object that the code under test has.
      let object: any Sendable
      let ask: @Sendable (String) async -> Void
      /// Verifies it, and does not look at the error.
      let verify: @Sendable () async -> Void
    }

    func make(_ stubs: Stub...) throws -> Made {
      switch self {
      case .mock: Self.made(MockTransport(stubs))
      case .stub: Self.made(StubTransport(stubs))
      case .session: Self.made(MockTransport(stubs)) { URLSession.mocked(by: $0) }
      case .handler: Self.made(MockTransport(stubs), hasHandler: true) { URLSession.mocked(by: $0) }
      case .configuration: Self.made(MockTransport(stubs)) { URLSession(configuration: .mocked(by: $0)) }
      case .stubbedSession: Self.made(StubTransport(stubs)) { URLSession.stubbed(by: $0) }
      case .server: try Self.made(Self.server(stubs))
      }
    }

    private static func made(_ transport: some StubAnswering) -> Made {
      Made(object: transport, ask: { await transport.swallow($0) }, verify: { try? await transport.verify() })
    }

    private static func made<Transport: StubAnswering>(
      _ transport: Transport, hasHandler: Bool = false, _ session: (Transport) -> URLSession
    ) -> Made {
      let session = session(transport)
      let ask: @Sendable (String) async -> Void = { path in
        guard hasHandler else { return await session.swallow(path) }
        await withCheckedContinuation { done in
          session.dataTask(with: WrongShop.url(path)) { _, _, _ in done.resume() }.resume()
        }
      }
      return Made(object: session, ask: ask, verify: { try? await transport.verify() })
    }

    /// A server with two stubs at most: its initialiser takes no list.
    private static func server(_ stubs: [Stub]) throws -> LoopbackServer {
      switch stubs.count {
      case 0: try LoopbackServer()
      case 1: try LoopbackServer(stubs[0])
      default: try LoopbackServer(stubs[0], stubs[1])
      }
    }

    private static func made(_ server: LoopbackServer) -> Made {
      Made(object: server, ask: { await NetworkTestingTests.ask(server, $0) }, verify: { try? server.verify() })
    }
  }

  /// A mistake that a test can make with each double.
  enum VerdictMistake: CaseIterable {
    case unanswered, unused, unusedOfTwo, askedTooOften, kept, keptAndUnanswered, verifiedInVain

    func make(with double: VerdictDouble) async throws {
      switch self {
      case .unanswered: try await double.make(.unused.optional()).ask("/a")
      case .unused: _ = try double.make(.unused)
      case .unusedOfTwo: try await double.make(.right, .unused).ask("/a")
      case .askedTooOften:
        let made = try double.make(.right.once())
        for _ in 1...2 { await made.ask("/a") }
      case .kept: KeptThings.all.add(try double.make(.unused))
      case .keptAndUnanswered:
        let made = try double.make(.unused.optional())
        KeptThings.all.add(made)
        await made.ask("/a")
      case .verifiedInVain: await (try double.make(.unused)).verify()
      }
    }
  }

  /// What a right test does with each double.
  enum VerdictUse: CaseIterable {
    case answered, optional, kept, verified, known, knownUnused

    func make(with double: VerdictDouble) async throws {
      switch self {
      case .answered: try await double.make(.right).ask("/a")
      case .optional: _ = try double.make(.unused.optional())
      case .kept:
        let made = try double.make(.right)
        KeptThings.all.add(made)
        await made.ask("/a")
      case .verified:
        let made = try double.make(.right)
        await made.ask("/a")
        await made.verify()
      case .known: await withKnownIssue { try await double.make().ask("/a") }
      case .knownUnused: await withKnownIssue { await (try double.make(.unused)).verify() }
      }
    }
  }
#endif
