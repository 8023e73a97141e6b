import NetworkEndpoints

extension Answer {
  /// The response to a request.
  func response(to request: ReceivedRequest) async throws -> HTTPResponse {
    switch storage {
    case .response(let response): response
    case .error(let error): throw error
    case .closure(let closure): try await closure(request)
    case .file(let read): try read()
    }
  }

  /// Whether an error is a fault of the test and not an answer.
  var mustNotFail: Bool {
    if case .file = storage { true } else { false }
  }
}
