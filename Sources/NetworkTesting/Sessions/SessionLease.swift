import NetworkEndpoints
import Testing

/// What a mocked session needs for its calls; it lives as long as the session does, and its number and transport with it.
final class SessionLease: Sendable {
  let transport: any HTTPTransport
  /// The transport, if it is one that answers at once where it can.
  let mock: MockTransport?
  let settings: SessionSettings
  let desk: ProblemDesk?
  let heads = SessionHeads()
  /// The clock of calls whose transport has none.
  let clock: any Clock<Duration>
  private let registry: SessionRegistry
  private let number = Guarded(0)

  init(
    transport: any HTTPTransport, clock: any Clock<Duration>, settings: SessionSettings, desk: ProblemDesk?,
    registry: SessionRegistry = .shared
  ) {
    self.transport = transport
    self.clock = clock
    self.settings = settings
    self.desk = desk
    self.registry = registry
    mock = transport as? MockTransport
  }

  /// Enters the registry.
  ///
  /// - Returns: The protocol class that leads to this lease.
  func enter() -> SessionProtocol.Type {
    let (number, protocolClass) = registry.enter(self)
    self.number.withLock { $0 = number }
    return protocolClass
  }

  deinit {
    let number = number.withLock { $0 }
    if number > 0 { registry.leave(number) }
    // The session's own queues may be the last to let go of it. What a transport says when it is released belongs to the
    // test all the same.
    if Test.current == nil { desk?.release(transport) }
  }
}
