/// A double whose remaining problems are recorded at the end of its test.
package protocol ReportingAtEnd { func reportRest() }

/// A double that is asked for its problems at the end of the process, unless it was released.
package protocol KeptDouble: AnyObject, Sendable {
  var log: RequestLog { get }
  /// Whether it has promises, which tests that do not run would have kept.
  var hasPromises: Bool { get }
  func takeProblems() -> [Problem]
}

extension StubEngine: KeptDouble { package var hasPromises: Bool { true } }

/// The doubles that a test has made, whose traffic is attached if it fails.
package final class TestDoubles: Sendable {
  @TaskLocal private static var current: TestDoubles?
  private let logs = Guarded<[(log: RequestLog, place: CodePlace)]>([])

  /// Records a double of the current test.
  ///
  /// - Returns: Whether its traffic is attached if the test fails. A simulation attaches that of the failed run itself.
  package static func add(_ log: RequestLog, at place: CodePlace) -> Bool {
    guard let current, SimulationContext.current.order == nil, !log.harness.isShared else { return false }
    current.logs.withLock { $0.append((log, place)) }
    return true
  }

  /// Runs a test's code, and attaches the traffic of its doubles if it has failed; an error that ends it is no second issue.
  static func attach(after operation: @Sendable () async throws -> Void) async throws {
    guard let test = Test.current else { return try await operation() }
    let doubles = TestDoubles()
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, Test.Case.current) { try await $current.withValue(doubles) { try await operation() } }
    }
    let logs = doubles.logs.withLock { $0 }
    if watch.hasFailed || result.hasThrown {
      for (log, place) in logs { TrafficAttachment.record(log.exchanges, issues: watch.texts, at: place) }
    }
    // A run of a simulation needs the error, and has no doubles here.
    if case .failure(let error) = result {
      if logs.contains(where: { $0.log.hasReported(error) }) { return }
      if let origin = logs.lazy.compactMap({ $0.log.origin(of: error) }).first {
        return Problem.record(error, with: origin)
      }
    }
    try result.get()
  }
}

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
