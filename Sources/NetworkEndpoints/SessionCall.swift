#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Synchronization

  /// One request of a session, which ends by its answer or by cancellation, whichever comes first.
  ///
  /// FoundationNetworking's own `data(for:)` waits forever where a task is cancelled while it starts.
  final class SessionCall: Sendable {
    typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>

    private enum State {
      case new
      case running(Continuation, URLSessionTask, isCancellable: Bool)
      case ended
    }

    private let state = Mutex(State.new)

    func start(_ request: URLRequest, on session: URLSession, continuation: Continuation) {
      let task = state.withLock { state -> URLSessionTask? in
        guard case .new = state else { return nil }
        let task = session.dataTask(with: request) { [self] data, response, error in
          guard let response else { return end(with: .failure(error ?? URLError(.unknown))) }
          end(with: error.map(Result.failure) ?? .success((data ?? Data(), response)))
        }
        state = .running(continuation, task, isCancellable: session.isSafeToCancel)
        return task
      }
      guard let task else { return continuation.resume(throwing: URLError(.cancelled)) }
      task.resume()
    }

    func cancel() {
      if case .running(let continuation, let task, let isCancellable) = takeState() {
        if isCancellable { task.cancel() }
        continuation.resume(throwing: URLError(.cancelled))
      }
    }

    private func end(with result: Result<(Data, URLResponse), any Error>) {
      if case .running(let continuation, _, _) = takeState() { continuation.resume(with: result) }
    }

    private func takeState() -> State {
      state.withLock { state in
        defer { state = .ended }
        return state
      }
    }
  }
#endif
