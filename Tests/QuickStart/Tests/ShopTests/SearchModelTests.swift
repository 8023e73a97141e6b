import NetworkSimulation
import NetworkTesting

@testable import Shop

@MainActor
struct SearchModelTests {
  // Time stands still until the test moves it, so that nothing is waited for.
  @Test(
    "searches when typing has paused, and says that it does", .virtualTime, .host("test"),
    .network(.get("/search").query("q", "tea").respond(json: [Item.made("Tea")]).delayed(by: .seconds(30))))
  func pause() async throws {
    let clock = try #require(VirtualClock.current)
    let model = SearchModel(loader: EndpointLoader(), clock: clock)
    model.textChanged(to: "t")
    model.textChanged(to: "tea")
    try await clock.waitForSleepers(1)
    let early = await MockTransport.current.requests
    #expect(early.isEmpty)
    await clock.advance(by: .milliseconds(300))
    try await MockTransport.current.nextRequest()
    #expect(model.isSearching)
    await clock.advance(by: .seconds(30))
    await model.waitForResults()
    #expect(model.titles == ["Tea"] && !model.isSearching)
  }

  @Test(
    "a search never shows an older answer", .simulated(runs: 200), .host("test"),
    .network(
      .get("/search").query("q", "t").respond(json: [Item.made("Toast")]).optional(),
      .get("/search").query("q", "tea").respond(json: [Item.made("Tea")])
    ))
  func order() async throws {
    let model = SearchModel(loader: EndpointLoader(), clock: .simulated)
    model.textChanged(to: "t")
    try await VirtualClock.simulated.sleep(for: .milliseconds(400))
    model.textChanged(to: "tea")
    await model.waitForResults()
    #expect(model.titles == ["Tea"])
  }
}
