/// A keeper that reports a double's problems to its harness at once, or keeps them until they are requested.
package struct ProblemKeeper {
  /// The caller's task for a problem.
  package enum Duty { case record, recordLate, nothing }

  package let harness: any Harness
  private var kept: [Problem] = []
  /// The problems that each test was told of.
  private var reported: [ProblemOwner: Set<Problem>] = [:]
  private var count = 0
  /// The number of problems at the last call of ``takeReported()``.
  private var shown = 0
  /// Whether the test has ended, so that nothing can be recorded in it.
  package var isOver = false

  package init(_ harness: any Harness) { self.harness = harness }

  /// The texts of the problems, sorted.
  package var texts: [String] { Set(reported.values.joined().map(\.text)).sorted() }

  /// Records a problem, and keeps it unless it can be recorded by the caller.
  ///
  /// The same problem again in one test is ignored: an app that polls would bury the first.
  package mutating func note(_ problem: Problem, of owner: ProblemOwner) -> Duty {
    guard reported[owner, default: []].insert(problem).inserted else { return .nothing }
    count += 1
    if isOver { return .recordLate }
    if harness.isCurrent { return .record }
    kept.append(problem)
    return .nothing
  }

  /// Returns whether there was a problem since the last call.
  mutating func takeReported() -> Bool {
    defer { shown = count }
    return count > shown
  }

  /// Returns whether a test was already told of a problem.
  func knows(_ problem: Problem, of owner: ProblemOwner) -> Bool { reported[owner]?.contains(problem) == true }

  /// Forgets that a test was told of a problem, as in a known issue, which does not fail it.
  mutating func forget(_ problem: Problem, of owner: ProblemOwner) { reported[owner]?.remove(problem) }

  /// Hands over the kept problems.
  package mutating func take() -> [Problem] {
    defer { kept.removeAll() }
    return kept
  }

  /// Forgets everything.
  mutating func reset() {
    kept = []
    reported = [:]
    count = 0
    shown = 0
  }
}
