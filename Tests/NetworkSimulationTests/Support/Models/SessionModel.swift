import Foundation
import NetworkEndpoints
import NetworkTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A session whose access token is renewed when the service does not take it any more.
protocol SessionModel: Actor {
  init(transport: any HTTPTransport)
  func load(_ path: String) async throws -> HTTPResponse
}

/// Every request that is refused renews the token: the second renewal uses a token that the first one has used up.
actor EagerSessionModel: SessionModel {
  private let transport: any HTTPTransport
  private var access = "expired"
  private var renewal = "r1"

  init(transport: any HTTPTransport) {
    self.transport = transport
  }

  func load(_ path: String) async throws -> HTTPResponse {
    let response = try await transport.send(.to(path, bearer: access))
    guard response.status == 401 else { return response }
    let tokens = try await transport.renew(renewal)
    (access, renewal) = (tokens.access, tokens.renewal)
    return try await transport.send(.to(path, bearer: access))
  }
}

/// Renews once, however many requests were refused with the old token.
actor SharingSessionModel: SessionModel {
  private let transport: any HTTPTransport
  private var access = "expired"
  private var renewal = "r1"
  private var running: Task<Void, any Error>?

  init(transport: any HTTPTransport) {
    self.transport = transport
  }

  func load(_ path: String) async throws -> HTTPResponse {
    let refused = access
    let response = try await transport.send(.to(path, bearer: refused))
    guard response.status == 401 else { return response }
    if access == refused { try await renew() }
    return try await transport.send(.to(path, bearer: access))
  }

  private func renew() async throws {
    if let running { return try await running.value }
    let task = Task {
      defer { running = nil }
      let tokens = try await transport.renew(renewal)
      (access, renewal) = (tokens.access, tokens.renewal)
    }
    running = task
    try await task.value
  }
}

/// Loads three things at once with an expired token; all must arrive.
func loadThreeThings<Model: SessionModel>(with _: Model.Type) async throws {
  let service = TokenService()
  let transport = MockTransport(
    .post("/token").respond { await service.renew(with: $0.body.text) },
    .get("/{thing}").respond { await service.answer(to: $0.headers["Authorization"]) }
  )
  let model = Model(transport: transport)
  try await withThrowingTaskGroup(of: Int.self) { group in
    for thing in ["/inbox", "/profile", "/settings"] {
      group.addTask { try await model.load(thing).status }
    }
    for try await status in group where status != 200 { throw Bug("is logged out, \(status)") }
  }
}

/// A service that takes each renewal token once.
private actor TokenService {
  private var generation = 1

  func renew(with token: String) -> HTTPResponse {
    guard token == "r\(generation)" else { return HTTPResponse(status: 403) }
    generation += 1
    return .json(["access": .string("a\(generation)"), "renewal": .string("r\(generation)")])
  }

  func answer(to authorization: String?) -> HTTPResponse {
    HTTPResponse(status: authorization == "Bearer a\(generation)" ? 200 : 401)
  }
}

private struct Tokens: Decodable {
  let access: String
  let renewal: String
}

extension HTTPTransport {
  fileprivate func renew(_ token: String) async throws -> Tokens {
    var request = URLRequest.to("/token")
    request.httpMethod = "POST"
    request.httpBody = Data(token.utf8)
    let response = try await send(request)
    guard response.status == 200 else { throw Bug("cannot renew its token, \(response.status)") }
    return try JSONDecoder().decode(Tokens.self, from: response.body)
  }
}

extension Data {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}
