import Foundation
import NetworkEndpoints

struct Forecast: Codable, Sendable { var temperature: Int }

extension Endpoint where Kind == EndpointKinds.Public, Response == Forecast {
  static func forecast(for city: String) -> Self {
    Self(path: "forecast", queryItems: [URLQueryItem(name: "city", value: city)])
  }
}
