import NetworkEndpoints

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

extension MockTransport {
  /// Answers a session's call; what is wrong with it is recorded before the caller has its answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - desk: Where problems are recorded; without one they are kept until the transport is asked.
  ///   - receive: Takes the answer, before anything else is waited for.
  func serve(
    _ request: URLRequest, desk: ProblemDesk?, _ receive: @Sendable (Result<HTTPResponse, any Error>) -> Void
  ) async {
    do {
      let response = try await send(request)
      receive(.success(response))
    } catch {
      let problems = desk == nil ? [] : takeProblems()
      if !problems.isEmpty { await desk?.record(problems) }
      receive(.failure(error))
    }
  }
}
