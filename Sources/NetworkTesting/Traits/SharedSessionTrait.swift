/// A trait that answers `URLSession.shared` from stubs, for code that cannot be given a session.
///
/// ```swift
/// @Test(.sharedSession(.get("/items/latest").respond(json: ["title": "Tea"])))
/// func latest() async throws {
///   let item = try await LegacyClient.shared.latest()
///   #expect(item.title == "Tea")
/// }
/// ```
///
/// A process has one shared session, so tests with this trait wait for one another; other tests do not. Its stubs answer the
/// requests of its tasks, and those from no test's task, as on a queue; of an app that hosts the tests, only those that a stub
/// takes. Choose "Host Application: None" for a test target that does not need the app. This is the most expensive option; prefer
/// to give the code a session, and use `URLSession.mocked(by:)`.
///
/// The stubs are like those of a ``NetworkTrait``, promises on a test and offers on a suite, and can be combined with one.
public struct SharedSessionTrait: InheritedTrait { let network: NetworkTrait }

extension SharedSessionTrait: SimulatedScoping, SuiteNoting, TurnTaking {
  package func note(suite: Test) { network.note(suite: suite) }

  /// Waits for its turn, and runs a case with the shared session answered.
  package func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await network.provideScopeOfRun(for: test, testCase: testCase) {
      guard let transport = MockTransport.ambient else { return try await function() }
      try await SharedSession.serve(from: transport, while: function)
    }
  }

  package func provideScopeOfRuns(
    for test: Test, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await SharedSession.withTurn(function)
  }
}

extension Trait where Self == SharedSessionTrait {
  /// Explains how a trait is written that has no stubs.
  @available(*, unavailable, message: "write .sharedSession(), with parentheses; the stubs go between them")
  public static var sharedSession: Self { sharedSession([Stub]()) }

  /// Answers `URLSession.shared` in each case of a test, or each test of a suite, from stubs, like those of a ``NetworkTrait``.
  public static func sharedSession(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(
      network: NetworkTrait(
        arguments: stubs, of: "sharedSession", sourceLocation: sourceLocation, filePath: filePath))
  }

  /// Answers `URLSession.shared` in each case of a test, or each test of a suite, from a list of stubs.
  public static func sharedSession(
    _ stubs: [Stub], sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(network: NetworkTrait(list: stubs, of: "sharedSession", sourceLocation: sourceLocation, filePath: filePath))
  }
}
