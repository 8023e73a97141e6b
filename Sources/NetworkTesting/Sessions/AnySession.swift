/// All sessions of the process, however they were made.
enum AnySession {
  /// The turn of the tests that answer sessions: each alone, or those together whose requests are all known by their tasks.
  private static let turn = FairLock()
  /// Whether it is the turn of the test that the current task belongs to.
  @TaskLocal static var hasTurn = false
  /// A failure in place of the experiment's, for the test of that day.
  @TaskLocal static var failure: SessionHookProblem?
  private static let hasWarned = Guarded(false)

  /// Waits for a turn, and keeps it for an operation.
  ///
  /// - Parameter sharing: Whether others may run that share the turn.
  static func withTurn(sharing: Bool, _ operation: @Sendable () async throws -> Void) async throws {
    if hasTurn { return try await operation() }
    ActiveNetworks.setWaiting(true)
    try await turn.withLock(sharing: sharing && sharesTurns) {
      ActiveNetworks.setWaiting(false)
      // Before the next test has its turn.
      defer { ActiveNetworks.setWaiting(true) }
      try await $hasTurn.withValue(true) { try await operation() }
    }
  }

  /// Answers every session from a transport while an operation runs, for requests of its tasks.
  ///
  /// - Parameters:
  ///   - transport: The transport.
  ///   - isAlone: Whether requests that no test's task sends are answered too. They are in any case where tests share no turn.
  ///   - place: The place of the trait, if a problem needs it.
  static func serve(
    from transport: any StubAnswering, isAlone: Bool, at place: @autoclosure @escaping @Sendable () -> CodePlace,
    while operation: @Sendable () async throws -> Void
  ) async throws {
    // A test's trait inside its suite's: it is the same transport.
    if SessionScope.current != nil { return try await operation() }
    guard beginGuard() == nil else { return try await operation() }
    defer { endGuard() }
    try await withTurn(sharing: !isAlone) {
      let isAlone = isAlone || !sharesTurns
      let scope = SessionScope(
        transport: transport, clock: VirtualClock.current ?? ContinuousClock(), sharesCookies: isAlone,
        in: TestHarness(), at: place())
      // A session that asks elsewhere has one context for all, which belongs to the test.
      if !sharesTurns { _ = scope.context(of: .shared) }
      if isAlone { ActiveNetworks.setTurn(scope) }
      defer {
        if isAlone { ActiveNetworks.setTurn(nil) }
        scope.end()
      }
      try await SessionScope.$current.withValue(scope) { try await operation() }
    }
  }

  /// Decides where a request goes.
  ///
  /// - Parameters:
  ///   - asked: The request.
  ///   - sender: The code that sends it; nil if nobody saw which, so that it may be any test's.
  static func route(_ asked: AskedRequest, from sender: SessionRoute.Sender? = .current) -> SessionRoute {
    let facts = SessionRoute.Facts(
      leaves: LiveNetworkGuard.leaves(asked.request), isForOwnServer: OwnServers.has(asked.request)
    ) { $0.takes(asked) }
    let route = SessionRoute.route(sender ?? .init(), facts, ActiveNetworks.mode(isSeen: sender != nil))
    if case .passed(let scope) = route { LiveNetworkReporter.warnOfHost(asked.request, at: scope.place) }
    return route
  }

  /// Says once that sessions are not kept from the live network.
  static func warn(of problem: SessionHookProblem) {
    guard hasWarned.becomesTrue() else { return }
    let text = """
      Sessions that the code makes itself can reach the live network: \(problem.reason)
      Everything else in this package works as usual. For such sessions, set a proxy that does not answer, as in \
      https_proxy=http://127.0.0.1:9.
      """
    Problem.warn(text, at: .ofCurrentTest)
  }
}

extension AnySession {
  struct Router: SessionRouting {
    var sender: SessionRoute.Sender { .current }

    func route(_ asked: AskedRequest, from sender: SessionRoute.Sender?) -> SessionRoute {
      AnySession.route(asked, from: sender)
    }

    func report(_ refusal: SessionRoute.Refusal, of request: URLRequest) {
      LiveNetworkReporter.report(refusal, of: request)
    }
  }
}

extension SessionRoute.Sender {
  /// The code that runs now.
  static var current: Self {
    let network = AmbientNetwork.current
    var sender = Self()
    sender.task = ActiveNetworks.hasOwn ? .ofTestWithNetwork : Test.current == nil ? .unknown : .ofTest
    sender.scope = SessionScope.current
    if sender.scope == nil { sender.callback = AnySession.callbackScope }
    sender.intent = LiveNetworkGuard.intent
    sender.isLive = network.isLive
    sender.isOffline = network.isOffline
    return sender
  }
}
