/// A keeper that reports a double's problems to its surroundings at once, or keeps them until they are requested.
package struct ProblemKeeper {
  /// The caller's task for a problem.
  package enum Duty { case record, recordLate, nothing }

  package let surroundings: any Surroundings
  private var kept: [Problem] = []
  private var reported: Set<Problem> = []
  /// The number of problems at the last call of ``takeReported()``.
  private var shown = 0
  /// Whether the test has ended, so that nothing can be recorded in it.
  package var isOver = false

  package init(_ surroundings: any Surroundings) { self.surroundings = surroundings }

  /// The texts of the problems, sorted.
  package var texts: [String] { reported.map(\.text).sorted() }

  /// Records a problem, and keeps it unless it can be recorded by the caller.
  ///
  /// The same problem again is ignored: an app that polls would bury the first.
  package mutating func note(_ problem: Problem) -> Duty {
    guard reported.insert(problem).inserted else { return .nothing }
    if isOver { return .recordLate }
    if surroundings.areCurrent { return .record }
    kept.append(problem)
    return .nothing
  }

  /// Returns whether there was a problem since the last call.
  mutating func takeReported() -> Bool {
    defer { shown = reported.count }
    return reported.count > shown
  }

  /// Returns whether a problem was already reported.
  func knows(_ problem: Problem) -> Bool { reported.contains(problem) }

  /// Hands over the kept problems.
  package mutating func take() -> [Problem] {
    defer { kept.removeAll() }
    return kept
  }

  /// Forgets everything.
  mutating func reset() { (kept, reported, shown) = ([], [], 0) }
}
