/// The current networks of tests, and the test that is answered what no test's task sends.
package enum ActiveNetworks {
  private struct Owner {
    let test: Test?
    /// Whether it has a network; else it is offline.
    var hasNetwork: Bool
    /// The stubs of its network; nil if something else answers there.
    var stubs: StubEngine?
    /// Whether it waits for its turn, and has sent nothing yet, or has had it.
    var isWaiting: Bool

    var name: String { test.map { TestName($0).full } ?? "a test" }
  }

  private struct State {
    /// The tests that are kept from the live network, by their numbers: thousands of cases may run at once.
    var kept: [Int: Owner] = [:]
    /// The number of the test that came last.
    var last = 0
    /// The number of tests that use the live network.
    var live = 0
    /// The scope of the test that is answered what no test's task sends, and its entry.
    var turn: (scope: SessionScope, owner: Int?)?

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

  /// The entry of a test.
  private struct Own {
    let id: Int
    let hasNetwork: Bool
  }

  private static let state = Guarded(State())
  /// The entry of the test that the current task belongs to, if it is kept from the live network.
  @TaskLocal private static var own: Own?

  /// Whether the test that the current task belongs to has a network.
  static var hasOwn: Bool { own?.hasNetwork == true }

  /// The tests that are kept from the live network, and have begun.
  private static var begun: [Owner] { state.withLock { $0 }.begun }

  /// The names of the tests that have a network.
  static var names: [String] { names(of: begun.filter(\.hasNetwork)) }

  /// The names of the tests that are kept from the live network: those that have their own, and those that are offline.
  static var namesOfKept: [String] { names(of: begun) }

  /// The name of the test that is answered what no test's task sends.
  static var nameOfTurn: String? {
    let owner = state.withLock { state in state.turn?.owner.flatMap { state.kept[$0] } }
    return owner?.isWaiting == false ? owner?.name : nil
  }

  // The cases of a test have one name.
  private static func names(of owners: [Owner]) -> [String] {
    owners.map(\.name).reduce(into: []) { names, name in if !names.contains(name) { names.append(name) } }
  }

  /// The line of the current test, or else of the test that got a network last: a problem needs a line of the user, although its text
  /// names all tests that it may belong to.
  static var placeOfOwner: CodePlace {
    guard Test.current == nil, let test = begun.last(where: \.hasNetwork)?.test else { return .ofCurrentTest }
    return CodePlace(test.sourceLocation)
  }

  /// Returns the line for a problem with a request of no test's task: that of the test that has a stub for it, if there is one.
  static func place(for request: URLRequest) -> CodePlace {
    guard Test.current == nil, let test = owners(expecting: request).first?.test else { return placeOfOwner }
    return CodePlace(test.sourceLocation)
  }

  /// Returns names of tests, first those of the tests that have a stub for a request.
  static func names(for request: URLRequest, of names: [String]) -> [String] {
    let first = owners(expecting: request).map(\.name).filter(names.contains)
    return names.filter(first.contains) + names.filter { !first.contains($0) }
  }

  /// Returns the running tests that have a stub for a request.
  private static func owners(expecting request: URLRequest) -> [Owner] {
    begun.filter { $0.stubs?.stub(forUnowned: request) != nil }
  }

  /// The state of the run.
  ///
  /// - Parameter isSeen: Whether it is known of a request that no test's task sends it. Otherwise it can't be told from the requests
  ///   of the test whose turn it is.
  static func mode(isSeen: Bool) -> SessionRoute.Mode {
    var mode = SessionRoute.Mode()
    mode.isOffline = LiveNetworkGuard.isOfflineRun
    mode.isHosted = LiveNetworkGuard.isHosted
    state.withLock { state in
      mode.turn = state.turn?.scope
      mode.usesLive = state.live > 0
      mode.keepsOthers = isSeen && state.kept.contains { !$0.value.isWaiting && $0.key != state.turn?.owner }
    }
    return mode
  }

  /// Notes a request that no test's task has sent in the running test that has a stub for it.
  ///
  /// If several have one, none of them is told: its verdict would depend on what else runs.
  ///
  /// - Returns: These stubs, each with the name of its test.
  static func noteUnowned(_ request: URLRequest) -> [(test: String, stub: StubDefinition)] {
    let owners = begun.compactMap { owner in
      owner.stubs.flatMap { stubs in stubs.stub(forUnowned: request).map { (owner.name, stubs, $0) } }
    }
    if owners.count == 1 { owners[0].1.noteUnowned(request) }
    return owners.map { ($0.0, $0.2) }
  }

  /// Runs an operation while a test has a network; from then on no session of the test reaches the live one.
  ///
  /// - Parameter stubs: The stubs of the network; nil if something else answers there.
  package static func with<Result>(
    _ stubs: StubEngine? = nil, _ operation: () async throws -> Result
  ) async rethrows -> Result {
    try await keep(isPromise: LiveNetworkGuard.isOfflineRun, hasNetwork: true, stubs, operation)
  }

  /// Runs an operation while a test is offline.
  static func withoutLive<Result>(_ operation: () async throws -> Result) async rethrows -> Result {
    try await keep(isPromise: true, hasNetwork: false, nil, operation)
  }

  /// Notes that the turn of the current task's test begins, or ends.
  static func setWaiting(_ isWaiting: Bool) { state.withLock { $0.change(own?.id) { $0.isWaiting = isWaiting } } }

  /// Notes that a scope of the current task's test is answered what no test's task sends, or no longer is.
  static func setTurn(_ scope: SessionScope?) { state.withLock { $0.turn = scope.map { (scope: $0, owner: own?.id) } } }

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
      AnySession.warn(of: problem)
    } else if let problem = AskedSessions.problem {
      // The sessions can be reached, but what the test sends can't be told from what others do.
      AnySession.warn(of: problem)
    }
    // A test with two traits is one test.
    let outer = own
    let new = Owner(
      test: Test.current, hasNetwork: hasNetwork, stubs: stubs,
      isWaiting: Test.current?.waitsForTurn == true && !AnySession.hasTurn)
    let (id, before) = state.withLock { state -> (Int, Owner?) in
      // The task may have outlived its test.
      guard let outer, let before = state.kept[outer.id] else { return (state.add(new), nil) }
      state.change(outer.id) { owner in
        owner.hasNetwork = owner.hasNetwork || hasNetwork
        owner.stubs = stubs ?? owner.stubs
      }
      return (outer.id, before)
    }
    defer {
      state.withLock { state in
        guard let before else { return state.kept[id] = nil }
        state.change(id) { owner in
          owner.hasNetwork = before.hasNetwork
          owner.stubs = before.stubs
        }
      }
    }
    let own = Own(id: id, hasNetwork: hasNetwork || outer?.hasNetwork == true)
    return try await $own.withValue(own) { try await operation() }
  }
}

/// A trait whose test waits for a turn, be it one that tests share.
protocol TurnTaking {}

extension Test {
  fileprivate var waitsForTurn: Bool { traits.contains { $0 is any TurnTaking } }
}
