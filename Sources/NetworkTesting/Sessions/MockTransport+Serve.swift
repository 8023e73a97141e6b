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
  ///   - request: The request, as it is sent.
  ///   - hop: Takes the answer, before anything else is waited for.
  func serve(_ request: URLRequest, _ hop: SessionHop) async {
    do {
      hop.receive(.success(try await reply(to: request, pending: hop.limitAll)))
    } catch {
      // Without a desk in this transport's test, they are kept until it is asked.
      if let desk = hop.lease.desk, problems.belong(to: desk.test) {
        let found = takeProblems()
        if !found.isEmpty { await desk.record(found) }
      }
      hop.receive(.failure(error))
    }
  }
}
