/// Reports a double's problems to its surroundings: at once, or kept until they are asked for.
package struct ProblemKeeper {
  /// What a caller has to do with a problem.
  package enum Duty { case record, recordLate, nothing }

  package let surroundings: any Surroundings
  private var kept: [Problem] = []
  private var reported: Set<Problem> = []
  /// Whether the test has ended, so that nothing can be recorded in it.
  package var isOver = false

  package init(_ surroundings: any Surroundings) { self.surroundings = surroundings }

  /// How many problems there were.
  var count: Int { reported.count }

  /// The texts of the problems, sorted.
  package var texts: [String] { reported.map(\.text).sorted() }

  /// Notes a problem, and keeps it unless it can be recorded where the caller is.
  ///
  /// The same problem again says nothing new: an app that polls would bury the first.
  package mutating func note(_ problem: Problem) -> Duty {
    guard reported.insert(problem).inserted else { return .nothing }
    if isOver { return .recordLate }
    if surroundings.areCurrent { return .record }
    kept.append(problem)
    return .nothing
  }

  /// Whether a problem was noted before.
  func knows(_ problem: Problem) -> Bool { reported.contains(problem) }

  /// Hands over what was kept.
  package mutating func take() -> [Problem] {
    defer { kept.removeAll() }
    return kept
  }

  /// Forgets everything.
  mutating func reset() {
    kept.removeAll()
    reported.removeAll()
  }
}
