import NetworkEndpoints

/// What a mocked session needs for its calls; it lives as long as the session does, and its number and transport with it.
final class SessionContext: Sendable {
  let transport: any HTTPTransport
  /// The transport, if it is a mock transport, which answers at once where it can.
  let mock: MockTransport?
  let settings: SessionSettings
  /// The test that the session belongs to; nil where there is none.
  let test: TestContext?
  let heads = SessionHeads()
  /// The clock of calls whose transport has none.
  let clock: any Clock<Duration>
  private let registry: SessionRegistry
  private let number = Guarded(0)

  init(
    transport: any HTTPTransport, clock: any Clock<Duration>, settings: SessionSettings, test: TestContext?,
    registry: SessionRegistry = .shared
  ) {
    self.transport = transport
    self.clock = clock
    self.settings = settings
    self.test = test ?? (transport as? MockTransport)?.log.test
    self.registry = registry
    mock = transport as? MockTransport
  }

  /// Enters the registry.
  ///
  /// - Returns: The protocol class that leads to this context.
  func enter() -> SessionProtocol.Type {
    let (number, protocolClass) = registry.enter(self)
    self.number.withLock { $0 = number }
    return protocolClass
  }

  deinit {
    let number = number.withLock { $0 }
    if number > 0 { registry.leave(number) }
  }
}
