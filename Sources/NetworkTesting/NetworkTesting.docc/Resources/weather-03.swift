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

  /// The temperature with its unit, or a dash where it is not known.
  func label(for city: String) async -> String {
    guard let temperature = try? await temperature(in: city) else { return "–" }
    return "\(temperature) °C"
  }
}
