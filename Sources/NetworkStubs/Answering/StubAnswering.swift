/// A transport that answers from stubs: ``StubTransport``, and in tests `MockTransport`.
public protocol StubAnswering: RememberingTransport {
  /// The stubs.
  nonisolated var engine: StubEngine { get }
}

extension StubAnswering {
  /// Answers a request from the stubs.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: ``UnansweredRequest`` if none does; the error that the stub answers with; `URLError.timedOut`;
  ///   `URLError.cancelled` when the task is cancelled.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    if log.harness.isCallerOutside { return try await log.harness.perform { try await self.send(request) } }
    return try await engine.send(request, isolation: self)
  }

  /// Answers a request from the stubs, each chunk of a streamed answer at its time.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer of the first stub that takes it.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    if log.harness.isCallerOutside { return try await log.harness.perform { try await self.stream(request) } }
    return try await engine.stream(request, isolation: self)
  }

  /// Forgets the requests so far and what they used up; calls in flight continue and still get their answers.
  public func reset() { engine.reset() }

  /// Adds stubs after the present ones.
  ///
  /// - Parameter stubs: The stubs.
  public func add(_ stubs: Stub...) { add(stubs) }

  /// Adds a list of stubs after the present ones.
  ///
  /// - Parameter stubs: The stubs.
  public func add(_ stubs: [Stub]) { engine.add(stubs) }

  /// Answers only from these stubs from now on; those before, also of a suite, need no longer be used.
  ///
  /// - Parameter stubs: The stubs.
  public func replace(with stubs: Stub...) { replace(with: stubs) }

  /// Answers only from a list of stubs from now on; those before, also of a suite, need no longer be used.
  ///
  /// - Parameter stubs: The stubs.
  public func replace(with stubs: [Stub]) { engine.replace(with: stubs) }

  /// Removes all stubs, which need no longer be used.
  public func removeAll() { engine.replace(with: []) }

  /// Moves a scenario to a state, as if a stub had led there.
  ///
  /// - Parameters:
  ///   - name: The scenario's name.
  ///   - state: The state.
  public func setScenario(_ name: String, to state: ScenarioState) { engine.setScenario(name, to: state) }

  /// Moves a scenario to a state that is a text, such as a variable.
  ///
  /// - Parameters:
  ///   - name: The name of the scenario.
  ///   - state: The new state.
  @_disfavoredOverload
  public func setScenario(_ name: String, to state: String) { engine.setScenario(name, to: ScenarioState(state)) }

  /// Explains which stub would answer a request now, or why none would; nothing is sent, logged or used up.
  ///
  /// ```swift
  /// print(await transport.explain(request))
  /// ```
  ///
  /// - Parameter request: The request.
  /// - Returns: The stub, or the text of the failure.
  public func explain(_ request: URLRequest) -> StubExplanation { engine.explain(request) }

  /// Returns what gave an answer; nil if no stub did.
  package nonisolated func source(of response: HTTPResponse, to request: URLRequest, isUnread: Bool = false) -> String?
  {
    log.source(of: response, to: request, isUnread: isUnread)
  }

  /// Lets some time pass on the transport's clock.
  package nonisolated func pause(for duration: Duration, before request: URLRequest?) async throws {
    try await engine.pause(for: duration, before: request)
  }
}
