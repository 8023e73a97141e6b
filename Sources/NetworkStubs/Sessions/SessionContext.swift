/// The context of a mocked session's calls, which lives as long as the session and keeps the transport.
package final class SessionContext: Sendable {
  let transport: any HTTPTransport
  /// The transport, if it is a mock transport, which can answer immediately.
  package let mock: (any StubAnswering)?
  let settings: SessionSettings
  /// The test that the session belongs to.
  package let harness: any Harness
  let heads = SessionHeads()
  /// The scope that answers all sessions, if the session is one of these.
  let scope: SessionScope?
  let order = SimulationContext.current.order
  /// The clock of calls whose transport has none.
  package let clock: any Clock<Duration>
  /// The line where the session was created.
  private let place: CodePlace
  /// The number of redirects before each task's current request, if the loading system follows them.
  let redirects = Guarded<[Int: Int]>([:])
  private let protocolClass = Guarded<SessionProtocol.Type?>(nil)

  package init(
    transport: any HTTPTransport, clock: any Clock<Duration>, settings: SessionSettings,
    in harness: any Harness, at place: CodePlace, scope: SessionScope? = nil
  ) {
    self.scope = scope
    self.transport = transport
    self.clock = clock
    self.settings = settings
    mock = transport as? any StubAnswering
    DescriptorLimit.raise()
    self.harness = harness
    self.place = place
  }

  /// Registers the session, also among those of the test; returns the protocol class that leads to this context.
  func enter() -> SessionProtocol.Type {
    let entered = SessionRegistry.shared.enter(self)
    protocolClass.withLock { $0 = entered }
    SessionLeases.current?.add(self)
    return entered
  }

  /// Reports an unsupported operation; a test that then ends in the error is not told twice.
  func report(_ error: MockedSessionError) {
    let problem = Problem(text: error.description, place: place)
    guard let mock else { return _ = harness.record(problem) }
    mock.log.noteUnrecorded(error)
    mock.log.report(problem)
  }

  deinit { if let protocolClass = protocolClass.withLock({ $0 }) { SessionRegistry.shared.leave(protocolClass) } }
}

/// The mocked sessions that a test has created.
///
/// A session that is not invalidated may be released late, and on Apple platforms never. So its transport reports at the end of
/// the test, if a trait of this package announces that.
package final class SessionLeases: Sendable {
  private struct Lease { weak var context: SessionContext? }

  @TaskLocal package static var current: SessionLeases?
  private let leases = Guarded<[Lease]>([])

  package init() {}

  func add(_ context: SessionContext) { leases.withLock { $0.append(Lease(context: context)) } }

  /// The transports that answer from stubs, of the sessions that are left.
  package var transports: [any StubAnswering] { leases.withLock { $0 }.compactMap { $0.context?.mock } }
}
