import NetworkTesting
import TestSupport

/// Lets a test that the documentation shows fail as it says.
struct KnownIssueTrait: SuiteTrait, TestTrait, TestScoping {
  let text: String

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await QuietTrait.quiet.provideScope(for: test, testCase: testCase) {
      try await withKnownIssue {
        try await function()
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains(text) }
      }
    }
  }
}

extension Trait where Self == KnownIssueTrait {
  /// Each test records an issue with this text.
  static func knownIssue(_ text: String) -> Self { Self(text: text) }
}
