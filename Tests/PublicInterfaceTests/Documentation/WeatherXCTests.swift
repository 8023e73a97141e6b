import NetworkTesting
import XCTest

final class WeatherXCTests: XCTestCase {
  func testTemperature() async throws {
    let transport = MockTransport(.get("/forecast").respond(json: ["temperature": -3]))
    let weather = Weather(loader: EndpointLoader(transport: transport, host: "test"))
    let temperature = try await weather.temperature(in: "Oslo")
    XCTAssertEqual(temperature, -3)
    try await transport.verify()
  }
}
