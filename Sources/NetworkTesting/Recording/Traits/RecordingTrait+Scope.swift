import NetworkEndpoints
import NetworkFixtures
public import Testing

extension RecordingTrait: TestScoping {
  /// Each case has a scope of its own, so that arguments do not share a recording.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// Runs a case with its recording, then writes what was recorded and says what is left to be said.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope: RecordingScope
    do {
      let file = RecordingFile(try naming.name(of: test, testCase), in: folder)
      scope = try RecordingScope(
        file, settings, in: environment ?? .current, sourceLocation: source.traitLocation)
    } catch {
      // The test would only say in its own words that there is no network.
      Issue.record(Comment(rawValue: "\(error)"), sourceLocation: source.traitLocation)
      return
    }
    let watch = FailureWatch()
    let result = await Result {
      try await watch.run(test, testCase) {
        try await withRecording(scope.transport, performing: function)
      }
    }
    let problems = await scope.close(isComplete: !result.isFailure)
    for problem in problems { problem.record() }
    if watch.hasFailed || result.isFailure || !problems.isEmpty {
      TrafficAttachment.record(await scope.exchanges, sourceLocation: source.location)
    }
    try result.get()
  }

  /// Runs a test with its recording, behind the stubs of an outer trait if there are any.
  private func withRecording(
    _ transport: any HTTPTransport, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard let stubs = MockTransport.current else {
      return try await withAmbientNetwork(transport: transport) { try await function() }
    }
    let layer = await stubs.open(behindStubs: transport)
    let result = await Result { try await function() }
    _ = await stubs.close(layer)
    try result.get()
  }
}
