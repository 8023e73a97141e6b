/// The mocked sessions that a test has created.
///
/// A session that is not invalidated may be released late, and on Apple platforms never. So its transport reports at the end of
/// the test, if a trait of this package announces that.
package final class SessionLeases: Sendable {
  private struct Lease {
    weak var context: SessionContext?
  }

  @TaskLocal private static var current: SessionLeases?
  private let leases = Guarded<[Lease]>([])

  /// Records a session of the current test.
  package static func add(_ context: SessionContext) {
    current?.leases.withLock { $0.append(Lease(context: context)) }
  }

  /// Runs a test's code, then lets its sessions report their unused stubs, and attaches the traffic of a test that failed.
  package static func end(with operation: @Sendable () async throws -> Void) async throws {
    // An outer trait of the same test ends later.
    guard current == nil else { return try await operation() }
    let leases = SessionLeases()
    try await TestDoubles.attach {
      let result = await Result { try await $current.withValue(leases) { try await operation() } }
      let transports = leases.leases.withLock { $0 }.compactMap { $0.context?.mock }
      // A trait has already verified its own.
      for transport in transports where transport.engine.trait == nil { (transport as? MockTransport)?.reportRest() }
      try result.get()
    }
  }
}
