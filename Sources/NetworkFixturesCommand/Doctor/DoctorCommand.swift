/// The command that prints what this toolchain and platform allow, for a bug report.
struct DoctorCommand: Command {
  static let name = "doctor"
  static let abstract = "print what this system allows, for a bug report"
  static let options = Options(values: [], flags: [])
  static let help = """
    Prints the version, the system, and what the package assumes about Swift and Foundation.

    Usage: network-fixtures doctor

    Some features lean on insides that Swift and Foundation don't document. Most are checked by an experiment here; those
    about test frameworks are only checked in tests. If one fails, only the feature that needs it is lost, and the line
    says which. After them come facts that nothing is expected of: how a session calls a protocol, and what the system
    answers to some calls. Names of variables are printed, but no values. Add the output to a bug report.

    Example:
      swift package network-fixtures doctor
    """

  init(_ arguments: Arguments) throws {
    guard arguments.operands.isEmpty else { throw UsageError("doctor takes no arguments.") }
  }

  func run(in program: Program) throws -> ExitCode {
    program.terminal.print("network-fixtures \(HAR.Application.networkTesting.version)")
    program.terminal.print("\(Self.platform), built with Swift \(Self.compiler)\n")
    for assumption in Assumption.all {
      let holds = assumption.holds()
      program.terminal.print("\(holds ? "yes" : "NO ")  \(assumption.claim)")
      if !holds { program.terminal.print("     Lost: \(assumption.loss).") }
    }
    program.terminal.print("")
    for fact in Self.facts() { program.terminal.print(fact) }
    return Assumption.all.allSatisfy { $0.holds() } ? .success : .findings
  }

  private static func facts() -> [String] {
    let facts = Guarded<[String]>([])
    let isDone = DispatchSemaphore(value: 0)
    // Not a detached task: in a test, its requests are the test's. And not on the pool, one of whose threads waits for it here.
    startOnOwnThreads {
      let lines = await PlatformFacts().lines()
      facts.withLock { $0 = lines }
      isDone.signal()
    }
    isDone.wait()
    return facts.withLock { $0 }
  }

  private static var platform: String {
    let system = ProcessInfo.processInfo.operatingSystemVersionString
    #if os(Linux)
      return "Linux (\(system))"
    #else
      return system
    #endif
  }

  private static var compiler: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
