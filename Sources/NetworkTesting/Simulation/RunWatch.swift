import Testing

/// Knows whether a run failed, and leaves its issues as they are.
struct RunWatch: Sendable {
  private let flag = Guarded(false)

  /// Whether an issue was recorded that fails the test.
  var hasFailed: Bool { flag.withLock { $0 } }

  /// Runs something, looking at its issues.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test's case.
  ///   - isDiscarded: Whether an issue that is recorded now is to be dropped, since the run will be made again. Before
  ///     Swift 6.2 issues cannot be dropped.
  ///   - function: What to run.
  func run<Result: Sendable>(
    _ test: Test, _ testCase: Test.Case?, discarding isDiscarded: @escaping @Sendable () -> Bool,
    _ function: @Sendable () async throws -> Result
  ) async throws -> Result {
    let result = Guarded<Result?>(nil)
    #if compiler(>=6.2)
      let flag = flag
      let watch: IssueHandlingTrait = .compactMapIssues { issue in
        guard issue.isFailing else { return issue }
        if isDiscarded() { return nil }
        flag.withLock { $0 = true }
        return issue
      }
      try await watch.provideScope(for: test, testCase: testCase) {
        let value = try await function()
        result.withLock { $0 = value }
      }
    #else
      // Only a known issue's matcher sees issues; one that takes none leaves all as they are.
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
