import Testing

/// Something a test must be told: a text, and the line the user wrote that it is about.
struct Problem: Error, Hashable, Sendable {
  let text: String
  let sourceLocation: SourceLocation

  /// Records the problem in the current test.
  func record() {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }
}
