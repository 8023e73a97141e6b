/// An error in the setup of a simulated test.
public struct SimulationError: Error, Sendable {
  /// A kind of ``SimulationError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The name of the code.
    public let description: String

    /// The environment variable `NETWORK_TESTING_SEED` does not hold a seed.
    public static let malformedSeed = Self(description: "malformedSeed")

    /// The environment variable `NETWORK_TESTING_RUNS` does not hold a number of runs.
    public static let malformedRuns = Self(description: "malformedRuns")

    /// The simulation's clock was used outside a simulation.
    public static let outsideSimulation = Self(description: "outsideSimulation")

    /// A simulated test asks for no run.
    public static let noRuns = Self(description: "noRuns")

    /// A simulated test also has the trait `.loopbackServer`.
    public static let loopbackServer = Self(description: "loopbackServer")
  }

  /// The kind of error.
  public let code: Code

  /// The value of the variable.
  package let value: String

  init(_ code: Code, value: String = "") {
    self.code = code
    self.value = value
  }
}

extension SimulationError: CustomStringConvertible {
  /// The cause, the state and the remedy.
  public var description: String {
    switch code {
    case .malformedSeed:
      """
      NETWORK_TESTING_SEED is not a seed: "\(value)"

      It takes one seed as a failed run prints it: a whole number such as 37, or that and the run's trace, such as
      37:149e2717. Without it, all runs are made.
      """
    case .malformedRuns:
      """
      NETWORK_TESTING_RUNS is not a number of runs: "\(value)"

      It takes a whole number from 1, such as 10000. Without it, each test makes as many runs as its trait says.
      """
    case .noRuns:
      """
      A simulated test needs at least one run

      The trait says .simulated(runs:) with zero or less, which would find nothing; one run was made. Ask for some, such as \
      200, or remove the trait.
      """
    case .loopbackServer:
      """
      A simulated test cannot use a loopback server

      What goes over a socket is not a part of a simulation, so a seed would decide nothing. Remove .simulated, or hand the
      code its transport and use .network in place of .loopbackServer.
      """
    default:
      """
      The simulation's clock was asked for outside of a simulation

      Ask for it in a test with the trait .simulated(runs:), in its task or a task made there with Task { }. A detached
      task, a dispatch queue and setUp code that runs earlier do not see it.
      """
    }
  }
}
