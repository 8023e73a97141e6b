import NetworkEndpoints
public import Testing

/// A trait that answers `URLSession.shared` from stubs, for code that cannot be given a session.
///
/// ```swift
/// @Test(.sharedSession(.get("/items/latest").respond(json: ["title": "Tea"])))
/// func latest() async throws {
///   #expect(try await LegacyClient.shared.latest().title == "Tea")
/// }
/// ```
///
/// There is one shared session in a process, so tests with this trait wait for one another; no other test does. While one
/// runs, *every* request of the shared session is answered by its stubs, also one that another test sends. It is the dear
/// way: give the code a session, and use `URLSession.mocked(by:)`, where you can.
///
/// The stubs are those of a ``NetworkTrait``, promises on a test and offers on a suite, and go together with one.
public struct SharedSessionTrait: TestTrait, SuiteTrait {
  let network: NetworkTrait

  init(_ stubs: [Stub], arePromises: Bool, sourceLocation: SourceLocation, filePath: String) {
    let source = TraitSource(filePath: filePath, location: sourceLocation, name: "sharedSession", count: stubs.count)
    network = NetworkTrait(stubs, arePromises: arePromises, source: source)
  }

  /// Every test of a suite has its turn.
  public var isRecursive: Bool { true }
}

extension SharedSessionTrait: TestScoping {
  /// Each case has its turn, so that arguments do not share a network.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Waits for its turn, and runs a case with the shared session answered.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await network.provideScope(for: test, testCase: testCase) {
      guard let transport = MockTransport.current else { return try await function() }
      try await SharedSession.answered(by: transport, while: function)
    }
  }
}

extension NetworkTrait {
  fileprivate init(_ stubs: [Stub], arePromises: Bool, source: TraitSource) {
    self.stubs = stubs.enumerated().map { index, stub in
      Stub(definition: stub.definition.with(place: .argument(index, of: source)))
    }
    self.arePromises = arePromises
    self.source = source
  }
}

extension TestTrait where Self == SharedSessionTrait {
  /// Answers `URLSession.shared` in each case of the test from stubs, which are promises: an unused one fails the test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - sourceLocation: Where an unanswered request is recorded.
  ///   - filePath: The calling file, in which the lines of the stubs are found when one is to be named.
  public static func sharedSession(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(stubs, arePromises: true, sourceLocation: sourceLocation, filePath: filePath)
  }
}

extension SuiteTrait where Self == SharedSessionTrait {
  /// Answers `URLSession.shared` in each test of the suite from stubs, which are offers: they may be used, or not.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; those of the test come before them.
  ///   - sourceLocation: Where an unanswered request is recorded.
  ///   - filePath: The calling file, in which the lines of the stubs are found when one is to be named.
  public static func sharedSession(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(stubs, arePromises: false, sourceLocation: sourceLocation, filePath: filePath)
  }
}
