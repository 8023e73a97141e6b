import Foundation
import NetworkEndpoints

struct Item: Codable, Equatable, Sendable, Identifiable {
  var id: String
  var title: String
  var price: Int
}

/// A part of a list, and where the next one begins.
struct Page: Codable, Equatable, Sendable {
  var items: [Item]
  var next: String?
}

struct Tokens: Codable, Equatable, Sendable {
  var access: String
  var refresh: String
}

extension URLHost {
  static let production: Self = "api.shop.example"
}

// Each call of the service is a value. Those that need a token cannot be loaded without one.

extension Endpoint where Kind == EndpointKinds.Public, Response == Page {
  static func items(after cursor: String?) -> Self {
    Self(path: "items", queryItems: cursor.map { [URLQueryItem(name: "after", value: $0)] } ?? [])
  }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == [Item] {
  static func search(for text: String) -> Self {
    Self(path: "search", queryItems: [URLQueryItem(name: "q", value: text)])
  }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == Item {
  static func item(_ id: Item.ID) -> Self { Self(path: "items/\(id)") }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == Data {
  static func picture(of id: Item.ID) -> Self { Self(path: "items/\(id)/picture", response: .data) }
}

extension Endpoint where Kind == EndpointKinds.Public, Response == Tokens {
  static func signIn(user: String, password: String) -> Self {
    Self(method: .post, path: "sign-in", body: .json(["user": user, "password": password]))
  }

  static func refresh(_ token: String) -> Self {
    Self(method: .post, path: "refresh", body: .json(["refresh": token]))
  }
}

extension Endpoint where Kind == EndpointKinds.Private, Response == [Item] {
  static var favourites: Self { Self(path: "favourites") }
}
