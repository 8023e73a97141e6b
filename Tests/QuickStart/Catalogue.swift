// The app: its models, its endpoints, and a class that loads them. Nothing here knows that it is tested.

import NetworkTesting

struct Item: Codable, Equatable {
  struct Price: Codable, Equatable {
    var amount: Int
    var currency: String
  }

  var id: String
  var title: String
  var price: Price
  var tags: [String]
}

extension URLHost {
  static let production: Self = "api.example.com"
}

extension Endpoint where Kind == EndpointKinds.Private, Response == Item {
  static var latestItem: Self { Self(path: "items/latest") }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == [Item] {
  static func search(for query: String) -> Self {
    Self(path: "search", queryItems: [URLQueryItem(name: "q", value: query)])
  }
}

struct Catalogue {
  var loader = EndpointLoader()

  func latest(token: AccessToken) async throws -> Item {
    try await loader.load(endpoint: .latestItem, using: token)
  }

  /// Shows nothing where the search fails, as many apps do.
  func titles(for query: String) async -> [String] {
    do { return try await loader.load(endpoint: .search(for: query)).map(\.title) } catch { return [] }
  }
}
