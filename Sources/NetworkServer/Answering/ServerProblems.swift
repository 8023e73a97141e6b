/// The problems of a server whose transport has no log to keep them.
final class ServerProblems: Sendable {
  private let keeper = Guarded<ProblemKeeper?>(nil)

  /// Records a problem in the test, or keeps it for `verify()`.
  func report(_ problem: Problem, in surroundings: any Surroundings) {
    guard surroundings is ProgramSurroundings else { return _ = surroundings.record(problem) }
    keeper.withLock { keeper in
      if keeper == nil { keeper = ProblemKeeper(surroundings) }
      _ = keeper?.note(problem, by: "")
    }
  }

  /// Hands over the kept problems.
  func take() -> [Problem] { keeper.withLock { $0?.take() ?? [] } }
}
