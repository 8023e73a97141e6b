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
  isolation: isolated (any Actor)? = #isolation, in body: () async throws -> Void
) async -> [RecordedIssue] {
  let issues = Box()
  try? await withKnownIssue(isIntermittent: true) {
    try await body()
  } matching: { issue in
    issues.append(RecordedIssue(text: issue.recordedText, line: issue.sourceLocation?.line))
    return true
  }
  return issues.all
}

extension Issue {
  /// What was recorded, without the line that a test's first issue has about the article.
  public var recordedText: String {
    let lines = comments.flatMap { $0.rawValue.components(separatedBy: "\n") }
    return lines.filter { $0 != FailureArticle.text }.joined(separator: "\n")
  }
}

// The matcher of known issues is called wherever an issue is recorded; the lock guards the only property.
private final class Box: @unchecked Sendable {
  private let lock = NSLock()
  private var issues: [RecordedIssue] = []

  func append(_ issue: RecordedIssue) { lock.withLock { issues.append(issue) } }

  var all: [RecordedIssue] { lock.withLock { issues } }
}
