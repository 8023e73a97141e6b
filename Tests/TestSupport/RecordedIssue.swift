import Foundation
import Testing

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
    issues.append(
      RecordedIssue(text: issue.comments.map(\.rawValue).joined(separator: "\n"), line: issue.sourceLocation?.line))
    return true
  }
  return issues.all
}

// The matcher of known issues is called wherever an issue is recorded; the lock guards the only property.
private final class Box: @unchecked Sendable {
  private let lock = NSLock()
  private var issues: [RecordedIssue] = []

  func append(_ issue: RecordedIssue) { lock.withLock { issues.append(issue) } }

  var all: [RecordedIssue] { lock.withLock { issues } }
}
