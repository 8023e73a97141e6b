import NetworkTesting
import XCTest

// XCTestAndXcode.md, "In an XCTestCase"
final class WeatherXCTests: XCTestCase {
  func testTemperature() async throws {
    let transport = MockTransport(
      .get("/forecast").respond(json: ["temperature": -3]))
    let weather = Weather(
      loader: EndpointLoader(transport: transport, host: "test"))
    let temperature = try await weather.temperature(in: "Oslo")
    XCTAssertEqual(temperature, -3)
    try await transport.verify()
  }
}
// end of block

/// A test as it was, over a mocked session.
final class RatesXCTests: XCTestCase {
  func testRate() {
    let api = RatesAPI(session: .mocked(by: MockTransport(.get("/EUR").respond(json: ["rate": 1.25]))))
    // Migrating.md, "Expectations"
    let expectation = expectation(description: "rate")
    api.rate(of: "EUR") { result in
      XCTAssertEqual(try? result.get(), 1.25)
      expectation.fulfill()
    }
    wait(for: [expectation], timeout: 5)
    // end of block
  }
}
