/// A trait that gives each test case its own network, which stubs answer.
///
/// ```swift
/// @Test(.network(.get("/items/latest").respond(json: ["title": "Tea"])))
/// func latest() async throws {
///   let item = try await EndpointLoader().load(endpoint: .latestItem, using: "12345")
///   #expect(item.title == "Tea")
/// }
/// ```
///
/// The network is a ``MockTransport``. Loaders without a transport use it, and the test reads it as ``MockTransport/current``. Each
/// argument of a parameterised test has its own network.
///
/// On a suite, the trait applies to every test in it. A suite's stubs are *offers*: they may go unused. A test's stubs are
/// *promises*: each must be used, and they come before the suite's.
public struct NetworkTrait: InheritedTrait {
  let stubs: [Stub]
  let source: TraitSource
  private(set) var delay: Delay?
  /// The suites that have it, which are prepared before any test runs; copies for their tests share the list.
  let suites = TraitSuites()

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

  /// Delays the answers of these stubs, except for answers with their own delay.
  ///
  /// - Parameter duration: The delay, on the test's clock: real time, unless the test has `.virtualTime`.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Delays the answers of these stubs, except for answers with their own delay.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.delay = delay
    return copy
  }
}

extension Trait where Self == NetworkTrait {
  /// Gives each case of a test, or each test of a suite, its own network.
  ///
  /// On a test, the stubs are promises: an unused one fails the test. On a suite, they are offers, which may go unused. You can name
  /// a network that several tests use:
  ///
  /// ```swift
  /// extension Trait where Self == NetworkTrait {
  ///   static var signedIn: Self { .network(.get("/me").respond(json: ["name": "Ada"])) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - stubs: The stubs; the first that matches and is not used up answers. A test's stubs come before its suite's, and the
  ///     stubs of its last trait before those of the others.
  ///   - sourceLocation: The location of issues about unanswered requests.
  ///   - filePath: The calling file. Failure texts find the lines of the stubs in it.
  public static func network(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(arguments: stubs, sourceLocation: sourceLocation, filePath: filePath)
  }

  /// Gives each case of a test, or each test of a suite, its own network.
  public static func network(
    _ stubs: [Stub], sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(list: stubs, sourceLocation: sourceLocation, filePath: filePath)
  }

  /// Explains what a matcher lacks.
  @available(*, unavailable, message: "a matcher answers nothing: add its answer, as in .get(…).respond(status: 200)")
  public static func network(_ matchers: RequestMatcher...) -> Self { network([Stub]()) }

  /// Explains that a list has no label.
  @available(*, unavailable, message: "write .network(stubs): the list has no label")
  public static func network(stubs: [Stub]) -> Self { network(stubs) }

  /// Explains what keeps an order.
  @available(*, unavailable, message: "write .network(.ordered(…))")
  public static func ordered(_ stubs: Stub...) -> Self { network(stubs) }

  /// Explains how a trait is written that has no stubs.
  @available(*, unavailable, message: "write .network(), with parentheses; the stubs go between them")
  public static var network: Self { network([Stub]()) }

  /// Explains that a trait makes its own transport.
  @available(
    *, unavailable,
    message:
      "the trait makes a transport for each test: write its stubs, as in .network(.get(…).respond(…)), and use MockTransport.current in the test"
  )
  public static func network(_ transport: any HTTPTransport) -> Self { network([Stub]()) }
}

extension NetworkTrait: SimulatedScoping, SuiteNoting {
  package func note(suite: Test) { suites.add(TestName(suite).full) }

  /// Runs a case with its network, then records the remaining problems.
  package func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // An outer trait of the same case has already created the transport.
    if let transport = MockTransport.ambient {
      return try await provideScope(in: transport, for: test, performing: function)
    }
    let transport = MockTransport(trait: source, seed: SimulationContext.current.seed)
    // The recording of an outer trait answers the requests that no stub does.
    if let recording = AmbientNetwork.current.transport as? any RecordedTransport {
      _ = transport.engine.open(behindStubs: recording)
    }
    let result = await Result {
      try await TestDoubles.scope {
        _ = TestDoubles.add(transport.log, at: source.location)
        try await ActiveNetworks.with(transport.engine) {
          try await withAmbientNetwork(transport: transport) {
            try await provideScope(in: transport, for: test, performing: function)
          }
        }
      }
    }
    // The requests of a test that was cancelled wait because of that.
    if !test.isSimulated, !Task.isCancelled { transport.log.warnOfWaits(at: source.traitLocation) }
    transport.log.end()
    if !test.isSimulated, case .failure(let error as CallbackError) = result, error.isReported { return }
    try result.get()
  }

  private func provideScope(
    in transport: MockTransport, for test: Test, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope = transport.engine.open(
      stubs, delay: delay, of: source, isOfTest: suites.nextScopeBelongs(to: test))
    let result = await Result { try await suites.open(function) }
    let unused = transport.engine.close(scope, isComplete: !Task.isCancelled, hasThrown: result.hasThrown)
    for problem in transport.log.takeProblems() + unused { problem.record() }
    try result.get()
  }
}

/// The suites that have one trait, by which its own tests are told from theirs.
final class TraitSuites: Sendable {
  /// The scopes of each trait around the current code, the suites' first.
  @TaskLocal private static var depths: [ObjectIdentifier: Int] = [:]
  /// The number of times that each suite has it, including those of the suites around it.
  private let counts = Guarded<[String: Int]>([:])

  func add(_ suite: String) { counts.withLock { $0[suite, default: 0] += 1 } }

  /// Returns whether the next scope of the trait belongs to a test itself, and not to a suite around it.
  func nextScopeBelongs(to test: Test) -> Bool {
    let counts = counts.withLock { $0 }
    // On no suite: taking the name apart is slow, and each case would.
    if counts.isEmpty { return true }
    let name = TestName(test).full
    let inherited = counts.filter { name.hasPrefix("\($0.key)/") }.values.max() ?? 0
    return inherited <= Self.depths[ObjectIdentifier(self), default: 0]
  }

  /// Runs a function in one scope more.
  func open(_ function: @Sendable () async throws -> Void) async throws {
    var depths = Self.depths
    depths[ObjectIdentifier(self), default: 0] += 1
    try await Self.$depths.withValue(depths) { try await function() }
  }
}
