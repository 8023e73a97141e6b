public import Testing

/// A trait that keeps a test's known issues and warnings out of the output.
///
/// It belongs on a test that is about issues, which records them each time it runs: among a hundred lines that are meant, a
/// contributor would not see a new one. Issues that fail the test are printed as always.
public struct QuietTrait: TestTrait, SuiteTrait, TestScoping {
  /// Tests of a suite have the trait too.
  public var isRecursive: Bool { true }

  /// Runs a test whose known issues and warnings are dropped.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.3)
      // An issue of no test comes to the run itself, and to each test that handles issues: handed on, it would be told as often.
      let handler: IssueHandlingTrait = .compactMapIssues { $0.isFailure && Test.current != nil ? $0 : nil }
      try await handler.provideScope(for: test, testCase: testCase, performing: function)
    #else
      try await function()
    #endif
  }
}

extension Trait where Self == QuietTrait {
  /// Keeps known issues and warnings out of the output.
  public static var quiet: Self { Self() }
}
