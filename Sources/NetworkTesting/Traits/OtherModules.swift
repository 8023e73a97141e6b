// What is one import more says so: without that import, these are what the compiler finds.

extension Trait where Self == NetworkTrait {
  /// Simulated tests are in the module NetworkSimulation.
  @available(*, unavailable, message: "import NetworkSimulation, which has .simulated")
  public static func simulated(runs: Int = 0) -> Self { network([Stub]()) }

  /// Recordings are in the module NetworkRecording.
  @available(*, unavailable, message: "import NetworkRecording, which has .recording")
  public static func recording(_ name: String = "") -> Self { network([Stub]()) }

  /// The loopback server is in the module NetworkLoopback.
  @available(*, unavailable, message: "import NetworkLoopback, which has .loopbackServer")
  public static func loopbackServer(_ stubs: Stub...) -> Self { network([Stub]()) }
}
