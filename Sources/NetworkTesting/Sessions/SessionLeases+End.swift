extension SessionLeases {
  /// Runs a test's code, then lets its sessions report their unused stubs, and attaches the traffic of a test that failed.
  package static func end(with operation: @Sendable () async throws -> Void) async throws {
    // An outer trait of the same test ends later.
    guard current == nil else { return try await operation() }
    let leases = SessionLeases()
    try await TestDoubles.attach {
      let result = await Result { try await $current.withValue(leases) { try await operation() } }
      // A trait has already verified its own.
      for transport in leases.transports where transport.engine.trait == nil {
        (transport as? any ReportingAtEnd)?.reportRest()
      }
      try result.get()
    }
  }
}
