/// A trait that answers every `URLSession` of the process from stubs, for code that cannot be given one.
///
/// Use it for an app that keeps a session where no test can reach it. You don't have to change the app:
///
/// ```swift
/// enum API { static let session = URLSession(configuration: .default) }
/// ```
///
/// ```swift
/// @Test(.everySession(.get("/me").respond(json: ["id": 1])))
/// func profile() async throws {
///   let me = try await ProfileScreen().load()
///   #expect(me.id == 1)
/// }
/// ```
///
/// It doesn't matter how a session was made: as a static property, in a singleton, or in another package. A request belongs to the
/// test whose task, completion handler or delegate sends it. Tests with this trait run in parallel, and each argument of a
/// parameterised test has its own network. The stubs are strict, as those of a ``NetworkTrait`` are: on a test, each must be used;
/// on a suite, they may go unused. Mocked sessions answer as usual, and so do sessions with their own protocol class if that class
/// takes the request. A server on this machine answers unless a stub matches the request.
///
/// If a dispatch queue, a detached task or a timer sends a request, the trait does not know which test the request belongs to.
/// It refuses the request, and records an issue that names it. To answer it too, add ``fromAnywhere()``.
///
/// On Apple platforms, nobody knows which test a completion handler belongs to. There, tests with the trait wait for one another,
/// and the trait misses sessions that were made before the first of these tests began. See <doc:Sessions>.
public struct EverySessionTrait: InheritedTrait {
  private(set) var network: NetworkTrait
  private(set) var isFromAnywhere = false

  /// Also answers requests that no test's task sends, such as those of a dispatch queue, a detached task or a timer.
  ///
  /// Nobody can tell which test such a request belongs to, so the test waits for its turn: no other test with `.everySession` runs
  /// beside it. Other tests do. If an app hosts the tests, the stubs answer only those of these requests that match one.
  public func fromAnywhere() -> Self {
    var copy = self
    copy.isFromAnywhere = true
    return copy
  }

  /// Delays the answers of these stubs, except for answers with their own delay.
  ///
  /// - Parameter duration: The delay, on the test's clock: real time, unless the test has `.virtualTime`.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Delays the answers of these stubs, except for answers with their own delay.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.network = network.delayed(by: delay)
    return copy
  }
}

extension EverySessionTrait: SimulatedScoping, SuiteNoting, TurnTaking {
  package func note(suite: Test) { network.note(suite: suite) }

  /// Runs a case with every session answered.
  package func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if let problem = AnySession.problem {
      // Without it, the code under test would use the live network.
      return _ = Problem(text: problem.description, place: network.source.traitLocation).record()
    }
    try await network.provideScopeOfRun(for: test, testCase: testCase) {
      guard let transport = MockTransport.ambient else { return try await function() }
      try await AnySession.serve(
        from: transport, isAlone: test.needsTurn, at: network.source.traitLocation, while: function)
    }
  }

  package func provideScopeOfRuns(
    for test: Test, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await AnySession.withTurn(sharing: !test.needsTurn, function)
  }
}

extension Test {
  /// Whether one of its traits answers what no test's task sends, and so has to wait for its turn.
  fileprivate var needsTurn: Bool {
    traits.contains { ($0 as? EverySessionTrait)?.isFromAnywhere == true }
  }
}

extension Trait where Self == EverySessionTrait {
  /// Explains how a trait is written that has no stubs.
  @available(*, unavailable, message: "write .everySession(), with parentheses; the stubs go between them")
  public static var everySession: Self { everySession([Stub]()) }

  /// Explains that a trait makes its own transport.
  @available(
    *, unavailable,
    message:
      "the trait makes a transport for each test: write its stubs, as in .everySession(.get(…).respond(…)), and use MockTransport.current in the test"
  )
  public static func everySession(_ transport: any HTTPTransport) -> Self { everySession([Stub]()) }

  /// Answers every `URLSession` of the process in each case of a test, or each test of a suite, from stubs.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, like those of a ``NetworkTrait``.
  ///   - sourceLocation: The location of issues about unanswered requests.
  ///   - filePath: The calling file. Failure texts find the lines of the stubs in it.
  public static func everySession(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(
      network: NetworkTrait(
        arguments: stubs, of: "everySession", sourceLocation: sourceLocation, filePath: filePath))
  }

  /// Answers every `URLSession` of the process in each case of a test, or each test of a suite, from a list of stubs.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, in order: the first that matches answers.
  ///   - sourceLocation: The location of issues about unanswered requests.
  ///   - filePath: The calling file. Failure texts find the line of the trait in it.
  public static func everySession(
    _ stubs: [Stub], sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(network: NetworkTrait(list: stubs, of: "everySession", sourceLocation: sourceLocation, filePath: filePath))
  }

  /// Explains what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public static func everySession(_ matchers: RequestMatcher...) -> Self { everySession([Stub]()) }
}
