/// Runs an operation that is answered from a recording, and makes the recording on request.
///
/// For a part of a test, or if the name depends on data that only the test has:
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
/// The transport is also ambient in the operation. See ``RecordingTrait``.
///
/// - Parameters:
///   - name: The recording's name: `greeting/de` is `Fixtures/recordings/greeting/de.har`.
///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
///   - mode: Whether to record; by default as in `NETWORK_TESTING_RECORD`, and never without it.
///   - parts: The parts that a request and a recorded one must have in common.
///   - redaction: The rules for secrets, which are removed from the recording and not compared.
///   - age: The age limit of the recording.
///   - unused: Whether recorded exchanges that were not used are an issue.
///   - pace: The speed of recorded answers.
///   - bodies: The bodies to keep in files beside the recording, `.readable`, `.beside` or `.inside`.
///   - methods: The methods that may go out while recording, such as `.safe`; nil for all.
///   - live: The transport for the requests to record.
///   - isolation: The caller's isolation, in which the operation runs.
///   - sourceLocation: The location of issues.
///   - filePath: The calling file, above which the folder `Fixtures` is searched.
///   - operation: The operation, which is given the transport.
/// - Returns: The result of the operation.
/// - Throws: Any error of the operation; a ``RecordingError``, a `HARError` or a `FixtureError` about the recording, its name or
/// the environment.
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
