/// The way of a request that any session of the process is about to send.
package enum SessionRoute: Sendable {
  /// Where it always goes.
  case open
  /// To the stubs of a test.
  case answered(SessionScope)
  /// To no network: unless a protocol of the session's own takes it, it ends in an error, and the closure reports it.
  case refused(report: @Sendable (URLRequest) -> Void)
}

/// Code that decides where the requests of all sessions go.
package protocol SessionRouting: Sendable {
  /// Decides about a request, in the context of the code that sends it.
  func route(_ request: URLRequest) -> SessionRoute
}

/// One request that a session sends now, and where it may go.
///
/// The session asks protocol classes one after the other. Those of its own come first. Foundation's would open a connection: in
/// place of that one, the request goes where this says.
final class SessionSend: Sendable {
  /// The request that the current code sends.
  @TaskLocal static var current: SessionSend?

  /// The class that answers; nil for one that refuses.
  let protocolClass: SessionProtocol.Type?
  private let stopped = Guarded(false)

  init(to protocolClass: SessionProtocol.Type?) { self.protocolClass = protocolClass }

  /// Whether it would have gone to the network.
  var isStopped: Bool { stopped.withLock { $0 } }

  func stop() { stopped.withLock { $0 = true } }
}

/// The protocol of any session of the process, in one test.
final class AnySessionProtocol<Tag: SessionTag>: SessionProtocol {
  override class var context: SessionContext? { Tag.context(of: self) }

  override class func canInit(with request: URLRequest) -> Bool { SessionSend.current?.protocolClass == self }
}
