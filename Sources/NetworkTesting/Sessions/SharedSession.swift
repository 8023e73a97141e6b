import Foundation
import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The process's one `URLSession.shared`, lent to one test at a time.
enum SharedSession {
  private static let turn = FairLock()
  private static let current = Guarded<SessionLease?>(nil)
  @TaskLocal private static var isHeld = false

  static var lease: SessionLease? { current.withLock { $0 } }

  /// Lets a transport answer the shared session while an operation runs; waits until no other test does.
  ///
  /// - Parameters:
  ///   - transport: The transport.
  ///   - operation: The operation.
  static func answered(
    by transport: any HTTPTransport, while operation: @Sendable () async throws -> Void
  ) async throws {
    // A test's trait inside its suite's: the session is lent to them already, and the transport is the same.
    if isHeld { return try await operation() }
    _ = isIntercepted
    try await turn.withLock {
      let lease = SessionLease(
        transport: transport, clock: VirtualClock.current ?? ContinuousClock(),
        settings: SessionSettings(URLSession.shared.configuration),
        desk: ProblemDesk())
      current.withLock { $0 = lease }
      // The lease is held here, so that its end is not under the lock.
      defer { current.withLock { $0 = nil } }
      try await $isHeld.withValue(true) { try await operation() }
    }
  }
}

/// Loads the requests of the shared session while it is lent to a test; between tests, they go where they always do.
final class SharedSessionProtocol: SessionProtocol {
  override class var lease: SessionLease? { SharedSession.lease }

  override class func canInit(with request: URLRequest) -> Bool { lease != nil && super.canInit(with: request) }
}
