/// The current networks of tests, for the report about a request that has lost its own.
package enum ActiveNetworks {
  private typealias Owner = (id: UUID, test: Test?)

  private struct State {
    var owners: [Owner] = []
    /// The tests that are offline.
    var offline: [Owner] = []
    /// The number of tests that use the live network.
    var live = 0
  }

  private static let state = Guarded(State())
  /// Whether the test that the current task belongs to has a network.
  @TaskLocal static var hasOwn = false

  /// The names of the tests that have one.
  static var names: [String] { names(of: state.withLock { $0.owners }) }

  /// The line of the current test, or else of the test that got a network last: a problem needs a line of the user, although its text
  /// names all tests that it may belong to.
  static var placeOfOwner: CodePlace {
    guard Test.current == nil, let test = state.withLock({ $0.owners.last })?.test else { return .ofCurrentTest }
    return CodePlace(test.sourceLocation)
  }

  /// The names of the tests that are kept from the live network: those that have their own, and those that are offline.
  static var namesOfKept: [String] { names(of: state.withLock { $0.owners + $0.offline }) }

  /// Whether a test uses the live network now.
  static var isLive: Bool { state.withLock { $0.live > 0 } }

  private static func names(of owners: [Owner]) -> [String] {
    owners.map { $0.test.map { TestName($0).full } ?? "a test" }
  }

  /// Runs an operation while a test has a network; from then on no session of the test reaches the live one.
  package static func with<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    let id = UUID()
    state.withLock { $0.owners.append((id, Test.current)) }
    defer { state.withLock { $0.owners.removeAll { $0.id == id } } }
    return try await keep(isPromise: LiveNetworkGuard.isOfflineRun) {
      try await $hasOwn.withValue(true) { try await operation() }
    }
  }

  /// Runs an operation while a test is offline.
  static func withoutLive<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    let id = UUID()
    state.withLock { $0.offline.append((id, Test.current)) }
    defer { state.withLock { $0.offline.removeAll { $0.id == id } } }
    return try await keep(isPromise: true, operation)
  }

  /// Runs an operation while a test uses the live network.
  static func withLive<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.live += 1 }
    defer { state.withLock { $0.live -= 1 } }
    return try await operation()
  }

  /// Runs an operation while sessions are kept from the live network.
  ///
  /// - Parameter isPromise: Whether someone relies on it, who is told where it is not possible.
  private static func keep<Result>(
    isPromise: Bool, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let problem = AnySession.beginGuard()
    defer { if problem == nil { AnySession.endGuard() } }
    if let problem, isPromise {
      // The shared session at least can be reached in another way.
      _ = SharedSession.isIntercepted
      AnySession.warn(of: problem)
    }
    return try await operation()
  }
}
