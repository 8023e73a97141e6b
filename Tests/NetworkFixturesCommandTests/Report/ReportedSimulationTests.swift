import Foundation
import NetworkStubs
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkSimulation
@testable import network_fixtures

@Suite("report of a simulation")
struct ReportedSimulationTests {
  /// What a simulated test attaches when it fails.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func attachment() async throws -> Data {
    var settings = SimulationSettings(strategy: .random, patience: .seconds(60), grace: .seconds(60), stepLimit: 10_000)
    settings.isNoted = true
    let run = await Simulation(seed: 1, settings: settings).run {
      let transport = MockTransport(.get("/items").respond(json: ["Tea"]), .get("/cart").respond(status: 503))
      let loader = EndpointLoader(transport: transport, host: "api.example.com")
      async let items = loader.load(endpoint: Endpoint<EndpointKinds.Public, [String]>(path: "items"))
      async let cart = loader.load(endpoint: Endpoint<EndpointKinds.Public, [String]>(path: "cart"))
      _ = try await (items, cart)
    }
    let report = SimulationReport(run: run, seed: 1, number: 1, count: 1, settings: settings)
    return TrafficHAR(run.record.exchanges, of: "ShopTests.opens()", issues: [report.text]).data
  }

  @Test("report of a simulation shows the seed, and the timeline in its columns")
  func timeline() async throws {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return }
    let attachment = try await Self.attachment()
    let sandbox = try Sandbox(["attachments/opens.traffic.har": String(decoding: attachment, as: UTF8.self)])
    #expect(sandbox.run("report", "attachments", "-o", "-") == .success)
    let page = sandbox.output
    #expect(page.contains("The simulated run with seed 1 failed.") && page.contains("<span>  NETWORK_TESTING_SEED=1:"))
    #expect(page.contains("2 exchanges in ") && page.contains(" of virtual time</caption>"))
    // The columns of the lines between the tags are those of the text.
    let spans = page.matches(of: #/<span>((?:.|\n)*?)</span>/#).map { String($0.output.1) }
    let timeline = try #require(spans.first { $0.contains("#1 GET https://api.example.com/") })
    let arrows = timeline.split(separator: "\n").compactMap { line in
      line.firstIndex { "→←".contains($0) }.map { line.distance(from: line.startIndex, to: $0) }
    }
    #expect(arrows.count == 4 && Set(arrows).count == 1, "\(timeline)")
  }

  @Test(
    "an issue's place stands apart from a text of several lines",
    arguments: [("a", "a\n  at "), ("a\n  b", "  b\n\n  at ")])
  func place(_ text: String, _ shown: String) async throws {
    let watch = FailureWatch(isSilent: true)
    try await watch.run(try #require(Test.current), nil) { _ = Issue.record("\(text)") }
    #expect(watch.texts.count == 1 && watch.texts[0].contains(shown), "\(watch.texts)")
  }
}
