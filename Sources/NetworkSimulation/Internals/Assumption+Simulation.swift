extension Assumption {
  /// The assumption of this module.
  package static let ofSimulation = [
    Self(
      "An actor keeps its waiting jobs in a list, which begins in one word of the actor.", in: "ActorTurn.swift",
      loss: "`faults: .busyActors` has no effect, and a warning says so"
    ) {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
      // The experiment keeps jobs from the pool.
      _ = RuntimeHooks.begin()
      defer { RuntimeHooks.end() }
      return ActorTurn.isFound
    }
  ]
}
