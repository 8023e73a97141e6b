import Foundation
import NetworkEndpoints
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The process's one `URLSession.shared`, used by one test at a time.
enum SharedSession {
  private static let turn = FairLock()
  private static let current = Guarded<SessionContext?>(nil)
  @TaskLocal private static var isHeld = false

  static var context: SessionContext? { current.withLock { $0 } }

  /// Answers the shared session from a transport while an operation runs; waits until no other test uses it.
  ///
  /// - Parameters:
  ///   - transport: The transport.
  ///   - operation: The operation.
  static func answered(
    by transport: any HTTPTransport, while operation: @Sendable () async throws -> Void
  ) async throws {
    // A test's trait inside its suite's: they have the session already, and the transport is the same.
    if isHeld { return try await operation() }
    _ = isIntercepted
    try await turn.withLock {
      // Code that uses the shared session may look for its cookies where it always does.
      let configuration = URLSession.shared.configuration
      let context = SessionContext(
        transport: transport, clock: VirtualClock.current ?? ContinuousClock(),
        settings: SessionSettings(
          configuration, cookies: configuration.httpCookieStorage.map(CookieStorage.init(sharing:))),
        test: TestContext(), sourceLocation: (transport as? MockTransport)?.givenLocation ?? #_sourceLocation)
      current.withLock { $0 = context }
      // The context is held here, so that its end is not under the lock.
      defer { current.withLock { $0 = nil } }
      try await $isHeld.withValue(true) { try await operation() }
    }
  }
}

/// Loads the requests of the shared session while a test uses it; between tests, they go where they always do.
final class SharedSessionProtocol: SessionProtocol {
  override class var context: SessionContext? { SharedSession.context }

  override class func canInit(with request: URLRequest) -> Bool { context != nil && super.canInit(with: request) }
}

/// Refuses what the shared session would send to the live network from a test that is offline.
final class OfflineProtocol: URLProtocol {
  // Asked in the task that sends, so that the problem is that of its test.
  override class func canInit(with request: URLRequest) -> Bool {
    guard SharedSession.context == nil else { return false }
    do throws(LiveNetworkError) { try LiveNetworkGuard.checkOffline(request, on: nil) } catch { return true }
    return false
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() { client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet)) }

  override func stopLoading() {}
}
