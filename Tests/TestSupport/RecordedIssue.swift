import Foundation
import NetworkTesting
public import Testing

/// An issue that was recorded while ``recordedIssues(in:)`` watched.
public struct RecordedIssue: Sendable {
  /// What was recorded.
  public let text: String
  /// Where it was recorded.
  public let line: Int?
}

/// Runs code whose issues are expected, and gives them back in place of failing the test.
///
/// - Parameters:
///   - isolation: The caller's isolation.
///   - body: The code.
/// - Returns: What it recorded, in order.
public func recordedIssues(
  isolation: isolated (any Actor)? = #isolation, in body: @escaping () async throws -> Void
) async -> [RecordedIssue] {
  // The matcher is called wherever an issue is recorded.
  let issues = Protected<[RecordedIssue]>([])
  await withoutOutput {
    try? await withKnownIssue(isIntermittent: true) {
      try await body()
    } matching: { issue in
      let recorded = RecordedIssue(text: issue.recordedText, line: issue.sourceLocation?.line)
      issues.withLock { $0.append(recorded) }
      return true
    }
  }
  return issues.withLock { $0 }
}

/// Runs code whose known issues and warnings are not printed.
private func withoutOutput(isolation: isolated (any Actor)? = #isolation, _ body: @escaping () async -> Void) async {
  guard let test = Test.current else { return await body() }
  let body = ScopedBody(run: body)
  try? await QuietTrait.quiet.provideScope(for: test, testCase: Test.Case.current) { await body.run() }
}

/// A body that runs in a scope, which ends before its caller goes on.
// Unchecked: nobody else has the body meanwhile.
private struct ScopedBody: @unchecked Sendable {
  let run: () async -> Void
}

/// Runs code whose issues are not known ones, but are kept from the test, and gives back their texts.
///
/// In a known issue, the same problem may be recorded again.
public func silencedIssues(in body: @escaping @Sendable () async throws -> Void) async -> [String] {
  guard let test = Test.current else { return [] }
  let watch = FailureWatch(isSilent: true)
  try? await watch.run(test, Test.Case.current) { try await body() }
  return watch.texts
}

extension Issue {
  /// What was recorded, without the line that a test's first issue has about the article.
  public var recordedText: String {
    // A URLError of a stub says itself where it came from.
    if comments.isEmpty, let error = error as? URLError { return "\(error)" }
    let lines = comments.flatMap { $0.rawValue.components(separatedBy: "\n") }
    return lines.filter { $0 != FailureArticle.text }.joined(separator: "\n")
  }
}

/// Whether a known issue can be told from others, so that the same problem in one is recorded each time: since Swift 6.3.
public let areKnownIssuesTold: Bool = {
  #if compiler(>=6.3)
    true
  #else
    false
  #endif
}()

// Before Swift 6.3, the toolkit tells less: a test of the rest is skipped there.
extension Trait where Self == ConditionTrait {
  /// Where a warning is an issue that fails nothing, and isn't only printed.
  public static var warningsAreIssues: Self {
    .enabled("before Swift 6.3, warnings are only printed") { areKnownIssuesTold }
  }
  /// Where it is known whether a test without a trait has ended: Swift Testing names the tasks that run tests.
  public static var testTasksAreNamed: Self {
    .enabled("before Swift 6.3, nobody knows when a test without a trait has ended") { areKnownIssuesTold }
  }
}
