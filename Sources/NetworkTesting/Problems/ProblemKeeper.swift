import Testing

/// Records a transport's problems in the test it belongs to: at once, or kept until its scope ends.
struct ProblemKeeper {
  /// The test that it belongs to.
  let context = TestContext()
  private var kept: [Problem] = []
  private var reported: Set<Problem> = []
  /// Whether the test has ended, so that nothing can be recorded in it.
  var isOver = false

  /// How many problems there were.
  var count: Int { reported.count }

  /// What they say, in no order of theirs.
  var texts: [String] { reported.map(\.text).sorted() }

  /// What the caller is to do with a problem.
  enum Duty { case record, print, nothing }

  /// Notes a problem, and keeps it unless the caller runs in the test the keeper belongs to.
  ///
  /// The same problem again says nothing new: an app that polls would bury the first.
  mutating func note(_ problem: Problem) -> Duty {
    guard reported.insert(problem).inserted else { return .nothing }
    if isOver { return .print }
    if let current = Test.current?.id, context == nil || context?.test == current { return .record }
    kept.append(problem)
    return .nothing
  }

  /// Whether a problem was noted before.
  func knows(_ problem: Problem) -> Bool { reported.contains(problem) }

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
