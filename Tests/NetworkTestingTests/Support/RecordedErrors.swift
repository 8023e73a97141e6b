import NetworkStubs
import NetworkTesting

/// Runs a test's body in which callback errors are recorded as issues, and hands them to it as they come.
func withRecordedErrors(
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: (AsyncStream<CallbackError>) async throws -> Void
) async throws {
  let (errors, continuation) = AsyncStream.makeStream(of: CallbackError.self)
  try await withKnownIssue(sourceLocation: sourceLocation) {
    try await body(errors)
  } when: {
    true
  } matching: { issue in
    guard let error = issue.error as? CallbackError else { return false }
    continuation.yield(error)
    return true
  }
}
