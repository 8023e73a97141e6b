/// A trait that gives each test case a network of its own, answered by stubs.
///
/// ```swift
/// @Test(.network(.get("/items/latest").respond(json: ["title": "Tea"])))
/// func latest() async throws {
///   let item = try await EndpointLoader().load(endpoint: .latestItem, using: "12345")
///   #expect(item.title == "Tea")
/// }
/// ```
///
/// The network is a ``MockTransport``, ambient in the test and available as ``MockTransport/current``. Each argument of a
/// parameterised test has its own. On a suite it applies to every test in it, and its stubs are offers; on a test they are
/// promises, and come before those of the suite.
public struct NetworkTrait: InheritedTrait {
  let stubs: [Stub]
  let source: TraitSource
  private(set) var delay: Delay?
  // The copies for a suite's tests share it with the suite's, which is prepared before any test runs.
  let isOnSuite = Guarded(false)

  /// Creates a trait whose arguments are stubs.
  package init(arguments stubs: [Stub], of name: String = "network", sourceLocation: SourceLocation, filePath: String) {
    let source = TraitSource(filePath: filePath, location: CodePlace(sourceLocation), name: name, count: stubs.count)
    self.stubs = stubs.enumerated().map { index, stub in
      Stub(definition: stub.definition.with(place: .argument(index, of: source)))
    }
    self.source = source
  }

  /// Creates a trait whose argument is a list of stubs, which keep the lines they were written on.
  package init(list stubs: [Stub], of name: String = "network", sourceLocation: SourceLocation, filePath: String) {
    self.stubs = stubs
    source = TraitSource(filePath: filePath, location: CodePlace(sourceLocation), name: name, count: 1)
  }

  /// Records whether it is on a suite.
  public func prepare(for test: Test) async throws { if test.isSuite { isOnSuite.withLock { $0 = true } } }

  /// Delays the answers of these stubs, except for those that have a delay of their own.
  ///
  /// - Parameter duration: The delay, on the test's clock: real time, unless the test has `.virtualTime`.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Delays the answers of these stubs, except for those that have a delay of their own.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.delay = delay
    return copy
  }
}

extension Trait where Self == NetworkTrait {
  /// Gives each case of a test, or each test of a suite, a network of its own.
  ///
  /// On a test its stubs are promises: an unused one fails the test. On a suite they are offers. A network for several tests can
  /// have a name:
  ///
  /// ```swift
  /// extension Trait where Self == NetworkTrait {
  ///   static var signedIn: Self { .network(.get("/me").respond(json: ["name": "Ada"])) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers. Those of a test come before those of
  ///     its suite, and those of its last trait before those of the others.
  ///   - sourceLocation: The location of issues about unanswered requests.
  ///   - filePath: The calling file, which is searched for the lines of the stubs for failure texts.
  public static func network(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self { Self(arguments: stubs, sourceLocation: sourceLocation, filePath: filePath) }

  /// Gives each case of a test, or each test of a suite, a network of its own.
  public static func network(
    _ stubs: [Stub], sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self { Self(list: stubs, sourceLocation: sourceLocation, filePath: filePath) }

  /// Explains what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public static func network(_ matchers: RequestMatcher...) -> Self { network([Stub]()) }
}

extension NetworkTrait: SimulatedScoping {
  /// Runs a case with its network, then records the remaining problems.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Each run of a simulation has its own.
    if test.isSimulated { return try await function() }
    try await provideScopeOfRun(for: test, testCase: testCase, performing: function)
  }

  package func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // An outer trait of the same case has already created the transport.
    if let transport = MockTransport.ambient { return try await provideScope(in: transport, performing: function) }
    let transport = MockTransport(trait: source, seed: SimulationContext.current.seed)
    // The recording of an outer trait answers the requests that no stub does.
    if let recording = AmbientNetwork.current.transport as? any RecordedTransport {
      _ = transport.engine.open(behindStubs: recording)
    }
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, testCase) {
        try await ActiveNetworks.with(source.location) {
          try await withAmbientNetwork(transport: transport) {
            try await SessionLeases.end { try await provideScope(in: transport, performing: function) }
          }
        }
      }
    }
    if !test.isSimulated { transport.log.warnOfWaits(at: source.traitLocation) }
    transport.log.end()
    // A simulation attaches the traffic of the failed run.
    if !test.isSimulated, watch.hasFailed || result.hasThrown {
      TrafficAttachment.record(await transport.exchanges, issues: watch.texts, at: source.location)
    }
    // A simulation needs the error, since it ends the run.
    if !test.isSimulated, case .failure(let error) = result, transport.log.hasReported(error) { return }
    try result.get()
  }

  private func provideScope(
    in transport: MockTransport, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope = transport.engine.open(stubs, delay: delay, arePromises: !isOnSuite.withLock { $0 })
    let result = await Result { try await function() }
    let unused = transport.engine.close(scope)
    for problem in transport.log.takeProblems() { problem.record() }
    // A test that threw did not reach the rest of its stubs.
    if !result.hasThrown { for problem in unused { problem.record() } }
    try result.get()
  }
}

extension Result<Void, any Error> {
  package init(_ body: () async throws -> Void) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }

  package var hasThrown: Bool { if case .failure = self { true } else { false } }
}
