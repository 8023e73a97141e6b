#if canImport(FoundationNetworking)
  /// All sessions of the process, however they were made.
  ///
  /// A session asks where a request goes when its task is resumed, in the context of the code that sends it: so each request belongs
  /// to the test whose task sends it, and tests run in parallel.
  enum AnySession {
    /// A test whose stubs answer what no test's task sends.
    fileprivate struct Turn {
      let scope: SessionScope
      /// Its number among the tests that are kept from the live network.
      let id: Int?
    }

    /// The turn of the one test that has it.
    private static let holder = Guarded<Turn?>(nil)

    /// The reason why sessions cannot be reached.
    static var problem: SessionHookProblem? { failure ?? SessionHooks.problem }

    /// Begins to ask before anything reaches the network; returns the reason if that is not possible.
    static func beginGuard() -> SessionHookProblem? {
      do throws(SessionHookProblem) {
        if let problem { throw problem }
        try SessionHooks.begin(SessionPolicy())
        if LiveNetworkGuard.isOfflineRun { _ = staysForRun }
        return nil
      } catch {
        return error
      }
    }

    static func endGuard() { SessionHooks.end() }

    /// A use without an end: an offline run is offline until the process ends.
    private static let staysForRun: Void? = try? SessionHooks.begin(SessionPolicy())

    /// Whether all sessions ask.
    static var isHooked: Bool { SessionHooks.areUsed }

    /// Whether the task that sends a request is known.
    static let knowsTasks = true

    /// Answers every session from a transport while an operation runs, for requests of its tasks.
    ///
    /// - Parameters:
    ///   - transport: The transport.
    ///   - isAlone: Whether requests that no test's task sends are answered too; then the operation waits for its turn.
    ///   - place: The place of the trait, if a problem needs it.
    static func serve(
      from transport: any StubAnswering, isAlone: Bool, at place: @autoclosure @escaping @Sendable () -> CodePlace,
      while operation: @Sendable () async throws -> Void
    ) async throws {
      // A test's trait inside its suite's: it is the same transport.
      if SessionScope.current != nil { return try await operation() }
      guard beginGuard() == nil else { return try await operation() }
      defer { endGuard() }
      try await SharedSession.withTurn(sharing: !isAlone) {
        let scope = SessionScope(
          transport: transport, clock: VirtualClock.current ?? ContinuousClock(), sharesCookies: isAlone,
          in: TestHarness(), at: place())
        if isAlone { begin(Turn(scope: scope, id: ActiveNetworks.id)) }
        defer {
          if isAlone { begin(nil) }
          scope.end()
        }
        try await SessionScope.$current.withValue(scope) { try await operation() }
      }
    }

    private static func begin(_ turn: Turn?) {
      ActiveNetworks.setTurn(turn != nil)
      holder.withLock { $0 = turn }
    }

    /// The turn of the test that has it now.
    fileprivate static var turn: Turn? { holder.withLock { $0 } }

    /// A failure in place of the experiment's, for the test of that day.
    @TaskLocal static var failure: SessionHookProblem?
  }

  /// The decision about each request of any session.
  private struct SessionPolicy: SessionRouting {
    func route(_ request: URLRequest) -> SessionRoute {
      if LiveNetworkGuard.intent == .recording { return live(request) }
      if let scope = SessionScope.current ?? callbackScope { return route(request, to: scope) }
      if Test.current == nil, !ActiveNetworks.hasOwn, let turn = AnySession.turn, isLikely(request, of: turn) {
        return route(request, to: turn.scope)
      }
      return live(request)
    }

    /// Whether a request that no task sends is that of the test whose turn it is: because a stub takes it, or because nothing else
    /// can have sent it. Tests with another network, and an app that hosts the tests, do not wait for the turn.
    private func isLikely(_ request: URLRequest, of turn: AnySession.Turn) -> Bool {
      turn.scope.takes(request) || !LiveNetworkGuard.isHosted && !ActiveNetworks.areOthers(than: turn.id)
    }

    /// The scope of a callback, if no test is known by its task.
    private var callbackScope: SessionScope? {
      Test.current == nil && !ActiveNetworks.hasOwn ? CallbackOwners.current : nil
    }

    private func route(_ request: URLRequest, to scope: SessionScope) -> SessionRoute {
      // As for a server that the test has started.
      if !LiveNetworkGuard.leaves(request), !scope.takes(request) { return .open }
      guard scope.isOver else { return .answered(scope) }
      return .refused { request in
        let text = """
          \(ReceivedRequest(request)) was sent after the end of its test, by a task or a callback that the test left running.
          In the test, await what it starts, or cancel it.
          """
        scope.harness.recordLate(Problem(text: text.sent(by: .current()), place: scope.harness.place))
      }
    }

    private func live(_ request: URLRequest) -> SessionRoute {
      LivePolicy.refusal(of: request).map { .refused(report: $0) } ?? .open
    }
  }
#endif
