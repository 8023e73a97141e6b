/// A trait that answers each test case from a recording of its own, and makes that recording on request.
///
/// ```swift
/// @Test(.host("api.example.com"), .recording("checkout"))
/// func checkout() async throws {
///   #expect(try await EndpointLoader().load(endpoint: .cart).total == 12)
/// }
/// ```
///
/// The recording is `Fixtures/recordings/checkout.har`, in the nearest folder called `Fixtures` above the test. Nothing is
/// recorded unless `NETWORK_TESTING_RECORD` or the test says so, see ``RecordMode``. Recordings are written redacted.
///
/// Stubs of `.network` on the same test or suite come before the recording, whichever trait is first.
///
/// The transport is ambient: `EndpointLoader()` uses it, and other code is given `AmbientNetwork.current.transport`.
/// See <doc:Recording>.
public struct RecordingTrait: TestTrait, SuiteTrait {
  let naming: RecordingNaming
  let settings: RecordingSettings
  let folder: FixtureFolder
  let source: TraitSource
  /// The environment; nil for the process's.
  var environment: RecordingEnvironment?

  /// Whether the tests of a suite inherit the trait, always true.
  public var isRecursive: Bool { true }

  init(
    _ naming: RecordingNaming, in folder: FixtureFolder? = nil, _ settings: RecordingSettings,
    sourceLocation: SourceLocation, filePath: String
  ) {
    self.naming = naming
    self.settings = settings
    self.folder = folder ?? .nearest(to: filePath)
    let count = naming == .byTest ? 0 : 1
    source = TraitSource(filePath: filePath, location: CodePlace(sourceLocation), name: "recording", count: count)
  }
}

extension TestTrait where Self == RecordingTrait {
  /// Answers the test from a recording, each of its cases from one of its own.
  ///
  /// - Parameters:
  ///   - name: The recording's name: `checkout` is `Fixtures/recordings/checkout.har`, or for a test with arguments the
  ///     folder of the recordings of its cases. Nil for the names of the module, the suite and the test.
  ///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
  ///   - mode: Whether to record; by default as in `NETWORK_TESTING_RECORD`, and never without it.
  ///   - parts: The parts that a request and a recorded one must have in common.
  ///   - redaction: The rules for secrets, which are removed from the recording and not compared.
  ///   - age: The age limit of the recording.
  ///   - unused: Whether recorded exchanges that the test did not use are an issue.
  ///   - pace: The speed of recorded answers.
  ///   - bodies: The bodies to keep in files beside the recording, `.readable`, `.beside` or `.inside`.
  ///   - methods: The methods that may go out while recording, such as `.safe`; nil for all.
  ///   - live: The transport for the requests to record.
  ///   - sourceLocation: The location of issues.
  ///   - filePath: The calling file, above which the folder `Fixtures` is searched.
  public static func recording(
    _ name: String? = nil, in folder: FixtureFolder? = nil, mode: RecordMode? = nil,
    matching parts: Set<RequestPart> = .standard, redaction: Redaction = .standard, age: RecordingAge = .unlimited,
    unused: UnusedExchanges = .allowed,
    pace: ReplayPace = .immediate, bodies: HAR.BodyPlacement = .readable, sending methods: Set<HTTPMethod>? = nil,
    live: any HTTPTransport = URLSessionTransport(), sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) -> Self {
    let settings = RecordingSettings(
      mode: mode, matching: parts, redaction: redaction, age: age, unused: unused, pace: pace, bodies: bodies,
      sending: methods,
      live: live)
    return Self(
      name.map { .test($0) } ?? .byTest, in: folder, settings, sourceLocation: sourceLocation, filePath: filePath)
  }
}

extension SuiteTrait where Self == RecordingTrait {
  /// Answers each test of the suite from a recording of its own.
  ///
  /// - Parameters:
  ///   - name: The folder of the recordings: in `shop`, the test `checkout` has `Fixtures/recordings/shop/checkout.har`. Nil
  ///     for the names of the module and the suite.
  ///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
  ///   - mode: Whether to record; by default as in `NETWORK_TESTING_RECORD`, and never without it.
  ///   - parts: The parts that a request and a recorded one must have in common.
  ///   - redaction: The rules for secrets, which are removed from the recording and not compared.
  ///   - age: The age limit of a recording.
  ///   - unused: Whether recorded exchanges that a test did not use are an issue.
  ///   - pace: The speed of recorded answers.
  ///   - bodies: The bodies to keep in files beside the recording, `.readable`, `.beside` or `.inside`.
  ///   - methods: The methods that may go out while recording, such as `.safe`; nil for all.
  ///   - live: The transport for the requests to record.
  ///   - sourceLocation: The location of issues.
  ///   - filePath: The calling file, above which the folder `Fixtures` is searched.
  public static func recording(
    _ name: String? = nil, in folder: FixtureFolder? = nil, mode: RecordMode? = nil,
    matching parts: Set<RequestPart> = .standard, redaction: Redaction = .standard, age: RecordingAge = .unlimited,
    unused: UnusedExchanges = .allowed,
    pace: ReplayPace = .immediate, bodies: HAR.BodyPlacement = .readable, sending methods: Set<HTTPMethod>? = nil,
    live: any HTTPTransport = URLSessionTransport(), sourceLocation: SourceLocation = #_sourceLocation,
    filePath: String = #filePath
  ) -> Self {
    let settings = RecordingSettings(
      mode: mode, matching: parts, redaction: redaction, age: age, unused: unused, pace: pace, bodies: bodies,
      sending: methods,
      live: live)
    return Self(
      name.map { .suite($0) } ?? .byTest, in: folder, settings, sourceLocation: sourceLocation, filePath: filePath)
  }
}

extension RecordingTrait: SimulatedScoping {
  /// Runs a case with its recording, then writes the new recording and reports the remaining problems.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // Each run of a simulation begins with an unused recording.
    if test.isSimulated { return try await function() }
    try await provideScopeOfRun(for: test, testCase: testCase, performing: function)
  }

  package func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope: RecordingScope
    do {
      var settings = settings
      settings.isComparable = !test.isSimulated
      let file = RecordingFile(try naming.name(of: test, testCase), in: folder)
      scope = try RecordingScope(
        file, settings, in: environment ?? .current, at: source.traitLocation)
    } catch {
      // Without its recording, the test would only fail for lack of a network.
      Problem(text: "\(error)", place: source.traitLocation).record()
      return
    }
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, testCase) {
        try await ActiveNetworks.with(source.location) {
          try await SessionLeases.end { try await withRecording(scope.transport, performing: function) }
        }
      }
    }
    let problems = await scope.close(isComplete: !result.hasThrown)
    for problem in problems { problem.record() }
    if watch.hasFailed || result.hasThrown || !problems.isEmpty {
      TrafficAttachment.record(
        scope.exchanges, issues: watch.texts + problems.map(\.text), at: source.location)
    }
    try result.get()
  }

  /// Runs a test with its recording, behind the stubs of an outer trait if there are any.
  private func withRecording(
    _ transport: any HTTPTransport, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let stubs = MockTransport.ambient else {
      return try await withAmbientNetwork(transport: transport) { try await function() }
    }
    let layer = stubs.engine.open(behindStubs: transport)
    let result = await Result { try await function() }
    _ = stubs.engine.close(layer)
    try result.get()
  }
}
