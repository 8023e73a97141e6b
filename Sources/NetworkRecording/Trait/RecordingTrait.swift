/// A trait that answers each test case from its own recording, and makes that recording on request.
///
/// ```swift
/// @Test(.host("api.example.com"), .recording("checkout"))
/// func checkout() async throws {
///   let cart = try await EndpointLoader().load(endpoint: .cart)
///   #expect(cart.total == 12)
/// }
/// ```
///
/// The recording is `Fixtures/recordings/checkout.har`, in the nearest folder called `Fixtures` above the test. Nothing is
/// recorded unless `NETWORK_TESTING_RECORD` or the test says so, see ``RecordMode``. Recordings are written redacted.
///
/// Stubs of `.network` on the same test or suite come before the recording, whichever trait is first.
///
/// `EndpointLoader()` uses the transport by itself. Pass `AmbientNetwork.current.transport` to other code.
/// See <doc:NetworkRecording>.
public struct RecordingTrait: InheritedTrait, SuiteNoting {
  private let name: String?
  private let options: RecordingOptions
  private let folder: FixtureFolder
  let source: TraitSource
  // The copies for a suite's tests share it with the suite's, which is prepared before any test runs.
  private let isOnSuite = Guarded(false)
  /// The environment; nil for the process's.
  var environment: RecordingEnvironment?

  init(
    _ name: String?, in folder: FixtureFolder? = nil, _ options: RecordingOptions, sourceLocation: SourceLocation,
    filePath: String
  ) {
    self.name = name
    self.options = options
    self.folder = folder ?? .nearest(to: filePath)
    source = TraitSource(
      filePath: filePath, location: CodePlace(sourceLocation), name: "recording", count: name == nil ? 0 : 1)
  }

  package func note(suite: Test) { isOnSuite.withLock { $0 = true } }

  private var naming: RecordingNaming {
    guard let name else { return .byTest }
    return isOnSuite.withLock { $0 } ? .suite(name) : .test(name)
  }
}

extension Trait where Self == RecordingTrait {
  /// Answers a test, or each test of a suite, from its own recording.
  ///
  /// On a test, the name `checkout` means `Fixtures/recordings/checkout.har`. If the test has arguments, it means a folder with a
  /// recording for each case. On a suite, the name is a folder, too: in the suite `shop`, the test `checkout` has
  /// `Fixtures/recordings/shop/checkout.har`. If you give no name, the names of the module, the suite and the test are used.
  ///
  /// The folder is the nearest one called `Fixtures` above the calling file, unless you pass another. ``RecordingOptions`` explains
  /// the parameters from `mode` to `live`.
  public static func recording(
    _ name: String? = nil, in folder: FixtureFolder? = nil, mode: RecordMode? = nil,
    matching parts: Set<RequestPart> = .standard, redaction: Redaction = .standard, age: RecordingAge = .unlimited,
    unused: UnusedExchanges = .allowed, pace: ReplayPace = .immediate, bodies: HAR.BodyPlacement = .readable,
    sending methods: Set<HTTPMethod>? = nil, live: any HTTPTransport = URLSessionTransport(),
    sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    let options = RecordingOptions(
      mode: mode, matching: parts, redaction: redaction, age: age, unused: unused, pace: pace, bodies: bodies,
      sending: methods, live: live)
    return recording(name, in: folder, options: options, sourceLocation: sourceLocation, filePath: filePath)
  }

  /// Answers a test, or each test of a suite, from its own recording, with options that several recordings share.
  ///
  /// - Parameters:
  ///   - name: The recording's name, or the folder of a suite's recordings; nil for the names of the module, suite and test.
  ///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
  ///   - options: The options.
  ///   - sourceLocation: The location of issues.
  ///   - filePath: The calling file, above which the folder `Fixtures` is searched.
  public static func recording(
    _ name: String? = nil, in folder: FixtureFolder? = nil, options: RecordingOptions,
    sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath
  ) -> Self {
    Self(name, in: folder, options, sourceLocation: sourceLocation, filePath: filePath)
  }
}

extension RecordingTrait: SimulatedScoping {
  /// Runs a case with its recording, then writes the new recording and reports the remaining problems.
  package func provideScopeOfRun(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope: RecordingScope
    do {
      let file = RecordingFile(try naming.name(of: test, testCase), in: folder)
      // Not every run of a simulation may ask the live service.
      scope = try RecordingScope(
        file, options, isComparable: !test.isSimulated, in: environment ?? .current, at: source.traitLocation)
    } catch {
      // Without its recording, the test would only fail for lack of a network.
      Problem(text: "\(error)", place: source.traitLocation).record()
      return
    }
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, testCase) {
        try await ActiveNetworks.with {
          try await TestDoubles.scope { try await withRecording(scope.transport, performing: function) }
        }
      }
    }
    let problems = await scope.close(isComplete: result.isComplete)
    for problem in problems { problem.record() }
    let isOwn = !isOnSuite.withLock { $0 } && !test.isSimulated
    if isOwn, result.isComplete, !watch.hasFailed, problems.isEmpty, MockTransport.ambient == nil, scope.isUntouched {
      Problem.warn(Self.untouched, at: source.traitLocation)
    }
    if watch.hasFailed || result.hasThrown || !problems.isEmpty {
      TrafficAttachment.record(
        scope.exchanges, issues: watch.texts + problems.map(\.text), at: source.location)
    }
    // A simulation needs the error, since it ends the run.
    if !test.isSimulated, case .failure(let error) = result, scope.hasReported(error) { return }
    try result.get()
  }

  private static let untouched = """
    No request of the test reached its recording, so nothing was answered or recorded. If the code has a session that you cannot pass in, \
    add .everySession() before .recording. If it takes one, pass .mocked(by: try #require(AmbientNetwork.current.transport)).
    """

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
