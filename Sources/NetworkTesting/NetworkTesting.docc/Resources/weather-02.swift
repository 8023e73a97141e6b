import Foundation
import NetworkEndpoints

struct Forecast: Codable, Sendable { var temperature: Int }

extension Endpoint where Kind == EndpointKinds.Public, Response == Forecast {
  static func forecast(for city: String) -> Self {
    Self(path: "forecast", queryItems: [URLQueryItem(name: "city", value: city)])
  }
}

struct Weather {
  var loader = EndpointLoader(host: "api.weather.example")

  func temperature(in city: String) async throws -> Int {
    try await loader.load(endpoint: .forecast(for: city)).temperature
  }
}
