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
          The trait asks for zero runs or fewer, which would find nothing, so one run was made. Pass a number such as 200, \
          or remove the trait.
          """)
    case .loopbackServer:
      ErrorLayout(
        "A simulated test cannot use a loopback server",
        remedy: """
          A simulation does not control sockets, so a seed would decide nothing. Remove .simulated, or pass the code its
          transport and use .network instead of .loopbackServer.
          """)
    case .executor(let name):
      ErrorLayout(
        "A simulated test cannot follow tasks onto an executor of the app: \(name)",
        remedy: """
          The seed does not order what runs there, so it cannot replay what a run finds. Give the code a parameter for its \
          executor, and pass none in a simulated test. Or remove .simulated.
          """)
    case .outsideSimulation:
      ErrorLayout(
        "The simulation's clock was used outside a simulation",
        remedy: """
          Use it in a test with the trait .simulated(runs:), in its task or a task made there with Task { }. A detached
          task, a dispatch queue and setUp code that runs earlier do not see it.
          """)
    }
  }
}
