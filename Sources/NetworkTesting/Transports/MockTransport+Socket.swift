package import NetworkEndpoints

#if canImport(FoundationNetworking)
  import Foundation
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// What a mock transport says to a request that came over a socket.
package enum SocketReply: Sendable {
  /// An answer, and whether it is a fixture.
  case now(HTTPResponse, isFixture: Bool)
  /// An answer that takes its time, or is an error.
  case later(@Sendable () async throws -> HTTPStream)
}

extension MockTransport {
  /// Takes a request that came over a socket, without waiting.
  ///
  /// - Parameter request: The request.
  /// - Returns: The answer. One that comes later may be a ``SocketFault``.
  /// - Throws: ``UnansweredRequest``.
  package nonisolated func take(_ request: URLRequest) throws -> SocketReply {
    let call = try begin(request, isOnSocket: true)
    if let response = call.response { return .now(response, isFixture: call.taken?.answer.isFile ?? false) }
    return .later {
      switch try await self.reply(to: call) {
      case .whole(let response): HTTPStream(response)
      case .stream(let stream): stream
      }
    }
  }
}

extension Answer {
  fileprivate var isFile: Bool {
    if case .file = storage { true } else { false }
  }
}
