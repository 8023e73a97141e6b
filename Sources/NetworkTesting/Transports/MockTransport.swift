import NetworkEndpoints
public import Testing

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A transport that answers from stubs and remembers what it was asked.
///
/// The code under test takes a transport:
///
/// ```swift
/// struct Catalogue {
///   let loader: EndpointLoader
///   func latest() async throws -> Item { try await loader.load(endpoint: .latestItem, using: "12345") }
/// }
/// ```
///
/// A test hands it this one:
///
/// ```swift
/// @Test func latest() async throws {
///   let transport = MockTransport(.get("/items/latest").respond(json: ["title": "Tea"]))
///   let catalogue = Catalogue(loader: EndpointLoader(transport: transport, host: "test"))
///   #expect(try await catalogue.latest().title == "Tea")
/// }
/// ```
///
/// It is strict: a request that no stub answers fails the test it was made in, even where the code under test swallows
/// the error, and so does a stub that is never used. Unused stubs are reported by ``RememberingTransport/verify(sourceLocation:)``, and at the latest when the
/// transport is released.
public actor MockTransport: RememberingTransport {
  /// What a request changes when it comes, under a lock.
  ///
  /// A session asks from a thread that can neither wait for an actor nor lend itself to one: other work that waits for the
  /// actor would continue there, in the middle of the session.
  struct State {
    var table = StubTable()
    /// The clock of the test, if it was known when the transport was made.
    var testClock = VirtualClock.current
  }

  nonisolated let state: Guarded<State>
  /// What the transport was asked.
  public nonisolated let log = RequestLog()
  /// What the random delays of this transport begin with.
  let seed: UInt64
  let trait: TraitSource?
  let givenLocation: SourceLocation
  let givenClock: (any Clock<Duration>)?
  /// What decided when answers arrive where the transport was made, for callers that no longer see it.
  let answerOrder = SimulationContext.current.order

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - delay: How long answers take that have no delay of their own.
  ///   - clock: The clock on which delays and time-outs pass; nil for ``VirtualClock/current``, and else real time.
  ///   - sourceLocation: Where an unanswered request is recorded.
  public init(
    _ stubs: Stub..., delay: Delay? = nil, clock: (any Clock<Duration>)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    self.init(stubs, delay: delay, clock: clock, sourceLocation: sourceLocation)
  }

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - delay: How long answers take that have no delay of their own.
  ///   - clock: The clock on which delays and time-outs pass; nil for ``VirtualClock/current``, and else real time.
  ///   - sourceLocation: Where an unanswered request is recorded.
  public init(
    _ stubs: [Stub], delay: Delay? = nil, clock: (any Clock<Duration>)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    givenLocation = sourceLocation
    trait = nil
    givenClock = clock
    seed = SimulationContext.current.seed
    var state = State()
    _ = state.table.push(delay: delay)
    let hidden = state.table.add(stubs)
    self.state = Guarded(state)
    log.report(stubs, hidden: hidden)
    SharedProperty.warnOfTransport(at: sourceLocation)
  }

  /// Says what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public init(_ matchers: RequestMatcher...) { self.init([Stub]()) }

  /// Creates a transport for a trait, which opens scopes in it.
  ///
  /// - Parameters:
  ///   - trait: The trait.
  ///   - seed: What random delays begin with.
  init(trait: TraitSource, seed: UInt64 = 0) {
    givenLocation = trait.location
    self.trait = trait
    self.seed = seed
    givenClock = nil
    state = Guarded(State())
  }

  // The last chance to verify.
  deinit { reportRest() }

  /// Reports what was not reported yet, in the test that the transport belongs to, and attaches the traffic if there was a
  /// problem.
  nonisolated func reportRest() {
    let hasReported = log.takeReported()
    let table = state.withLock { state in
      defer { state.table.dischargeAll() }
      return state.table
    }
    let found = log.takeProblems() + unusedStubs(table.entries, of: table)
    guard hasReported || !found.isEmpty else { return }
    log.record(found)
    // A trait, or a simulation, sees whether its test failed, and attaches the traffic itself.
    guard trait == nil, answerOrder == nil else { return }
    let (log, location, texts) = (log, givenLocation, log.reportedTexts + found.map(\.text))
    log.test.enter {
      if Test.current != nil { TrafficAttachment.record(log.exchanges, issues: texts, sourceLocation: location) }
    }
  }

  /// The clock that the test chose; nil for real time.
  ///
  /// A session asks from outside of the test's task, where only what was noted before is known.
  package nonisolated var chosenClock: (any Clock<Duration>)? {
    givenClock ?? state.withLock { $0.testClock } ?? VirtualClock.current
  }

  /// Takes the clock of the test, unless it has one.
  func use(_ clock: VirtualClock) {
    state.withLock { $0.testClock = $0.testClock ?? clock }
  }

  /// Forgets the requests so far and what they used up; calls in flight continue and still get their answers.
  public func reset() {
    let forgotten = state.withLock { state in
      state.table.reset()
      return log.reset()
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Reports requests that were not answered and stubs that were not used.
  ///
  /// This is what `verify()` does.
  public func verify(at sourceLocation: SourceLocation) throws {
    let table = state.withLock { state in
      defer { state.table.dischargeAll() }
      return state.table
    }
    if Test.current != nil { log.warnOfWaits(at: givenLocation) }
    try (log.takeProblems() + unusedStubs(table.entries, of: table)).reported(at: sourceLocation)
  }

  /// The stubs that were used less often than they must be, and those that nothing could lead to.
  private nonisolated func unusedStubs(_ entries: [StubEntry], of table: StubTable) -> [Problem] {
    let unused = UnusedStubs(table, log.exchanges)
    return entries.compactMap { log.explainsUnused($0.definition) ? nil : unused.problem(of: $0) }
  }
}

extension MockTransport {
  /// Moves a scenario to a state, as if a stub had led there.
  ///
  /// - Parameters:
  ///   - name: The scenario's name.
  ///   - state: The state.
  public func setScenario(_ name: String, to state: ScenarioState) {
    self.state.withLock { $0.table.states.set(name, to: state) }
  }

  /// Says which stub would answer a request now, or why none would; nothing is sent, logged or used up.
  ///
  /// ```swift
  /// print(await transport.explain(request))
  /// ```
  ///
  /// - Parameter request: The request.
  /// - Returns: The stub, and the text that a failure would have.
  public func explain(_ request: URLRequest) -> StubExplanation {
    let received = ReceivedRequest(request)
    var table = state.withLock { $0.table }
    let before = table
    if let taken = table.take(received, number: log.exchanges.count + 1) {
      return StubExplanation(taken.stub, takes: received)
    }
    return StubExplanation(UnansweredReport(received, table: before, log: log.exchanges))
  }
}

extension MockTransport {
  /// Whether a stub would answer a request now.
  nonisolated func takes(_ request: ReceivedRequest) -> Bool {
    var table = state.withLock { $0.table }
    return table.take(request, number: log.exchanges.count + 1) != nil
  }

  /// The transport of the surrounding network trait.
  ///
  /// Outside of one there is none: that is recorded as an issue, and a transport without stubs takes its place.
  public static var current: MockTransport {
    if let ambient { return ambient }
    let location = SourceLocation.ofCurrentTest
    let transport = MockTransport(sourceLocation: location)
    transport.log.report(
      Problem(
        text: """
          MockTransport.current was used outside of a network trait

          \(Test.current == nil ? "No test runs here" : "This test has no .network trait"), so there is no transport to ask. \
          Give the test or its suite the trait: @Test(.network(…)). A detached task and a dispatch queue do not see the \
          trait of their test: read MockTransport.current before they start.
          """, sourceLocation: location))
    return transport
  }

  /// The transport of the surrounding network trait; nil where there is none.
  package static var ambient: MockTransport? { AmbientNetwork.current.transport as? MockTransport }
}

extension MockTransport {
  /// Adds stubs after the present ones.
  ///
  /// - Parameter stubs: The stubs.
  public func add(_ stubs: Stub...) {
    let hidden = state.withLock { $0.table.add(stubs) }
    log.report(stubs, hidden: hidden)
  }

  /// Opens a scope whose stubs come before the present ones.
  ///
  /// - Returns: Its number, for ``close(_:)``.
  func open(_ stubs: [Stub], delay: Delay? = nil, arePromises: Bool) -> Int {
    let (scope, hidden) = state.withLock { state in
      (state.table.push(delay: delay), state.table.add(stubs, arePromises: arePromises))
    }
    log.report(stubs, hidden: hidden)
    return scope
  }

  /// Closes a scope.
  ///
  /// - Returns: The stubs of the scope that were used less often than they must be.
  func close(_ scope: Int) -> [Problem] {
    let (table, entries) = state.withLock { state in
      let table = state.table
      return (table, state.table.pop(scope))
    }
    return unusedStubs(entries, of: table)
  }
}
