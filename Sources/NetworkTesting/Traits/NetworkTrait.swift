import NetworkEndpoints
public import Testing

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
/// The network is a ``MockTransport``, ambient in the test and reached as ``MockTransport/current``. Each argument of a
/// parameterised test has its own. On a suite it holds for every test in it, and its stubs are offers; on a test they
/// are promises, and come before those of the suite.
public struct NetworkTrait: TestTrait, SuiteTrait {
  let stubs: [Stub]
  let arePromises: Bool
  let source: TraitSource
  private(set) var delay: Delay?

  /// Every test of a suite gets its own.
  public var isRecursive: Bool { true }

  /// Creates a trait whose arguments are stubs.
  init(
    arguments stubs: [Stub], of name: String = "network", arePromises: Bool, sourceLocation: SourceLocation,
    filePath: String
  ) {
    let source = TraitSource(filePath: filePath, location: sourceLocation, name: name, count: stubs.count)
    self.stubs = stubs.enumerated().map { index, stub in
      Stub(definition: stub.definition.with(place: .argument(index, of: source)))
    }
    self.arePromises = arePromises
    self.source = source
  }

  /// Creates a trait whose argument is a list of stubs, which keep the lines they were written on.
  init(
    list stubs: [Stub], of name: String = "network", arePromises: Bool, sourceLocation: SourceLocation, filePath: String
  ) {
    self.stubs = stubs
    self.arePromises = arePromises
    source = TraitSource(filePath: filePath, location: sourceLocation, name: name, count: 1)
  }

  /// Delays the answers of these stubs, except for those that have a delay of their own.
  ///
  /// - Parameter duration: How long, on the test's clock: real time, unless there is a ``VirtualTimeTrait``.
  public func delayed(by duration: Duration) -> Self { delayed(by: .fixed(duration)) }

  /// Delays the answers of these stubs, except for those that have a delay of their own.
  ///
  /// - Parameter delay: How long, on the test's clock: real time, unless there is a ``VirtualTimeTrait``.
  public func delayed(by delay: Delay) -> Self {
    var copy = self
    copy.delay = delay
    return copy
  }
}

extension TestTrait where Self == NetworkTrait {
  /// Gives each case of the test a network of its own, whose stubs are promises: an unused one fails the test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - sourceLocation: Where an unanswered request is recorded.
  ///   - filePath: The calling file, in which the lines of the stubs are found for failure texts.
  public static func network(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(arguments: stubs, arePromises: true, sourceLocation: sourceLocation, filePath: filePath)
  }

  /// Gives each case of the test a network of its own, whose stubs are promises: an unused one fails the test.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; of those that match, the first that is not used up answers.
  ///   - sourceLocation: Where an unanswered request is recorded.
  ///   - filePath: The calling file, in which the line of the trait is found for failure texts.
  public static func network(
    _ stubs: [Stub], sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(list: stubs, arePromises: true, sourceLocation: sourceLocation, filePath: filePath)
  }
}

extension SuiteTrait where Self == NetworkTrait {
  /// Gives each test of the suite a network of its own, whose stubs are offers: they may be used, or not.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; those of the test come before them.
  ///   - sourceLocation: Where an unanswered request is recorded.
  ///   - filePath: The calling file, in which the lines of the stubs are found for failure texts.
  public static func network(
    _ stubs: Stub..., sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(arguments: stubs, arePromises: false, sourceLocation: sourceLocation, filePath: filePath)
  }

  /// Gives each test of the suite a network of its own, whose stubs are offers: they may be used, or not.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; those of the test come before them.
  ///   - sourceLocation: Where an unanswered request is recorded.
  ///   - filePath: The calling file, in which the line of the trait is found for failure texts.
  public static func network(
    _ stubs: [Stub], sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(list: stubs, arePromises: false, sourceLocation: sourceLocation, filePath: filePath)
  }
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

  func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // An outer trait of the same case has made the transport already.
    if let transport = MockTransport.ambient { return try await provideScope(in: transport, performing: function) }
    let transport = MockTransport(trait: source, seed: SimulationContext.current.seed)
    // The recording of an outer trait answers what no stub does.
    if let recording = AmbientNetwork.current.recording { _ = await transport.open(behindStubs: recording) }
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, testCase) {
        try await ActiveNetworks.with(source.location) {
          try await withAmbientNetwork(transport: transport) {
            try await provideScope(in: transport, performing: function)
          }
        }
      }
    }
    transport.log.end()
    // A simulation attaches the traffic of the run that failed.
    if !test.isSimulated, watch.hasFailed || result.hasThrown {
      TrafficAttachment.record(await transport.exchanges, sourceLocation: source.location)
    }
    try result.get()
  }

  private func provideScope(
    in transport: MockTransport, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope = await transport.open(stubs, delay: delay, arePromises: arePromises)
    let result = await Result { try await function() }
    let unused = await transport.close(scope)
    for problem in transport.log.takeProblems() { problem.record() }
    // A test that threw did not reach the rest of its stubs.
    if !result.hasThrown { for problem in unused { problem.record() } }
    try result.get()
  }
}

extension Result<Void, any Error> {
  init(_ body: () async throws -> Void) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }

  var hasThrown: Bool {
    if case .failure = self { true } else { false }
  }
}
