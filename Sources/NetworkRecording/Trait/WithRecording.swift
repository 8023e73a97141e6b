/// Runs an operation that is answered from a recording, and makes the recording when it is asked to.
///
/// For a part of a test, or where the name depends on what only the test knows:
///
/// ```swift
/// @Test(arguments: ["de", "en"]) func greeting(language: String) async throws {
///   try await withRecording("greeting/\(language)") { transport in
///     let client = Client(session: .mocked(by: transport), language: language)
///     #expect(try await client.greeting().isEmpty == false)
///   }
/// }
/// ```
///
/// The transport is ambient in the operation as well. See ``RecordingTrait``.
///
/// - Parameters:
///   - name: The recording's name: `greeting/de` is `Fixtures/recordings/greeting/de.har`.
///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
///   - mode: Whether to record; nil for what `NETWORK_TESTING_RECORD` says, and never without it.
///   - parts: What a request and a recorded one must have in common.
///   - redaction: What is taken out before anything is written, and makes no difference between requests.
///   - age: How old the recording may become.
///   - unused: Whether recorded exchanges that were not used are an issue.
///   - pace: How fast recorded answers come.
///   - bodies: Which bodies lie in files beside the recording, `.readable`, `.beside` or `.inside`.
///   - methods: The methods that may go out while recording, such as `.safe`; nil for all.
///   - live: What sends the requests that are recorded.
///   - isolation: The caller's isolation, in which the operation runs.
///   - sourceLocation: Where problems are recorded as issues.
///   - filePath: The calling file, above which the folder `Fixtures` is searched.
///   - operation: What to run; it is handed the transport.
/// - Returns: What the operation returns.
/// - Throws: What the operation throws; a ``RecordingError``, a `HARError` or a `FixtureError` for a problem with the
///   recording, its name or the environment.
public func withRecording<Result>(
  _ name: String, in folder: FixtureFolder? = nil, mode: RecordMode? = nil,
  matching parts: Set<RequestPart> = .standard, redaction: Redaction = .standard, age: RecordingAge = .unlimited,
  unused: UnusedExchanges = .allowed,
  pace: ReplayPace = .immediate, bodies: HAR.BodyPlacement = .readable, sending methods: Set<HTTPMethod>? = nil,
  live: any HTTPTransport = URLSessionTransport(), isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, filePath: String = #filePath,
  _ operation: (any HTTPTransport) async throws -> Result
) async throws -> Result {
  let settings = RecordingSettings(
    mode: mode, matching: parts, redaction: redaction, age: age, unused: unused, pace: pace, bodies: bodies,
    sending: methods,
    live: live)
  let scope = try RecordingScope(
    RecordingFile(name, in: folder ?? .nearest(to: filePath)), settings, in: .current, at: CodePlace(sourceLocation))
  do {
    let result = try await withAmbientNetwork(transport: scope.transport) { try await operation(scope.transport) }
    for problem in await scope.close(isComplete: true) { problem.record() }
    return result
  } catch {
    for problem in await scope.close(isComplete: false) { problem.record() }
    throw error
  }
}
