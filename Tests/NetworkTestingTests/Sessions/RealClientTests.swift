import NetworkTesting
import TestSupport

@Suite("Clients as apps have them")
struct RealClientTests {
  private let stubs: [Stub] = [.get("/users/1").respond(json: ["id": 1, "name": "Ada"])]

  @Test("a completion handler with a Result")
  func completionHandler() async throws {
    let client = CallbackClient(session: .mocked(by: MockTransport(stubs)))
    let user = try await withCheckedThrowingContinuation { continuation in
      client.fetchUser(id: 1) { continuation.resume(with: $0) }
    }
    #expect(user == User(id: 1, name: "Ada"))
  }

  @Test("a completion handler with a Result that is a failure")
  func failure() async {
    let client = CallbackClient(session: .mocked(by: MockTransport(.get("/users/1").respond(status: 500))))
    await #expect(throws: CallbackClient.Failure.status(500)) {
      try await withCheckedThrowingContinuation { continuation in
        client.fetchUser(id: 1) { continuation.resume(with: $0) }
      }
    }
  }

  @Test("a class with an injected session")
  func injected() async throws {
    let client = AsyncClient(session: .mocked(by: MockTransport(stubs)))
    #expect(try await client.user(id: 1).name == "Ada")
  }

  @Test("a protocol of a request and how its answer is parsed")
  func requestAndParse() async throws {
    let loader = APIRequestLoader(request: UserRequest(), session: .mocked(by: MockTransport(stubs)))
    #expect(try await loader.load(1).name == "Ada")
  }

  @Test("a client that makes its session itself")
  func configured() async throws {
    let client = AsyncClient(session: URLSession(configuration: .mocked(by: MockTransport(stubs))))
    #expect(try await client.user(id: 1).name == "Ada")
  }

  @Test("the live transport over a session")
  func liveTransport() async throws {
    let transport = URLSessionTransport(session: .mocked(by: MockTransport(stubs)))
    #expect(try await transport.send(.test("/users/1")).status == 200)
  }

  @Test("a singleton", .everySession(.get("/users/1").respond(json: ["id": 1, "name": "Ada"])))
  func singleton() async throws {
    #expect(try await AsyncClient.shared.user(id: 1).name == "Ada")
  }
}

private struct User: Codable, Equatable, Sendable {
  let id: Int
  let name: String
}

private final class CallbackClient: Sendable {
  enum Failure: Error, Equatable { case status(Int) }

  private let session: URLSession

  init(session: URLSession) {
    self.session = session
  }

  func fetchUser(id: Int, completion: @escaping @Sendable (Result<User, any Error>) -> Void) {
    session.dataTask(with: .test("/users/\(id)")) { data, response, error in
      completion(
        Result {
          if let error { throw error }
          let status = (response as? HTTPURLResponse)?.statusCode ?? 0
          guard status == 200 else { throw Failure.status(status) }
          return try JSONDecoder().decode(User.self, from: data ?? Data())
        })
    }.resume()
  }
}

private final class AsyncClient: Sendable {
  static let shared = AsyncClient(session: .shared)

  private let session: URLSession

  init(session: URLSession) {
    self.session = session
  }

  func user(id: Int) async throws -> User {
    try JSONDecoder().decode(User.self, from: try await session.data(from: .test("/users/\(id)")).0)
  }
}

private protocol APIRequest {
  associatedtype Input
  associatedtype Output
  func makeRequest(from input: Input) throws -> URLRequest
  func parse(_ data: Data) throws -> Output
}

private struct UserRequest: APIRequest {
  func makeRequest(from id: Int) -> URLRequest { .test("/users/\(id)") }
  func parse(_ data: Data) throws -> User { try JSONDecoder().decode(User.self, from: data) }
}

private struct APIRequestLoader<Request: APIRequest> {
  let request: Request
  let session: URLSession

  func load(_ input: Request.Input) async throws -> Request.Output {
    try request.parse(try await session.data(for: request.makeRequest(from: input)).0)
  }
}
