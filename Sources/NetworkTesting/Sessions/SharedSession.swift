/// The process's one `URLSession.shared`, used by one test at a time.
enum SharedSession {
  /// The session while a test uses it.
  private struct Loan {
    let context: SessionContext
    let isHosted: Bool
    /// Whether other sessions are answered as well, where that goes by turn.
    let isOfAll: Bool
    /// The requests of the host that went to the live network, each reported once.
    var passed: Set<String> = []
  }

  private static let turn = FairLock()
  private static let loan = Guarded<Loan?>(nil)
  /// The context of the test that the current task belongs to.
  @TaskLocal private static var held: SessionContext?
  /// Whether it is the turn of the test that the current task belongs to.
  @TaskLocal static var hasTurn = false

  static var context: SessionContext? { loan.withLock { $0?.context } }

  /// The context while all sessions are answered by turn.
  static var contextOfAll: SessionContext? { loan.withLock { $0.flatMap { $0.isOfAll ? $0.context : nil } } }

  /// Waits until no other test uses the shared session, and keeps it for an operation.
  ///
  /// - Parameter sharing: Whether others may run that share the turn: those whose requests are all known by their tasks.
  static func withTurn(sharing: Bool = false, _ operation: @Sendable () async throws -> Void) async throws {
    if hasTurn { return try await operation() }
    ActiveNetworks.setWaiting(true)
    try await turn.withLock(sharing: sharing) {
      ActiveNetworks.setWaiting(false)
      // Before the next test has its turn.
      defer { ActiveNetworks.setWaiting(true) }
      try await $hasTurn.withValue(true) { try await operation() }
    }
  }

  /// Answers the shared session from a transport while an operation runs; waits until no other test uses it.
  static func serve(
    from transport: any HTTPTransport, isHosted: Bool = LiveNetworkGuard.isHosted, isOfAll: Bool = false,
    while operation: @Sendable () async throws -> Void
  ) async throws {
    // A test's trait inside its suite's: they already have the session, and the transport is the same.
    if held != nil { return try await operation() }
    _ = isIntercepted
    try await withTurn {
      // Code that uses the shared session may look for its cookies in the usual place.
      let configuration = URLSession.shared.configuration
      let cookies = configuration.httpCookieStorage.map(CookieStorage.init(lending:))
      defer { cookies?.giveBack() }
      let context = SessionContext(
        transport: transport, clock: VirtualClock.current ?? ContinuousClock(),
        settings: SessionSettings(configuration, cookies: cookies),
        in: TestHarness(), at: (transport as? any StubAnswering)?.engine.place ?? CodePlace())
      loan.withLock { $0 = Loan(context: context, isHosted: isHosted, isOfAll: isOfAll) }
      // The context is held here, so that it is not released under the lock.
      defer { loan.withLock { $0 = nil } }
      try await $held.withValue(context) { try await operation() }
    }
  }

  /// Returns whether a request is answered for the test that has the session, by the task that sends it if that is known.
  ///
  /// A request of another test is not. A request from no test's task may be the test's, from a queue or a detached task: it is
  /// answered unless an app hosts the tests and no stub takes it.
  static func takes(_ request: URLRequest?) -> Bool {
    guard let request, let loan = loan.withLock({ $0 }) else { return false }
    if let held { return held === loan.context }
    if let test = Test.current { return test.id == (loan.context.harness as? TestHarness)?.context?.test }
    guard loan.isHosted, let mock = loan.context.mock else { return true }
    let received = ReceivedRequest(request)
    if mock.engine.takes(received) { return true }
    let problem = Problem(
      text: """
        warning: \(received) was not sent by a task of the test that has the shared session, and none of its stubs matches. It \
        goes to the network as usual.
        If the app that hosts the tests sent it, and should not, choose "Host Application: None" for the test target. If the \
        test sent it, for example from a queue, add a stub that matches.
        """, place: mock.engine.place)
    let isNew = self.loan.withLock { $0?.passed.insert(problem.text).inserted ?? false }
    if isNew { UnattributedOutput.warn(problem) }
    return false
  }
}

// Requests that it does not take go to the network as usual.
extension SharedSession: SessionTag {
  static func context(of protocolClass: AnyClass) -> SessionContext? { context }

  #if canImport(FoundationNetworking)
    /// The installation of the protocol in the shared session, once for the process.
    ///
    /// The session asks the protocol classes of its own configuration, which were fixed when it was created; registering one
    /// comes too late. Its cache would answer for another test, and does not survive cancellations.
    static let isIntercepted: Bool = {
      let configuration = URLSession.shared.configuration
      configuration.urlCache = nil
      configuration.protocolClasses = [protocolClass, OfflineProtocol.self] + (configuration.protocolClasses ?? [])
      return true
    }()
  #else
    /// The installation of the protocol in the shared session, once for the process: the session asks all registered classes.
    static let isIntercepted = [protocolClass, OfflineProtocol.self].allSatisfy(URLProtocol.registerClass)
  #endif
}

/// A protocol that refuses requests to the live network, where sessions are asked class by class.
final class OfflineProtocol: URLProtocol {
  // Called in the task that sends, so that the problem belongs to its test.
  override class func canInit(with request: URLRequest) -> Bool {
    // On Apple platforms it is asked before the other.
    guard !SharedSession.takes(request), !AnySession.isHooked, let report = LivePolicy.refusal(of: request) else {
      return false
    }
    report(request)
    return true
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() { client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet)) }

  override func stopLoading() {}
}
