internal import Testing

/// Where a problem goes that leaves the test its value: to its issues, unless somebody nearer keeps it.
enum CallbackProblems {
  /// Takes the problems of a scope instead of the test, which would show each of them.
  @TaskLocal static var keep: (@Sendable (CallbackError) -> Void)?

  /// Records a problem at the line of its bridge. To be called from a task that belongs to the test.
  static func record(_ problem: CallbackError) {
    if let keep { return keep(problem) }
    Issue.record(problem, sourceLocation: problem.sourceLocation)
  }
}
