/// The result of taking a request that came over a socket.
enum SocketReply: Sendable {
  /// An answer that is ready, and whether it is a fixture.
  case now(HTTPResponse, isFixture: Bool)
  /// An answer that takes time, or an error.
  case later(@Sendable () async throws -> HTTPStream)
}

extension StubAnswering {
  /// Takes a request that came over a socket, without waiting.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - hasUploaded: Whether its body came at the rate of its answer.
  /// - Returns: The answer. One that comes later may be a ``SocketFault``.
  /// - Throws: ``UnansweredRequest``.
  nonisolated func take(_ request: URLRequest, hasUploaded: Bool = false) throws -> SocketReply {
    switch try engine.receive(request, hasUploaded: hasUploaded, onSocket: UnsendableAnswer.check) {
    case .answered(let response, let isFile): .now(response, isFixture: isFile)
    case .waits(let answer): .later { try await self.stream(answer) }
    }
  }

  private func stream(_ answer: PendingAnswer) async throws -> HTTPStream {
    try await engine.stream(answer, isolation: self)
  }
}
