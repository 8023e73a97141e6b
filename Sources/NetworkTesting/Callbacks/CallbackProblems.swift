internal import Testing

/// Where a problem goes that leaves the test its value: to its issues, unless somebody nearer keeps it.
struct CallbackProblems: Sendable {
  /// Takes the problems of a scope instead of the test, which would show each of them.
  @TaskLocal static var keeper: CallbackProblems?

  /// Takes a problem.
  let keep: @Sendable (CallbackError) -> Void

  /// Records a problem at the line of its bridge. To be called from a task that belongs to the test.
  static func record(_ problem: CallbackError) {
    if let keeper { return keeper.keep(problem) }
    Issue.record(problem, sourceLocation: problem.sourceLocation)
  }
}
