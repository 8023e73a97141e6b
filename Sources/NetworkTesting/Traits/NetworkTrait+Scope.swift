import NetworkEndpoints
public import Testing

extension NetworkTrait: TestScoping {
  /// Each case has a scope of its own, so that arguments do not share a network.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a case with its network, then records what is left to be said.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // A simulation opens the networks of its test in each run.
    if test.isSimulated { return try await function() }
    try await provideNetwork(for: test, testCase: testCase, performing: function)
  }

  /// Runs a case with the networks of several traits, the first one outermost.
  static func provideScopes(
    of traits: some Collection<NetworkTrait>, for test: Test, testCase: Test.Case?,
    performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let trait = traits.first else { return try await function() }
    let rest = Array(traits.dropFirst())
    try await trait.provideNetwork(for: test, testCase: testCase) {
      try await provideScopes(of: rest, for: test, testCase: testCase, performing: function)
    }
  }

  private func provideNetwork(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // An outer trait of the same case has made the transport already.
    if let transport = MockTransport.current {
      try await provideScope(in: transport, performing: function)
    } else {
      try await provideTransport(for: test, testCase: testCase, performing: function)
    }
  }

  private func provideTransport(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let transport = MockTransport(trait: source, seed: SimulationContext.current.seed)
    // The recording of an outer trait answers what no stub does.
    if let recording = AmbientNetwork.current.recording { _ = await transport.open(behindStubs: recording) }
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, testCase) {
        try await withAmbientNetwork(transport: transport) {
          try await provideScope(in: transport, performing: function)
        }
      }
    }
    // A simulation attaches the traffic of the run that failed.
    if !test.isSimulated, watch.hasFailed || result.isFailure {
      TrafficAttachment.record(await transport.exchanges, sourceLocation: source.location)
    }
    try result.get()
  }

  private func provideScope(
    in transport: MockTransport, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope = await transport.open(stubs, delay: delay, arePromises: arePromises)
    do { try await function() } catch {
      // The test went no further; what it did not come to use says nothing new.
      _ = await transport.close(scope)
      for problem in await transport.takeProblems() { problem.record() }
      throw error
    }
    let shortfalls = await transport.close(scope)
    for problem in await transport.takeProblems() + shortfalls { problem.record() }
  }
}

extension Result<Void, any Error> {
  init(_ body: () async throws -> Void) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }

  var isFailure: Bool {
    if case .failure = self { true } else { false }
  }
}
