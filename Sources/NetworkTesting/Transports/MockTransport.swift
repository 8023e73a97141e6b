public import NetworkEndpoints
public import Testing

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
/// the error, and so does a stub that is never used. It says so when it is asked to ``verify()``, and at the latest when
/// it is released.
public actor MockTransport: HTTPTransport {
  nonisolated let state: Guarded<MockState>
  /// What the random delays of this transport begin with.
  let seed: UInt64
  let trait: TraitSource?
  let givenLocation: SourceLocation
  let givenClock: (any Clock<Duration>)?
  /// Who decided when answers arrive where the transport was made, for callers that lost sight of it.
  let answerOrder = SimulationContext.current.order

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - delay: How long answers take that do not say so themselves.
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
  ///   - delay: How long answers take that do not say so themselves.
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
    var state = MockState()
    _ = state.table.push(delay: delay)
    state.table.add(stubs)
    self.state = Guarded(state)
  }

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
    state = Guarded(MockState())
  }

  deinit {
    // Nobody is left who could verify.
    let (log, hasReported, found) = state.withLock { state in
      let hasReported = state.problems.hasReported
      return (state.log, hasReported, state.problems.take() + state.shortfalls)
    }
    for problem in found { problem.record() }
    // A trait, or a simulation, sees whether its test failed, and attaches the traffic itself.
    if trait == nil, answerOrder == nil, Test.current != nil, hasReported || !found.isEmpty {
      TrafficAttachment.record(log, sourceLocation: givenLocation)
    }
  }

  /// The transport of the surrounding network trait; nil where there is none.
  public static var current: MockTransport? { AmbientNetwork.current.transport as? MockTransport }

  /// The clock that somebody chose; nil for real time.
  ///
  /// A session asks from outside the test's task, where only what was noted before is known.
  nonisolated var chosenClock: (any Clock<Duration>)? {
    givenClock ?? state.withLock { $0.chosenClock }
  }

  /// Takes the clock of the test, unless it has one.
  func use(_ clock: VirtualClock) {
    state.withLock { $0.testClock = $0.testClock ?? clock }
  }

  /// Forgets the requests so far and what they used up; calls in flight go on and still get their answers.
  public func reset() {
    state.withLock { state in
      state.firstNumber += state.log.count
      state.log.removeAll()
      state.table.reset()
      state.problems.reset()
    }
  }

  /// Reports a problem: at once in the test it belongs to, or when somebody asks.
  nonisolated func report(_ problem: Problem) {
    if state.withLock({ $0.problems.note(problem) }) { problem.record() }
  }
}

extension MockTransport {
  /// Adds stubs after those that are there.
  ///
  /// - Parameter stubs: The stubs.
  public func add(_ stubs: Stub...) {
    state.withLock { $0.table.add(stubs) }
  }

  /// Opens a scope whose stubs come before those that are there.
  ///
  /// - Returns: Its number, for ``close(_:)``.
  func open(_ stubs: [Stub], delay: Delay? = nil, arePromises: Bool) -> Int {
    state.withLock { state in
      let scope = state.table.push(delay: delay)
      state.table.add(stubs, arePromises: arePromises)
      return scope
    }
  }

  /// Closes a scope.
  ///
  /// - Returns: What its stubs leave to be said.
  func close(_ scope: Int) -> [Problem] {
    state.withLock { state in state.table.pop(scope).compactMap { $0.shortfall(state.log) } }
  }

  func takeProblems() -> [Problem] {
    state.withLock { $0.problems.take() }
  }
}

extension MockTransport {
  /// What was asked and what became of it, in the order of arrival.
  public var exchanges: [Exchange] { state.withLock { $0.log } }

  /// The requests so far, in the order of arrival.
  public var requests: [ReceivedRequest] { exchanges.map(\.request) }

  /// The requests so far that a matcher takes, in the order of arrival.
  ///
  /// - Parameter matcher: The matcher.
  public func requests(matching matcher: RequestMatcher) -> [ReceivedRequest] {
    requests.filter { matcher.matches(RequestReader($0)) }
  }
}
