/// The stubs of a transport, its log and its clock.
///
/// Sessions and servers ask from threads that can neither wait for an actor nor run its work: other work queued on the actor
/// would continue there, in the middle of the session. So the state is behind a lock.
public final class StubEngine: Sendable {
  /// The state that changes with each request.
  struct State {
    var table = StubTable()
    /// The clock of the test, if it was known when the transport was created.
    var testClock = VirtualClock.current
  }

  let state: Guarded<State>
  /// The requests and their outcomes.
  package let log: RequestLog
  /// The seed of random delays.
  package let seed: UInt64
  /// The trait whose arguments the stubs are; nil for a transport that a test created.
  package let trait: TraitSource?
  /// The line where the transport was created.
  package let place: CodePlace
  private let givenClock: (any Clock<Duration>)?
  /// The order of answers in effect where the transport was created, for callers that no longer see it.
  package let answerOrder = SimulationContext.current.order

  /// Creates an engine with stubs.
  package init(
    _ stubs: [Stub], delay: Delay? = nil, clock: (any Clock<Duration>)? = nil, in surroundings: any Surroundings,
    at place: CodePlace
  ) {
    self.place = place
    trait = nil
    givenClock = clock
    seed = SimulationContext.current.seed
    log = RequestLog(surroundings)
    var state = State()
    _ = state.table.push(delay: delay)
    let hidden = state.table.add(stubs)
    self.state = Guarded(state)
    log.report(stubs, hidden: hidden)
  }

  /// Creates an engine for a trait, which opens scopes in it.
  package init(trait: TraitSource, seed: UInt64, in surroundings: any Surroundings) {
    place = trait.location
    self.trait = trait
    self.seed = seed
    givenClock = nil
    log = RequestLog(surroundings)
    state = Guarded(State())
  }

  /// The clock that the test chose; nil for real time.
  ///
  /// Sessions ask from outside the test's task, where only the earlier choice is known.
  package var chosenClock: (any Clock<Duration>)? {
    givenClock ?? state.withLock { $0.testClock } ?? VirtualClock.current
  }

  /// Adopts the clock of the test, unless the engine has one.
  package func use(_ clock: VirtualClock) { state.withLock { $0.testClock = $0.testClock ?? clock } }

  /// Forgets the requests so far and what they used up; calls in flight continue and still get their answers.
  package func reset() {
    let forgotten = state.withLock { state in
      state.table.reset()
      return log.reset()
    }
    withExtendedLifetime(forgotten) {}
  }

  /// Hands over the problems that were not reported yet, with those of unused stubs.
  package func takeProblems() -> [Problem] {
    let table = state.withLock { state in
      defer { state.table.dischargeAll() }
      return state.table
    }
    return log.takeProblems() + unusedStubs(table.entries, of: table)
  }

  /// Problems of the stubs that were used too rarely, and of those that nothing could lead to.
  private func unusedStubs(_ entries: [StubEntry], of table: StubTable) -> [Problem] {
    let unused = UnusedStubs(table, log.exchanges)
    return entries.compactMap { entry in
      log.judge { $0.explainUnused(entry.definition) } ? nil : unused.problem(of: entry)
    }
  }
}

extension StubEngine {
  /// Moves a scenario to a state, as if a stub had led there.
  package func setScenario(_ name: String, to state: ScenarioState) {
    self.state.withLock { $0.table.states.set(name, to: state) }
  }

  /// Explains which stub would answer a request now, or why none would; nothing is sent, logged or used up.
  package func explain(_ request: URLRequest) -> StubExplanation {
    let received = ReceivedRequest(request)
    var table = state.withLock { $0.table }
    let before = table
    if let taken = table.take(RequestReader(received), number: log.exchanges.count + 1) {
      return StubExplanation(taken.stub, takes: received)
    }
    return StubExplanation(UnansweredReport(received, table: before, log: log.exchanges))
  }

  /// Returns whether a stub would answer a request now.
  package func takes(_ request: ReceivedRequest) -> Bool {
    var table = state.withLock { $0.table }
    return table.take(RequestReader(request), number: log.exchanges.count + 1) != nil
  }

  /// Adds stubs after the present ones.
  package func add(_ stubs: [Stub]) {
    let hidden = state.withLock { $0.table.add(stubs) }
    log.report(stubs, hidden: hidden)
  }

  /// Opens a scope whose stubs come before the existing ones.
  ///
  /// - Returns: Its number, for ``close(_:)``.
  package func open(_ stubs: [Stub], delay: Delay? = nil, arePromises: Bool) -> Int {
    let (scope, hidden) = state.withLock { state in
      (state.table.push(delay: delay), state.table.add(stubs, arePromises: arePromises))
    }
    log.report(stubs, hidden: hidden)
    return scope
  }

  /// Lets a recording answer the requests that no stub answers.
  ///
  /// - Returns: The scope's number, for ``close(_:)``.
  package func open(behindStubs recording: any HTTPTransport) -> Int {
    let stub = RequestMatcher.any.respond { try await recording.send($0.urlRequest) }
    return state.withLock { $0.table.pushOutermost([stub]) }
  }

  /// Closes a scope.
  package func close(_ scope: Int) -> [Problem] {
    let (table, entries) = state.withLock { state in
      let table = state.table
      return (table, state.table.pop(scope))
    }
    return unusedStubs(entries, of: table)
  }
}
