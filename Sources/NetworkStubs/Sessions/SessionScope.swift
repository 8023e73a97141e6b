/// All sessions of the process, as one test sees them: its stubs answer.
///
/// A session that the test did not make keeps its configuration. So each has a context of its own here, with the header fields,
/// time-outs and cookies of that configuration, and with a protocol class that only requests of this test reach.
package final class SessionScope: Sendable {
  /// The scope of the test that the current task belongs to.
  @TaskLocal package static var current: SessionScope?

  private struct Known {
    weak var session: URLSession?
    let context: SessionContext
    let protocolClass: SessionProtocol.Type
  }

  private struct State {
    var known: [ObjectIdentifier: Known] = [:]
    var cookies: [ObjectIdentifier: CookieStorage] = [:]
    var isOver = false
  }

  private let transport: any HTTPTransport
  private let clock: any Clock<Duration>
  package let harness: any Harness
  private let findPlace: @Sendable () -> CodePlace
  /// The place of problems with unsupported operations.
  package var place: CodePlace { findPlace() }
  private let sharesCookies: Bool
  private let state = Guarded(State())

  /// - Parameters:
  ///   - transport: The transport that answers.
  ///   - clock: The clock of calls whose transport has none.
  ///   - sharesCookies: Whether the cookie storages of sessions are used until the end, and not copied for the test.
  ///   - harness: The test.
  ///   - place: The place of problems with unsupported operations, which is looked up then.
  package init(
    transport: any HTTPTransport, clock: any Clock<Duration>, sharesCookies: Bool, in harness: any Harness,
    at place: @autoclosure @escaping @Sendable () -> CodePlace
  ) {
    self.transport = transport
    self.clock = clock
    self.sharesCookies = sharesCookies
    self.harness = harness
    findPlace = place
    // Code may put its cookies there before the first request.
    if !sharesCookies { HTTPCookieStorage.shared.divide() }
  }

  /// Whether its test has ended.
  package var isOver: Bool { state.withLock { $0.isOver } }

  /// Returns whether a stub would answer a request now. Its predicates run in the scope's test.
  package func takes(_ asked: AskedRequest) -> Bool {
    guard let engine = (transport as? any StubAnswering)?.engine else { return true }
    let request = asked.received(in: self)
    guard harness.isCallerOutside else { return engine.takes(request) }
    let isTaken = Guarded(false)
    harness.enter {
      let answer = engine.takes(request)
      isTaken.withLock { $0 = answer }
    }
    return isTaken.withLock { $0 }
  }

  /// Returns the settings of a session, with the cookies of the test.
  func settings(of session: URLSession) -> SessionSettings {
    if let known = known(session) { return known.context.settings }
    let configuration = session.configuration
    return SessionSettings(configuration, cookies: configuration.httpCookieStorage.map(makeCookies))
  }

  /// Returns the context of a session's requests.
  package func context(of session: URLSession) -> SessionContext { use(session).context }

  /// Returns the class that answers a session's requests, which is registered until the end of the scope.
  func protocolClass(for session: URLSession) -> SessionProtocol.Type { use(session).protocolClass }

  private func known(_ session: URLSession) -> Known? {
    let known = state.withLock { $0.known[ObjectIdentifier(session)] }
    // Another session may have had the address.
    return known?.session === session ? known : nil
  }

  private func use(_ session: URLSession) -> Known {
    if let known = known(session) { return known }
    let id = ObjectIdentifier(session)
    let findPlace = findPlace
    let context = SessionContext(
      transport: transport, clock: clock, settings: settings(of: session), in: harness, at: findPlace(),
      scope: self)
    let made = Known(session: session, context: context, protocolClass: context.enter())
    // Before another thread can find it, which sends its request at once.
    _ = URLProtocol.registerClass(made.protocolClass)
    let (known, unused) = state.withLock { state -> (Known, Known?) in
      // The test may just have ended.
      guard !state.isOver else { return (made, nil) }
      // A request of another thread may have been first.
      let old = state.known[id]
      if let old, old.session === session { return (old, made) }
      state.known[id] = made
      return (made, old)
    }
    if let unused { URLProtocol.unregisterClass(unused.protocolClass) }
    return known
  }

  /// The cookies of the test for the sessions that share a storage; they begin with those in it.
  private func makeCookies(of storage: HTTPCookieStorage) -> CookieStorage {
    if !sharesCookies { storage.divide() }
    let id = ObjectIdentifier(storage)
    if let known = state.withLock({ $0.cookies[id] }) { return known }
    // Outside of the lock: the storage may be of a class of the app's.
    let made = sharesCookies ? CookieStorage(lending: storage) : CookieStorage(copying: storage)
    let (cookies, isOver) = state.withLock { state -> (CookieStorage, Bool) in
      if let known = state.cookies[id] { return (known, false) }
      if !state.isOver { state.cookies[id] = made }
      return (made, state.isOver)
    }
    // The test may just have ended, and would not take back what an answer stores.
    if isOver { cookies.giveBack() }
    return cookies
  }

  /// Returns the cookies of the test in place of a storage's; nil if the test uses those in the storage.
  func cookies(of storage: HTTPCookieStorage) -> CookieStorage? {
    sharesCookies || isOver ? nil : makeCookies(of: storage)
  }

  /// Ends the scope: no session reaches it any more.
  package func end() {
    let (known, cookies) = state.withLock { state in
      state.isOver = true
      defer {
        state.known = [:]
        state.cookies = [:]
      }
      return (state.known.values, state.cookies.values)
    }
    for known in known { URLProtocol.unregisterClass(known.protocolClass) }
    for cookies in cookies { cookies.giveBack() }
  }
}

/// One request that a session sends now, and where it may go.
///
/// The session asks protocol classes one after the other. Those of its own come first. Foundation's would open a connection: in
/// place of that one, the request goes where this says.
final class SessionSend: Sendable {
  /// The request that the current code sends.
  @TaskLocal static var current: SessionSend?

  /// The class that answers; nil for one that refuses.
  let protocolClass: URLProtocol.Type?
  private let stopped = Guarded(false)

  init(to protocolClass: URLProtocol.Type?) { self.protocolClass = protocolClass }

  /// Whether it would have gone to the network.
  var isStopped: Bool { stopped.withLock { $0 } }

  func stop() { stopped.withLock { $0 = true } }
}

/// The protocol of any session of the process, in one test.
final class AnySessionProtocol<Tag: SessionTag>: SessionProtocol {
  override class var context: SessionContext? { SessionRegistry.shared.context(of: self) }

  override class func canInit(with request: URLRequest) -> Bool {
    guard SessionSend.current?.protocolClass == self else { return false }
    noteChoice()
    return true
  }
}
