/// A trait that answers every `URLSession` of the process from stubs, for code that cannot be given one.
///
/// The app has a session that no test can reach, and does not change:
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
/// However a session was made – a static property, a private one of a singleton, one of a package – its requests are answered for
/// the test whose task sends them, or in whose completion handler or delegate they are sent. Tests with this trait run in
/// parallel, and each argument of a parameterised test has a network of its own. The stubs are like those of a ``NetworkTrait``:
/// strict, promises on a test and offers on a suite. A session that is mocked, or has a protocol class of its own that takes the
/// request, answers as it always does; so does a server on this machine, unless a stub takes the request.
///
/// A request that no test's task sends, as from a dispatch queue, a detached task or a timer, cannot be told from another test's:
/// it is refused, with an issue that names it. ``fromAnywhere()`` answers it too.
///
/// On Apple platforms the task that sends is not known to a session. There tests with the trait wait for one another, and only
/// sessions are reached that were made after the first of them began. See <doc:Sessions>.
public struct EverySessionTrait: InheritedTrait {
  let network: NetworkTrait
  private(set) var isFromAnywhere = false

  /// Answers also what no test's task sends, as from a dispatch queue, a detached task or a timer.
  ///
  /// There is no telling which test such a request belongs to. So the test waits for its turn: no other test with
  /// `.everySession` or `.sharedSession` runs beside it. Other tests do.
  public func fromAnywhere() -> Self {
    var copy = self
    copy.isFromAnywhere = true
    return copy
  }

  /// Delays the answers of these stubs, except for those that have a delay of their own.
  ///
  /// - Parameter duration: The delay, on the test's clock: real time, unless the test has `.virtualTime`.
  public func delayed(by duration: Duration) -> Self {
    var copy = Self(network: network.delayed(by: duration))
    copy.isFromAnywhere = isFromAnywhere
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
    try await SharedSession.withTurn(sharing: !test.needsTurn, function)
  }
}

extension Test {
  /// Whether one of its traits answers what no test's task sends, and so has to wait for its turn.
  fileprivate var needsTurn: Bool {
    traits.contains { $0 is SharedSessionTrait || ($0 as? EverySessionTrait)?.isFromAnywhere == true }
  }
}

extension Trait where Self == EverySessionTrait {
  /// Explains how a trait is written that has no stubs.
  @available(*, unavailable, message: "write .everySession(), with parentheses; the stubs go between them")
  public static var everySession: Self { everySession([Stub]()) }

  /// Answers every `URLSession` of the process in each case of a test, or each test of a suite, from stubs.
  ///
  /// - Parameters:
  ///   - stubs: The stubs, like those of a ``NetworkTrait``.
  ///   - sourceLocation: The location of issues about unanswered requests.
  ///   - filePath: The calling file, which is searched for the lines of the stubs for failure texts.
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
  ///   - stubs: The stubs, in the order in which they would be written one by one.
  ///   - sourceLocation: The location of issues about unanswered requests.
  ///   - filePath: The calling file, which is searched for the line of the trait for failure texts.
  public static func everySession(
    _ stubs: [Stub], sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(network: NetworkTrait(list: stubs, of: "everySession", sourceLocation: sourceLocation, filePath: filePath))
  }

  /// Explains what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public static func everySession(_ matchers: RequestMatcher...) -> Self { everySession([Stub]()) }
}
