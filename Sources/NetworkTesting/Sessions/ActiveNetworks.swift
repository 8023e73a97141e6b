/// The current networks of tests, for the report about a request that has lost its own.
package enum ActiveNetworks {
  private struct State {
    var owners: [(id: UUID, test: Test?)] = []
    /// The number of tests that use the live network.
    var live = 0
  }

  private static let state = Guarded(State())
  /// Whether the test that the current task belongs to has a network.
  @TaskLocal static var hasOwn = false

  /// The names of the tests that have one.
  static var names: [String] { state.withLock { $0.owners }.map { $0.test.map { TestName($0).full } ?? "a test" } }

  /// Whether a test uses the live network now.
  static var isLive: Bool { state.withLock { $0.live > 0 } }

  /// Runs an operation while a test has a network; from then on no session of the test reaches the live one.
  package static func with<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    let id = UUID()
    state.withLock { $0.owners.append((id, Test.current)) }
    defer { state.withLock { $0.owners.removeAll { $0.id == id } } }
    return try await withGuard { try await $hasOwn.withValue(true) { try await operation() } }
  }

  /// Runs an operation while sessions are kept from the live network.
  ///
  /// - Parameter isPromised: Whether the test is told where that is not possible.
  static func withGuard<Result>(
    isPromised: Bool = false, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let problem = AnySession.beginGuard()
    defer { if problem == nil { AnySession.endGuard() } }
    if let problem, isPromised || LiveNetworkGuard.isOfflineRun { AnySession.warn(of: problem) }
    return try await operation()
  }

  /// Runs an operation while a test uses the live network.
  static func withLive<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.live += 1 }
    defer { state.withLock { $0.live -= 1 } }
    return try await operation()
  }
}
