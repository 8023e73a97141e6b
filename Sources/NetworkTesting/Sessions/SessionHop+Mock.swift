import NetworkEndpoints
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

extension SessionHop {
  /// Hands a request to a mock transport, whose answer is there when this returns, unless it takes time.
  func load(_ sent: URLRequest, from mock: MockTransport) {
    do {
      let taken = try mock.begin(sent)
      if let response = taken.response { return receive(.success(.whole(response))) }
      if let timeline = taken.timeline { limitAll(on: timeline) }
      call.run {
        do { receive(.success(try await mock.reply(to: taken))) } catch { await fail(error, of: mock) }
      }
    } catch {
      call.run { await fail(error, of: mock) }
    }
  }

  /// Ends the call with an error; what is wrong with it is recorded before the caller has it.
  private func fail(_ error: any Error, of mock: MockTransport) async {
    // Without a desk in the transport's test, problems are kept until it is asked.
    if let desk = lease.desk {
      let found = mock.takeProblems(for: desk.test)
      if !found.isEmpty { await desk.record(found) }
    }
    fail(error)
  }
}

extension MockTransport {
  /// Hands over what was kept, if a test may record it.
  fileprivate nonisolated func takeProblems(for test: Test.ID) -> [Problem] {
    state.withLock { $0.problems.belong(to: test) ? $0.problems.take() : [] }
  }
}
