import NetworkTesting

/// A transport that gives the same answer, or error, to every request. The toolkit's own double has its own tests.
struct FixedTransport: HTTPTransport {
  private let answer: @Sendable (URLRequest) async throws -> HTTPResponse

  init(_ response: HTTPResponse) {
    answer = { _ in response }
  }

  init(_ answer: @escaping @Sendable (URLRequest) async throws -> HTTPResponse) {
    self.answer = answer
  }

  func send(_ request: URLRequest) async throws -> HTTPResponse {
    try await answer(request)
  }
}
