import NetworkSimulation
import NetworkTesting

@Suite("Simulation, as outsiders use it")
struct SimulationInterfaceTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("A test is simulated with a strategy", .simulated(runs: 10, strategy: .preemptions(atMost: 2), latency: .zero))
  func strategy() async throws {
    let clock: any Clock<Duration> = .simulated
    try await clock.sleep(for: .seconds(60))
    #expect(VirtualClock.current?.now.offset == .seconds(60))
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(
    "A seed is replayed", .simulated(seed: 37, patience: .seconds(30)), .network(.get("/a").respond(json: [])),
    .host("test"))
  func seed() async throws {
    let items = try await EndpointLoader().load(endpoint: Endpoint<EndpointKinds.Public, [Int]>(path: "a"))
    #expect(items.isEmpty)
  }
}
