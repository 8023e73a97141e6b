import Testing

/// Records a transport's problems in the test it belongs to: at once, or kept until its scope ends.
struct ProblemKeeper {
  /// The test that it belongs to.
  let context = TestContext()
  private var kept: [Problem] = []
  private var reported: Set<Problem> = []

  /// Whether there was a problem.
  var hasReported: Bool { !reported.isEmpty }

  /// Notes a problem, and keeps it unless the caller runs in the test the keeper belongs to.
  ///
  /// The same problem again says nothing new: an app that polls would bury the first.
  ///
  /// - Returns: Whether the caller is to record it.
  mutating func note(_ problem: Problem) -> Bool {
    guard reported.insert(problem).inserted else { return false }
    if let current = Test.current?.id, context == nil || context?.test == current { return true }
    kept.append(problem)
    return false
  }

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
