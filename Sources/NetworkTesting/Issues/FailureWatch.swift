import Testing

/// Sees whether a test fails while something runs in it, and leaves its issues as they are.
struct FailureWatch: Sendable {
  private let flag = Guarded(false)

  /// Whether an issue was recorded that fails the test.
  var hasFailed: Bool { flag.withLock { $0 } }

  /// Runs a part of a test, and looks at its issues.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test's case.
  ///   - function: What to run.
  func run<Result: Sendable>(
    _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Result
  ) async throws -> Result {
    let result = Guarded<Result?>(nil)
    let flag = flag
    #if compiler(>=6.2)
      let watch: IssueHandlingTrait = .compactMapIssues { issue in
        guard issue.isFailing else { return issue }
        flag.withLock { $0 = true }
        return issue
      }
      try await watch.provideScope(for: test, testCase: testCase) {
        let value = try await function()
        result.withLock { $0 = value }
      }
    #else
      // Only the matcher of a known issue sees issues; one that takes none leaves all as they are.
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

#if compiler(>=6.2)
  extension Issue {
    /// Whether it fails the test; Swift 6.2 does not tell known issues from others.
    fileprivate var isFailing: Bool {
      #if compiler(>=6.3)
        isFailure
      #else
        true
      #endif
    }
  }
#endif
