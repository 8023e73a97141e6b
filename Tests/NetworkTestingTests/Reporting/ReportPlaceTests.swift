import NetworkStubs
import TestSupport
import Testing

@testable import NetworkTesting

/// The line of a request that nothing answers: that of the test, whose suite may have the trait.
@Suite("A problem of a suite's network stands at the test", .network(.get("/a").respond(status: 200)))
struct ReportPlaceTests {
  private func line() async -> Int? {
    await recordedIssues { _ = try? await MockTransport.current.send(.test("/b")) }.first?.line
  }

  @Test("a problem of a suite's network stands at the test without a trait of its own")
  func ofSuite() async {
    #expect(await line() == Test.current?.sourceLocation.line)
  }

  @Test(
    "a problem of a suite's network stands at the test with a network of its own",
    .network(.get("/c").respond(status: 200).optional()))
  func ofTest() async {
    #expect(await line() == #line - 2)
  }

  @Test("a problem of a suite's network stands at a test that has a network where no test is current")
  func ofNone() async {
    let place = await Task.detached { ActiveNetworks.placeOfOwner }.value
    #expect(place.line > 1 && place.fileName != "CodePlace+SourceLocation.swift")
  }
}
