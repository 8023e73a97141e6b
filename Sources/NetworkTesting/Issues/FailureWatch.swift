import Foundation
import Testing

/// Knows whether a test case failed, to attach what helps only where it does.
///
/// Before Swift 6.2 nobody could know, and there were no attachments.
final class FailureWatch: Sendable {
  private let flag = Flag()

  /// Whether an issue was recorded that fails the test.
  var hasFailed: Bool { flag.isSet }

  /// Runs a test case, looking at its issues and passing them on.
  func run(
    _ test: Test, _ testCase: Test.Case?, _ function: @Sendable () async throws -> Void
  ) async throws {
    #if compiler(>=6.2)
      let flag = flag
      let watch: IssueHandlingTrait = .compactMapIssues { issue in
        if issue.isFailing { flag.set() }
        return issue
      }
      try await watch.provideScope(for: test, testCase: testCase, performing: function)
    #else
      try await function()
    #endif
  }
}

#if compiler(>=6.2)
  extension Issue {
    /// Whether it fails the test; Swift 6.2 does not tell known issues from others.
    var isFailing: Bool {
      #if compiler(>=6.3)
        isFailure
      #else
        true
      #endif
    }
  }
#endif

// Issues come from any thread; the lock guards the only property.
private final class Flag: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() { lock.withLock { value = true } }
}

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
