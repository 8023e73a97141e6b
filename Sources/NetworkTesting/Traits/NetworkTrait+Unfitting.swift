// Traits with an old name, and traits of the modules above without their parentheses, for which the compiler has no error of its own.
// Here they are found with any of the imports.

extension Trait where Self == EverySessionTrait {
  /// Explains what answers the shared session.
  @available(*, unavailable, message: "write .everySession(…).fromAnywhere(), which answers URLSession.shared as well")
  public static var sharedSession: Self { everySession([Stub]()) }

  /// Explains what answers the shared session.
  @available(*, unavailable, message: "write .everySession(…).fromAnywhere(), which answers URLSession.shared as well")
  public static func sharedSession(_ stubs: Stub...) -> Self { everySession(stubs) }

  /// Explains what answers the shared session.
  @available(*, unavailable, message: "write .everySession(…).fromAnywhere(), which answers URLSession.shared as well")
  public static func sharedSession(_ stubs: [Stub]) -> Self { everySession(stubs) }
}

/// Explains what answers the shared session.
@available(*, unavailable, message: "write EverySessionTrait, and .everySession(…).fromAnywhere()")
public typealias SharedSessionTrait = EverySessionTrait

extension Trait where Self == NetworkTrait {
  /// Explains that a simulation has a number of runs.
  @available(*, unavailable, message: "write .simulated(runs: 100), with import NetworkSimulation")
  public static var simulated: Self { network([Stub]()) }

  /// Explains the label of the number.
  @available(*, unavailable, message: "write .simulated(runs: 100), with import NetworkSimulation")
  public static func simulated(_ runs: Int) -> Self { network([Stub]()) }

  /// Explains the label of the number.
  @available(*, unavailable, message: "write .simulated(runs: 100), with import NetworkSimulation")
  public static func simulated(run runs: Int) -> Self { network([Stub]()) }

  /// Explains the label of the number.
  @available(*, unavailable, message: "write .simulated(runs: 100), with import NetworkSimulation")
  public static func simulated(times runs: Int) -> Self { network([Stub]()) }

  /// Explains that the name of a recording has no label.
  @available(*, unavailable, message: "write .recording(\"name\"), with import NetworkRecording: the name has no label")
  public static func recording(name: String) -> Self { network([Stub]()) }

  /// Explains the word for a network of stubs.
  @available(*, unavailable, message: "write .network(.get(…).respond(…))")
  public static func mocked(_ stubs: Stub...) -> Self { network(stubs) }

  /// Explains the word for a network of stubs.
  @available(*, unavailable, message: "write .network(.get(…).respond(…))")
  public static func stubs(_ stubs: Stub...) -> Self { network(stubs) }

  /// Explains the word for a network of stubs.
  @available(*, unavailable, message: "write .network(.get(…).respond(…))")
  public static func stub(_ stubs: Stub...) -> Self { network(stubs) }

  /// Explains what stands in place of a closure.
  @available(*, unavailable, message: "write the stubs between parentheses: .network(.get(…).respond(…))")
  public static func network(_ stubs: () -> Any) -> Self { network([Stub]()) }

  /// Explains how a trait is written that has no stubs.
  @available(*, unavailable, message: "write .loopbackServer(), with parentheses, and with import NetworkLoopback")
  public static var loopbackServer: Self { network([Stub]()) }

  /// Explains how a trait is written that has no arguments.
  @available(*, unavailable, message: "write .recording(), with parentheses, and with import NetworkRecording")
  public static var recording: Self { network([Stub]()) }
}

extension Trait where Self == NetworkTrait {
  /// Explains the word for a network of stubs.
  @available(*, unavailable, message: "write .network(.get(…).respond(…))")
  public static func mock(_ stubs: Stub...) -> Self { network(stubs) }

  /// Explains the word for a network of stubs.
  @available(*, unavailable, message: "write .network(.get(…).respond(…))")
  public static func stubbed(_ stubs: Stub...) -> Self { network(stubs) }

  /// Explains the word for a recording.
  @available(*, unavailable, message: "write .recording(\"name\"), with import NetworkRecording")
  public static func replay(_ name: String) -> Self { network([Stub]()) }

  /// Explains the word for a recording.
  @available(*, unavailable, message: "write .recording(\"name\"), with import NetworkRecording")
  public static func cassette(_ name: String) -> Self { network([Stub]()) }

  /// Explains the word for a simulation.
  @available(*, unavailable, message: "write .simulated(runs: 100), with import NetworkSimulation")
  public static func simulation(runs: Int) -> Self { network([Stub]()) }

  /// Explains the label of the number.
  @available(*, unavailable, message: "write .simulated(runs: 100), with import NetworkSimulation")
  public static func simulated(iterations runs: Int) -> Self { network([Stub]()) }

  /// Explains that a run has one seed.
  @available(
    *, unavailable,
    message: "write .simulated(seed: 17) for one run, or .simulated(runs: 100, from: 17), with import NetworkSimulation"
  )
  public static func simulated(runs: Int, seed: UInt64) -> Self { network([Stub]()) }

  /// Explains that a server chooses its port.
  @available(
    *, unavailable,
    message: "write .loopbackServer(…), with import NetworkLoopback; LoopbackServer.current.port has the port"
  )
  public static func loopbackServer(port: Int) -> Self { network([Stub]()) }
}

extension Trait where Self == AmbientTrait {
  /// Explains the word for a host.
  @available(*, unavailable, renamed: "host(_:)")
  public static func baseURL(_ url: URLHost) -> Self { host(url) }

  /// Explains the word for no network.
  @available(*, unavailable, renamed: "offline")
  public static var noNetwork: Self { offline }

  /// Explains the word for a clock of the test.
  @available(*, unavailable, renamed: "virtualTime")
  public static var virtualClock: Self { virtualTime }
}

extension Trait where Self == EverySessionTrait {
  /// Explains what comes from anywhere.
  @available(*, unavailable, message: "write .everySession(…).fromAnywhere()")
  public static func fromAnywhere() -> Self { everySession([Stub]()) }

  /// Explains what comes from anywhere.
  @available(*, unavailable, message: "write .everySession(…).fromAnywhere()")
  public static func everySession(_ stubs: Stub..., fromAnywhere: Bool) -> Self { everySession(stubs) }

  /// Explains what stands in place of a closure.
  @available(*, unavailable, message: "write the stubs between parentheses: .everySession(.get(…).respond(…))")
  public static func everySession(_ stubs: () -> Stub) -> Self { everySession([Stub]()) }
}
