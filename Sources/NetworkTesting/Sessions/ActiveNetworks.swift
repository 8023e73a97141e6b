/// The current networks of tests, for the report about a request that has lost its own.
package enum ActiveNetworks {
  private struct Owner {
    let test: Test?
    /// Whether it has a network; else it is offline.
    var hasNetwork: Bool
    /// The stubs of its network; nil if something else answers there.
    var stubs: StubEngine?
    /// Whether it waits for its turn, and has sent nothing yet, or has had it.
    var isWaiting: Bool
    /// Whether it is answered what no test's task sends.
    var hasTurn = false
  }

  private struct State {
    /// The tests that are kept from the live network, by their numbers: thousands of cases may run at once.
    var kept: [Int: Owner] = [:]
    /// The number of the test that came last.
    var last = 0
    /// The number of tests that use the live network.
    var live = 0

    /// Those that have begun, in the order in which they came.
    var begun: [Owner] { kept.filter { !$0.value.isWaiting }.sorted { $0.key < $1.key }.map(\.value) }

    mutating func change(_ id: Int?, _ change: (inout Owner) -> Void) {
      guard let id, var owner = kept[id] else { return }
      change(&owner)
      kept[id] = owner
    }

    mutating func add(_ owner: Owner) -> Int {
      last += 1
      kept[last] = owner
      return last
    }
  }

  private static let state = Guarded(State())
  /// Whether the test that the current task belongs to has a network.
  @TaskLocal static var hasOwn = false
  /// The number of the test that the current task belongs to, if it is kept from the live network.
  @TaskLocal static var id: Int?

  /// The names of the tests that have one, and have begun.
  static var names: [String] { names(where: \.hasNetwork) }

  /// The line of the current test, or else of the test that got a network last: a problem needs a line of the user, although its text
  /// names all tests that it may belong to.
  static var placeOfOwner: CodePlace {
    guard Test.current == nil, let test = state.withLock({ $0.begun.last(where: \.hasNetwork)?.test }) else {
      return .ofCurrentTest
    }
    return CodePlace(test.sourceLocation)
  }

  /// Returns the line for a problem with a request of no test's task: that of the test that has a stub for it, if there is one.
  static func place(for request: URLRequest) -> CodePlace {
    guard Test.current == nil, let test = owners(expecting: request).first?.test else { return placeOfOwner }
    return CodePlace(test.sourceLocation)
  }

  /// Returns names of tests, first those of the tests that have a stub for a request.
  static func names(for request: URLRequest, of names: [String]) -> [String] {
    let first = owners(expecting: request).compactMap { $0.test.map { TestName($0).full } }.filter(names.contains)
    return names.filter(first.contains) + names.filter { !first.contains($0) }
  }

  /// Returns the running tests that have a stub for a request.
  private static func owners(expecting request: URLRequest) -> [Owner] {
    state.withLock { $0.kept }.filter { !$0.isWaiting && $0.stubs?.stub(forUnowned: request) != nil }
  }

  /// The names of the tests that are kept from the live network: those that have their own, and those that are offline.
  static var namesOfKept: [String] { names { _ in true } }

  /// The name of the test that is answered what no test's task sends.
  static var nameOfTurn: String? { names(where: \.hasTurn).first }

  /// Whether a test uses the live network now.
  static var isLive: Bool { state.withLock { $0.live > 0 } }

  /// Returns whether other tests than one are kept from the live network, and have begun.
  static func areOthers(than id: Int?) -> Bool {
    state.withLock { $0.kept.contains { !$0.value.isWaiting && $0.key != id } }
  }

  private static func names(where condition: (Owner) -> Bool) -> [String] {
    let owners = state.withLock { $0 }.begun.filter(condition)
    var names: [String] = []
    for owner in owners {
      // The cases of a test have one name.
      let name = owner.test.map { TestName($0).full } ?? "a test"
      if !names.contains(name) { names.append(name) }
    }
    return names
  }

  /// Notes a request that no test's task has sent, in each running test with a stub for it.
  ///
  /// - Returns: These stubs, each with the name of its test.
  static func noteUnowned(_ request: URLRequest) -> [(test: String, stub: StubDefinition)] {
    let owners = state.withLock { $0 }.begun
    return owners.compactMap { owner in
      owner.stubs?.noteUnowned(request).map { (owner.test.map { TestName($0).full } ?? "a test", $0) }
    }
  }

  /// Runs an operation while a test has a network; from then on no session of the test reaches the live one.
  ///
  /// - Parameter stubs: The stubs of the network; nil if something else answers there.
  package static func with<Result>(
    _ stubs: StubEngine? = nil, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await keep(isPromise: LiveNetworkGuard.isOfflineRun, hasNetwork: true, stubs) {
      try await $hasOwn.withValue(true) { try await operation() }
    }
  }

  /// Runs an operation while a test is offline.
  static func withoutLive<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await keep(isPromise: true, hasNetwork: false, nil, operation)
  }

  /// Notes that the turn of the current task's test begins, or ends.
  static func setWaiting(_ isWaiting: Bool) { state.withLock { $0.change(id) { $0.isWaiting = isWaiting } } }

  /// Notes that the test of the current task is answered what no test's task sends, or no longer is.
  static func setTurn(_ hasTurn: Bool) { state.withLock { $0.change(id) { $0.hasTurn = hasTurn } } }

  /// Runs an operation while a test uses the live network.
  static func withLive<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    state.withLock { $0.live += 1 }
    defer { state.withLock { $0.live -= 1 } }
    return try await operation()
  }

  /// Runs an operation while sessions are kept from the live network.
  ///
  /// - Parameters:
  ///   - isPromise: Whether someone relies on it, who is told where it is not possible.
  ///   - hasNetwork: Whether the test has a network.
  ///   - stubs: The stubs of that network; nil if something else answers there.
  private static func keep<Result>(
    isPromise: Bool, hasNetwork: Bool, _ stubs: StubEngine?, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    let problem = AnySession.beginGuard()
    defer { if problem == nil { AnySession.endGuard() } }
    if let problem, isPromise {
      // The shared session at least can be reached in another way.
      _ = SharedSession.isIntercepted
      AnySession.warn(of: problem)
    }
    // A test with two traits is one test.
    if let id {
      let had = state.withLock { state in
        let had = state.kept[id]
        state.change(id) { owner in
          owner.hasNetwork = owner.hasNetwork || hasNetwork
          owner.stubs = stubs ?? owner.stubs
        }
        return had
      }
      defer {
        state.withLock { state in
          state.change(id) { owner in
            owner.hasNetwork = had?.hasNetwork ?? hasNetwork
            owner.stubs = had?.stubs
          }
        }
      }
      return try await operation()
    }
    let owner = Owner(
      test: Test.current, hasNetwork: hasNetwork, stubs: stubs,
      isWaiting: Test.current?.waitsForTurn == true && !SharedSession.hasTurn)
    let new = state.withLock { $0.add(owner) }
    defer { _ = state.withLock { $0.kept.removeValue(forKey: new) } }
    return try await $id.withValue(new) { try await operation() }
  }
}

/// A trait whose test waits for a turn, be it one that tests share.
protocol TurnTaking {}

extension Test {
  fileprivate var waitsForTurn: Bool { traits.contains { $0 is any TurnTaking } }
}
