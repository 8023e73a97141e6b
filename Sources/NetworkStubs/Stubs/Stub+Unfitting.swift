// Counts, delays and states as other libraries spell them, with the right spelling as the compiler's error.

extension Stub {
  /// Explains how a delay is written.
  @available(*, unavailable, message: "write delayed(by: .seconds(1))")
  public func delayed(by seconds: Double) -> Self { self }

  /// Explains how several answers are written.
  @available(*, unavailable, message: "write respond(inOrder: .status(503), .status(200))")
  public func then(_ answer: Answer) -> Self { self }

  /// Explains how several answers are written.
  @available(*, unavailable, message: "write respond(inOrder: .status(503), .json(…))")
  public func then(status: Int = 200, json: Any? = nil, text: String? = nil) -> Self { self }

  /// Explains how several answers are written.
  @available(*, unavailable, message: "write respond(inOrder: .status(503), .json(…))")
  public func respond(status: Int = 200, json: Any? = nil, text: String? = nil) -> Self { self }

  /// Explains how a request is forbidden.
  @available(
    *, unavailable,
    message: "an unanswered request fails the test; to say so, write await transport.expect(.get(…), .never) at its end"
  )
  public func never() -> Self { self }

  /// Explains the word for a state.
  @available(*, unavailable, message: "write scenario(\"name\", in: \"state\")")
  public func when(_ name: String, is state: ScenarioState) -> Self { scenario(name, in: state) }

  /// Explains the word for a count.
  @available(*, unavailable, message: "write times(2...)")
  public func atLeast(_ count: Int) -> Self { times(count...) }

  /// Explains the word for a count.
  @available(*, unavailable, message: "write times(0...2)")
  public func atMost(_ count: Int) -> Self { times(0...max(0, count)) }

  /// Explains the word for a count.
  @available(*, unavailable, message: "without a count, a stub answers any number of requests")
  public func always() -> Self { self }

  /// Explains the word for a delay.
  @available(*, unavailable, message: "write delayed(by: .seconds(1))")
  public func delay(_ duration: Duration) -> Self { delayed(by: duration) }

  /// Explains the word for a count.
  @available(*, unavailable, message: "write times(2)")
  public func twice() -> Self { times(2) }

  /// Explains the word for the next state.
  @available(*, unavailable, message: "write scenario(\"name\", in: \"state\", then: \"next\")")
  public func scenario(_ name: String, in state: ScenarioState = .start, to next: ScenarioState) -> Self {
    scenario(name, in: state, then: next)
  }
}

extension Stub {
  /// Explains the word for a scenario.
  @available(*, unavailable, message: "write scenario(\"name\", in: \"state\", then: \"next\")")
  public func inScenario(_ name: String) -> Self { scenario(name) }

  /// Explains the words for states.
  @available(*, unavailable, message: "write scenario(\"name\", in: \"state\", then: \"next\")")
  public func scenario(_ name: String, from state: ScenarioState, to next: ScenarioState) -> Self { scenario(name) }

  /// Explains what comes first.
  @available(*, unavailable, message: "the first stub that matches answers: write the specific ones first")
  public func priority(_ priority: Int) -> Self { self }

  /// Explains the word for a delay.
  @available(*, unavailable, message: "write delayed(by: .seconds(1))")
  public func withDelay(_ duration: Duration) -> Self { delayed(by: duration) }

  /// Explains how a delay is written.
  @available(*, unavailable, message: "write delayed(by: .seconds(1))")
  public func delay(_ seconds: Double) -> Self { self }
}

extension ScenarioState {
  /// Explains the word for the first state.
  @available(*, unavailable, renamed: "start")
  public static var started: Self { start }
}

extension RequestCount {
  /// Explains that a count is a number.
  @available(*, unavailable, message: "write 2")
  public static var twice: Self { 2 }
}

extension RequestMatching {
  /// Explains where a closure goes.
  @available(*, unavailable, message: "write .get(\"/path\").respond { request in … }")
  public static func get(_ url: URLPattern, _ respond: (ReceivedRequest) async throws -> Any) -> Stub {
    get(url).respond(status: 200)
  }

  /// Explains where a closure goes.
  @available(*, unavailable, message: "write .post(\"/path\").respond { request in … }")
  public static func post(_ url: URLPattern, _ respond: (ReceivedRequest) async throws -> Any) -> Stub {
    post(url).respond(status: 200)
  }
}
