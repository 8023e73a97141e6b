/// An error in the setup of a simulated test.
package enum SimulationError: Error, CustomStringConvertible {
  /// The environment variable `NETWORK_TESTING_SEED` does not hold a seed.
  case malformedSeed(String)
  /// The environment variable `NETWORK_TESTING_RUNS` does not hold a number of runs.
  case malformedRuns(String)
  /// The simulation's clock was used outside a simulation.
  case outsideSimulation
  /// A simulated test asks for no run.
  case noRuns
  /// A simulated test also has the trait `.loopbackServer`.
  case loopbackServer
  /// A task of a simulated run has continued on an executor of the app, with this name.
  case executor(String)

  /// The cause and the remedy.
  package var description: String { layout.description }

  private var layout: ErrorLayout {
    switch self {
    case .malformedSeed(let value):
      ErrorLayout(
        "NETWORK_TESTING_SEED is not a seed: \"\(value)\"",
        remedy: """
          It takes one seed as a failed run prints it: a whole number such as 37, or that and the run's trace, such as
          37:149e2717. Without it, all runs are made.
          """)
    case .malformedRuns(let value):
      ErrorLayout(
        "NETWORK_TESTING_RUNS is not a number of runs: \"\(value)\"",
        remedy:
          "It takes a whole number from 1, such as 10000. Without it, each test makes as many runs as its trait says.")
    case .noRuns:
      ErrorLayout(
        "A simulated test needs at least one run",
        remedy: """
          The trait says .simulated(runs:) with zero or less, which would find nothing; one run was made. Ask for some, such as \
          200, or remove the trait.
          """)
    case .loopbackServer:
      ErrorLayout(
        "A simulated test cannot use a loopback server",
        remedy: """
          What goes over a socket is not a part of a simulation, so a seed would decide nothing. Remove .simulated, or hand the
          code its transport and use .network in place of .loopbackServer.
          """)
    case .executor(let name):
      ErrorLayout(
        "A simulated test cannot follow tasks onto an executor of the app: \(name)",
        remedy: """
          What runs there is not in the order of the seed, so a run would find nothing that its seed replays. Give the code its \
          executor as a parameter, and in a simulated test none; or remove .simulated.
          """)
    case .outsideSimulation:
      ErrorLayout(
        "The simulation's clock was asked for outside of a simulation",
        remedy: """
          Ask for it in a test with the trait .simulated(runs:), in its task or a task made there with Task { }. A detached
          task, a dispatch queue and setUp code that runs earlier do not see it.
          """)
    }
  }
}
