import Testing

/// What is recorded as an issue: a text, and the line the user wrote that it is about.
struct Problem: Error, Hashable, Sendable {
  let text: String
  let sourceLocation: SourceLocation

  /// Records the problem in the current test.
  func record() {
    Issue.record(Comment(rawValue: text.printableLines), sourceLocation: sourceLocation)
  }
}

extension Problem {
  /// The file and line, such as `UserTests.swift:12`.
  var place: String { sourceLocation.place }
}

/// Records a transport's problems in the test it belongs to: at once, or kept until its scope ends.
struct ProblemKeeper {
  private let owner: Test.ID?
  private var kept: [Problem] = []
  private var reported: Set<Problem> = []

  /// Whether there was a problem.
  var hasReported: Bool { !reported.isEmpty }

  /// Belongs to the current test, if there is one.
  init() {
    owner = Test.current?.id
  }

  /// Records a problem if the caller runs in the test the keeper belongs to; else keeps it.
  ///
  /// The same problem again says nothing new: an app that polls would bury the first.
  ///
  /// An issue recorded on a dispatch queue or by a `URLProtocol` would belong to no test.
  mutating func report(_ problem: Problem) {
    if note(problem) { problem.record() }
  }

  /// Notes a problem, and keeps it unless the caller runs in the test the keeper belongs to.
  ///
  /// - Returns: Whether the caller is to record it.
  mutating func note(_ problem: Problem) -> Bool {
    guard reported.insert(problem).inserted else { return false }
    if let owner, Test.current?.id == owner { return true }
    kept.append(problem)
    return false
  }

  /// Whether a test may record what was kept: the owner, or any test where there is none.
  func belong(to test: Test.ID) -> Bool { owner.map { $0 == test } ?? true }

  /// Hands over what was kept.
  mutating func take() -> [Problem] {
    defer { kept.removeAll() }
    return kept
  }

  /// Forgets everything.
  mutating func reset() {
    kept.removeAll()
    reported.removeAll()
  }
}
