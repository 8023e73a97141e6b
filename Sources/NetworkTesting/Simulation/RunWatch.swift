import Testing

/// Knows whether a run failed, and leaves its issues as they are.
struct RunWatch: Sendable {
  private let flag = Guarded(false)

  /// Whether an issue was recorded that fails the test.
  var hasFailed: Bool { flag.withLock { $0 } }

  /// Runs something, looking at its issues and passing them on.
  func run<Result: Sendable>(
    _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Result
  ) async throws -> Result {
    let result = Guarded<Result?>(nil)
    #if compiler(>=6.2)
      let watch = FailureWatch()
      try await watch.run(test, testCase) {
        let value = try await function()
        result.withLock { $0 = value }
      }
      if watch.hasFailed { flag.withLock { $0 = true } }
    #else
      // Before Swift 6.2 only a known issue's matcher sees issues; one that takes none leaves all as they are.
      try await withKnownIssue(isIntermittent: true) {
        let value = try await function()
        result.withLock { $0 = value }
      } matching: { _ in
        flag.withLock { $0 = true }
        return false
      }
    #endif
    guard let value = result.withLock({ $0 }) else { throw CancellationError() }
    return value
  }
}
