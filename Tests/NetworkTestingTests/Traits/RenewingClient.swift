#if canImport(FoundationNetworking)
  import TestSupport

  @testable import NetworkStubs

  /// A client, as published ones are, that makes another session whenever its session's cache isn't the client's.
  ///
  /// It keeps its handlers by the numbers of tasks, which begin anew with a session. So it mixes its answers up if a session shows
  /// another cache than it was given.
  final class RenewingClient: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    static let shared = RenewingClient()

    private struct Call {
      var data = Data()
      let end: CheckedContinuation<Data, any Error>
    }

    private struct State {
      var session: URLSession?
      var calls: [Int: Call] = [:]
      var sessions = 0
    }

    private let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 0, diskPath: nil)
    private let state = Guarded(State())

    /// The number of sessions that it has made.
    var sessions: Int { state.withLock { $0.sessions } }

    func text(at url: URL) async throws -> String {
      let data = try await withCheckedThrowingContinuation { continuation in
        let task = state.withLock { state in
          let task = session(in: &state).dataTask(with: url)
          state.calls[task.taskIdentifier] = Call(end: continuation)
          return task
        }
        task.resume()
      }
      return String(decoding: data, as: UTF8.self)
    }

    private func session(in state: inout State) -> URLSession {
      if let session = state.session, session.configuration.urlCache === cache { return session }
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = cache
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      state.sessions += 1
      state.session = session
      return session
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      state.withLock { $0.calls[dataTask.taskIdentifier]?.data.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      guard let call = state.withLock({ $0.calls.removeValue(forKey: task.taskIdentifier) }) else { return }
      call.end.resume(with: error.map(Result.failure) ?? .success(call.data))
    }
  }
#endif
