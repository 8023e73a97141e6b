import NetworkEndpoints

/// A user who is signed in, with a token that is renewed when it has expired.
actor Account {
  private let loader: EndpointLoader
  private var tokens: Tokens
  private var renewal: Task<Tokens, any Error>?

  static func signIn(user: String, password: String, loader: EndpointLoader) async throws -> Account {
    Account(tokens: try await loader.load(endpoint: .signIn(user: user, password: password)), loader: loader)
  }

  init(tokens: Tokens, loader: EndpointLoader) {
    self.tokens = tokens
    self.loader = loader
  }

  func favourites() async throws -> [Item] {
    let used = tokens
    do {
      return try await loader.load(endpoint: .favourites, using: AccessToken(used.access))
    } catch let error as LoadError where error.response.status == 401 {
      let tokens = try await renewed(from: used)
      return try await loader.load(endpoint: .favourites, using: AccessToken(tokens.access))
    }
  }

  /// Two calls that find their token expired renew it once.
  private func renewed(from old: Tokens) async throws -> Tokens {
    guard tokens == old else { return tokens }
    let renewal = renewal ?? Task { [loader] in try await loader.load(endpoint: .refresh(old.refresh)) }
    self.renewal = renewal
    defer { self.renewal = nil }
    tokens = try await renewal.value
    return tokens
  }
}
