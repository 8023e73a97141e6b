extension StubEngine {
  package func setScenario(_ name: String, to state: ScenarioState) {
    self.state.withLock { $0.table.states.set(name, to: state) }
  }

  /// Explains which stub would answer a request now, or why none would; nothing is sent, logged or used up.
  package func explain(_ request: URLRequest) -> StubExplanation {
    let received = ReceivedRequest(request)
    let table = state.withLock { $0.table }
    if let stub = table.stub(for: RequestReader(received)) { return StubExplanation(stub, takes: received) }
    return StubExplanation(UnansweredReport(received, table: table, log: log.exchanges))
  }

  /// Returns whether a stub would answer a request now.
  package func takes(_ request: ReceivedRequest) -> Bool {
    state.withLock { $0.table }.stub(for: RequestReader(request)) != nil
  }

  /// Returns the rate at which a server receives a body that has not come yet, in bytes a second; nil for any rate.
  package func uploadRate(of head: URLRequest) -> Int? {
    let table = state.withLock { $0.table }
    return table.uploadRate(for: RequestReader(ReceivedRequest(head)))
  }

  /// Adds stubs after the present ones.
  package func add(_ stubs: [Stub]) {
    let hidden = state.withLock { $0.table.add(stubs) }
    log.report(stubs, hidden: hidden)
  }

  /// Answers only from these stubs from now on.
  package func replace(with stubs: [Stub]) {
    let (hidden, removed) = state.withLock { state in
      let removed = state.table.removeAll()
      return (state.table.add(stubs), removed)
    }
    withExtendedLifetime(removed) {}
    log.report(stubs, hidden: hidden)
  }

  /// Opens a scope whose stubs come before the existing ones.
  ///
  /// - Parameters:
  ///   - stubs: The stubs.
  ///   - delay: The delay of those that have none.
  ///   - trait: The trait that has the stubs, if one has them.
  ///   - isOfTest: Whether the test itself has the trait, and not its suite: its stubs are promises.
  /// - Returns: Its number, for ``close(_:)``.
  package func open(_ stubs: [Stub], delay: Delay? = nil, of trait: TraitSource?, isOfTest: Bool) -> Int {
    let (scope, hidden) = state.withLock { state in
      let scope = state.table.push(delay: delay)
      if isOfTest { state.traits[scope] = trait }
      return (scope, state.table.add(stubs, arePromises: isOfTest))
    }
    log.report(stubs, hidden: hidden)
    return scope
  }

  /// Lets a recording answer the requests that no stub answers; returns the scope's number, for ``close(_:)``.
  package func open(behindStubs recording: any HTTPTransport) -> Int {
    let answer = Answer.passedOn { [log] request in
      // This log has the request, and what the recording has said is not said again.
      do {
        return try await TrafficWatch.$current.withValue(.passedOn) { try await recording.send(request.urlRequest) }
      } catch {
        if error is any ExplainedError { log.noteUnrecorded(error) }
        throw error
      }
    }
    let layer = Stub(definition: RequestMatcher.any.respond(with: answer).definition.with(place: .recording))
    return state.withLock { $0.table.pushOutermost([layer]) }
  }

  /// Closes a scope.
  ///
  /// - Parameters:
  ///   - scope: Its number.
  ///   - isComplete: Whether the test has come to its end, so that promises count.
  ///   - hasThrown: Whether an error has ended the test, perhaps before it came to all of its requests.
  /// - Returns: The problems of its stubs that were not used.
  package func close(_ scope: Int, isComplete: Bool = true, hasThrown: Bool = false) -> [Problem] {
    let (table, entries) = state.withLock { state in
      let table = state.table
      state.traits[scope] = nil
      return (table, state.table.pop(scope))
    }
    guard isComplete, !hasThrown || !log.explainsEarlyEnd else { return [] }
    return unusedStubs(entries, of: table)
  }

  /// Hands over the problems that were not reported yet, with those of unused stubs.
  ///
  /// - Parameter isComplete: Whether the test has come to its end, so that promises count.
  package func takeProblems(isComplete: Bool = true) -> [Problem] {
    let table = state.withLock { state in
      defer { state.table.markAllReported() }
      return state.table
    }
    return log.takeProblems() + (isComplete ? unusedStubs(table.entries, of: table) : [])
  }

  /// Has waits for requests that are in vain list the stubs that were never used.
  func explainWaits() {
    log.unusedNote.withLock { $0 = { [weak self] in UnusedStubs.note(of: self?.neverUsed ?? []) } }
    log.clock.withLock { $0 = { [weak self] in self?.chosenClock as? VirtualClock } }
  }

  /// The stubs that must be used and were not so far.
  package var neverUsed: [StubDefinition] {
    state.withLock { $0.table }.entries.filter { $0.uses == 0 && !$0.isFulfilled }.map(\.definition)
  }

  /// Problems of the stubs that were used too rarely, and of those that nothing could lead to.
  private func unusedStubs(_ entries: [StubEntry], of table: StubTable) -> [Problem] {
    let unused = UnusedStubs(
      table, log.exchanges, refusals: log.refusals, silence: log.silence, trait: trait?.name, isUnowned: log.hasUnowned)
    return entries.compactMap { entry in
      !entry.mayBeProblem || log.judge { $0.explainUnused(entry.definition) } ? nil : unused.problem(of: entry)
    }
  }
}
