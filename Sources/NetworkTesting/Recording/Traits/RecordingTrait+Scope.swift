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
        try await scope.transport.asAmbient(function)
      }
    }
    let problems = await scope.close(isComplete: !result.isFailure)
    for problem in problems { problem.record() }
    if watch.hasFailed || result.isFailure || !problems.isEmpty {
      TrafficAttachment.record(await scope.exchanges, sourceLocation: source.location)
    }
    try result.get()
  }
}

extension HTTPTransport {
  /// Runs an operation with this transport ambient, behind the stubs of an outer network trait.
  fileprivate func asAmbient(_ operation: @Sendable () async throws -> Void) async throws {
    try await withAmbientNetwork(transport: self) { try await operation() }
  }
}
