/// Runs an operation that is answered from a recording, and makes the recording on request.
///
/// Use it for a part of a test, or if the name depends on data that only the test has:
///
/// ```swift
/// @Test(arguments: ["de", "en"]) func greeting(language: String) async throws {
///   try await withRecording("greeting/\(language)") { transport in
///     let client = Client(session: .mocked(by: transport), language: language)
///     let greeting = try await client.greeting()
///     #expect(greeting.isEmpty == false)
///   }
/// }
/// ```
///
/// The transport is also ambient in the operation. See ``RecordingTrait``.
///
/// - Parameters:
///   - name: The recording's name: `greeting/de` is `Fixtures/recordings/greeting/de.har`.
///   - folder: The fixture folder, such as `.bundle(.module)`; nil for the nearest one.
///   - options: When it is made, and how a request finds its answer.
///   - isolation: The caller's isolation, in which the operation runs.
///   - sourceLocation: The location of issues.
///   - filePath: The calling file, above which the folder `Fixtures` is searched.
///   - operation: The operation, which is given the transport.
/// - Returns: The result of the operation.
/// - Throws: Any error of the operation; a ``RecordingError``, a `HARError` or a `FixtureError` about the recording, its name or
/// the environment.
public func withRecording<Result>(
  _ name: String, in folder: FixtureFolder? = nil, options: RecordingOptions = RecordingOptions(),
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  filePath: String = #filePath, _ operation: (any HTTPTransport) async throws -> Result
) async throws -> Result {
  let scope = try RecordingScope(
    RecordingFile(name, in: folder ?? .nearest(to: filePath)), options, in: .current, at: CodePlace(sourceLocation))
  do {
    let result = try await withAmbientNetwork(transport: scope.transport) { try await operation(scope.transport) }
    for problem in await scope.close(isComplete: !Task.isCancelled) { problem.record() }
    return result
  } catch {
    for problem in await scope.close(isComplete: false) { problem.record() }
    throw error
  }
}
