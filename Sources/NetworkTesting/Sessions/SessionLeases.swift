/// The mocked sessions and the doubles that a test has created.
///
/// A session that is not invalidated may be released late, and on Apple platforms never. So its transport reports at the end of
/// the test, if a trait of this package announces that. Then, if the test has failed, the traffic of all its doubles is attached.
package final class SessionLeases: Sendable {
  private struct Lease {
    weak var context: SessionContext?
  }

  @TaskLocal private static var current: SessionLeases?
  private let leases = Guarded<[Lease]>([])
  private let logs = Guarded<[(log: RequestLog, place: CodePlace)]>([])

  /// Records a session of the current test.
  package static func add(_ context: SessionContext) {
    current?.leases.withLock { $0.append(Lease(context: context)) }
  }

  /// Records a double of the current test.
  ///
  /// - Returns: Whether its traffic is attached if the test fails. A simulation attaches that of the failed run itself.
  package static func add(_ log: RequestLog, at place: CodePlace) -> Bool {
    guard let current, SimulationContext.current.order == nil,
      (log.surroundings as? TestSurroundings)?.isShared != true
    else { return false }
    current.logs.withLock { $0.append((log, place)) }
    return true
  }

  /// Runs a test's code, then lets its sessions report their unused stubs, and attaches the traffic of a test that failed.
  package static func end(with operation: @Sendable () async throws -> Void) async throws {
    // An outer trait of the same test ends later.
    guard current == nil, let test = Test.current else { return try await operation() }
    let leases = SessionLeases()
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, Test.Case.current) {
        let result = await Result { try await $current.withValue(leases) { try await operation() } }
        let transports = leases.leases.withLock { $0 }.compactMap { $0.context?.mock }
        // A trait has already verified its own.
        for transport in transports where transport.engine.trait == nil { (transport as? MockTransport)?.reportRest() }
        try result.get()
      }
    }
    if watch.hasFailed || result.hasThrown {
      for (log, place) in leases.logs.withLock({ $0 }) {
        TrafficAttachment.record(log.exchanges, issues: watch.texts, at: place)
      }
    }
    try result.get()
  }
}
