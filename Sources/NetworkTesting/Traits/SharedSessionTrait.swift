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
/// A process has one shared session, so tests with this trait wait for one another. Other tests do not. The stubs answer requests
/// from the test's tasks, and requests that no test's task sends, such as from a queue. If an app hosts the tests, they answer only
/// the app's requests that match a stub. If a test target does not need the app, choose "Host Application: None".
///
/// This is the most expensive option. If you can, give the code a session, and use `URLSession.mocked(by:)`.
///
/// The stubs are like those of a ``NetworkTrait``, promises on a test and offers on a suite. You can use both traits on one test.
public struct SharedSessionTrait: InheritedTrait { let network: NetworkTrait }

extension SharedSessionTrait: SimulatedScoping, SuiteNoting, TurnTaking {
  package func note(suite: Test) { network.note(suite: suite) }

  /// Waits for its turn, and runs a case with the shared session answered.
  package func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await network.provideScopeOfRun(for: test, testCase: testCase) {
      guard let transport = MockTransport.ambient else { return try await function() }
      try await AnySession.serve(from: transport, isAlone: true, at: network.source.traitLocation, while: function)
    }
  }

  package func provideScopeOfRuns(
    for test: Test, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await AnySession.withTurn(sharing: false, function)
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
