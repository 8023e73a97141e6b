/// The context of a mocked session's calls, which lives as long as the session and keeps the transport.
package final class SessionContext: Sendable {
  let transport: any HTTPTransport
  /// The transport, if it is a mock transport, which can answer immediately.
  package let mock: (any StubAnswering)?
  let settings: SessionSettings
  /// The test that the session belongs to.
  package let harness: any Harness
  let heads = SessionHeads()
  /// The connections that the configuration limits; nil if it keeps the usual limit.
  let connections: SessionConnections?
  /// The scope that answers all sessions, if the session is one of these.
  let scope: SessionScope?
  let order = SimulationContext.current.order
  /// The clock of calls whose transport has none.
  package let clock: any Clock<Duration>
  /// Looks up the line where the session was created.
  private let findPlace: @Sendable () -> CodePlace
  private var place: CodePlace { findPlace() }
  /// The number of redirects before each task's current request, if the loading system follows them.
  let redirects = Guarded<[Int: Int]>([:])
  /// The real time at which the session was created.
  private let startTime = time(nil)
  private let hasWarnedOfTwoTypes = Guarded(false)
  private let hasWarnedOfCache = Guarded(false)
  private let hasWarnedOfTimeout = Guarded(false)
  private let protocolClass = Guarded<SessionProtocol.Type?>(nil)

  package init(
    transport: any HTTPTransport, clock: any Clock<Duration>, settings: SessionSettings,
    in harness: any Harness, at place: @autoclosure @escaping @Sendable () -> CodePlace, scope: SessionScope? = nil
  ) {
    self.scope = scope
    self.transport = transport
    self.clock = clock
    self.settings = settings
    connections = settings.connectionLimit.map(SessionConnections.init)
    mock = transport as? any StubAnswering
    DescriptorLimit.raise()
    self.harness = harness
    findPlace = place
  }

  /// Registers the session, also among those of the test; returns the protocol class that leads to this context.
  func enter() -> SessionProtocol.Type {
    let entered = SessionRegistry.shared.enter(self)
    protocolClass.withLock { $0 = entered }
    SessionLeases.keeper?.sessions.add(self)
    return entered
  }

  /// Returns the error of a request that no session sends, and reports what it sends in a form that no server understands.
  func refusal(of request: URLRequest, isUpload: Bool) -> URLError? {
    let request = settings.withTimeout(settings.withCachePolicy(request), isWhole: false)
    if let mock {
      mock.log.reportDefects(of: request, at: place)
      return mock.engine.refusal(of: request, isUpload: isUpload, bySessionOn: settings.platform)
    }
    guard let remembering = transport as? any RememberingTransport else {
      return SessionRefusal(request, isUpload: isUpload, on: settings.platform)?.error(for: request)
    }
    remembering.log.reportDefects(of: request, at: place)
    if let refusing = remembering as? any RefusingTransport {
      return refusing.refusal(of: request, isUpload: isUpload, bySessionOn: settings.platform)
    }
    return remembering.log.refusal(of: request, isUpload: isUpload, on: settings.platform)?.error
  }

  /// The date of an answer that is sent now.
  var date: ServerDate { mock?.engine.date ?? .since(startTime, Timeline.virtualNow(on: clock)) }

  /// Warns of what a session does with a request that its test may not expect.
  func warn(of request: URLRequest) {
    warnOfTwoTypes(in: request)
    warnOfCache(holding: request)
    warnOfTimeout(of: request)
  }

  /// Warns once that a session sends two types, of which servers take one or the other.
  private func warnOfTwoTypes(in request: URLRequest) {
    guard let type = settings.repeatedType(of: request), hasWarnedOfTwoTypes.becomesTrue() else { return }
    let text = """
      \(request.title) has two types: a URLSession on Linux adds the type of a form to a POST without its own type, although its \
      configuration has \(type.shortened(to: 60)).
      Servers take the first, the last or none. Set Content-Type on the request, not in httpAdditionalHeaders.
      """
    harness.ofCaller.warn(Problem(text: text, place: place))
  }

  /// Warns once that a session answers a request from its cache, which holds an answer that the app has put there.
  private func warnOfCache(holding request: URLRequest) {
    guard settings.cache.holdsAnswer(to: request), hasWarnedOfCache.becomesTrue() else { return }
    let text = """
      The URLCache of a mocked URLSession holds an answer to \(request.title), \
      and was not asked: a session may answer from there, without a request.
      Test what the app does with a cached answer where it reads the cache itself, or against a server.
      """
    harness.ofCaller.warn(Problem(text: text, place: place))
  }

  /// Warns once of a time-out that a session cuts to nothing: a stub may be in time where no server is.
  private func warnOfTimeout(of request: URLRequest) {
    let interval = settings.withTimeout(request, isWhole: false).timeoutInterval
    guard settings.platform.countsWholeSeconds, interval < 1, hasWarnedOfTimeout.becomesTrue() else { return }
    let text = """
      \(request.title) has a time-out of \(interval) seconds, of which a URLSession on Linux makes a millisecond: it counts whole \
      seconds. So the request times out, unless its response comes at once, as from a stub.
      Set a time-out of at least one second.
      """
    harness.ofCaller.warn(Problem(text: text, place: place))
  }

  /// Reports an unsupported operation; a test that then ends in the error is not told twice.
  func report(_ error: MockedSessionError) {
    let problem = Problem(text: error.description, place: place)
    guard let mock else { return _ = harness.record(problem) }
    mock.log.noteUnrecorded(error)
    mock.log.report(problem)
  }

  /// Refuses a WebSocket task, which no protocol can load.
  func refuse(_ socket: URLSessionTask) {
    report(MockedSessionError(.webSocket, socket.originalRequest))
    if let request = socket.originalRequest { mock?.engine.noteRefused(request) }
    socket.cancel()
  }

  /// Warns that cookies of an answer are lost, as over a bare session.
  func warnOfLostCookies(of request: URLRequest) {
    let text = """
      A mocked URLSession has not stored a cookie, because its field is not spelled Set-Cookie: \
      \(Secrets.masked(request.url?.absoluteString ?? "(no URL)"))

      A session of FoundationNetworking knows only that spelling. If the server uses it, use it in the stub, \
      or imitate the other platform: .mocked(by: transport, as: .apple).
      """
    harness.warn(Problem(text: text, place: place))
  }

  deinit { if let protocolClass = protocolClass.withLock({ $0 }) { SessionRegistry.shared.leave(protocolClass) } }
}

/// The keeper of a test's sessions, for the traits of this package.
package protocol SessionKeeping: AnyObject, Sendable { var sessions: SessionLeases { get } }

/// The mocked sessions that a test has created.
///
/// A session that is not invalidated may be released late, and on Apple platforms never. So its transport reports at the end of
/// the test, if a trait of this package announces that.
package final class SessionLeases: Sendable {
  private struct Lease { weak var context: SessionContext? }

  /// The keeper of the current test's sessions.
  @TaskLocal package static var keeper: (any SessionKeeping)?
  private let leases = Guarded<[Lease]>([])

  package init() {}

  func add(_ context: SessionContext) { leases.withLock { $0.append(Lease(context: context)) } }

  /// The transports that answer from stubs, of the sessions that are left.
  package var transports: [any StubAnswering] { leases.withLock { $0 }.compactMap { $0.context?.mock } }
}
