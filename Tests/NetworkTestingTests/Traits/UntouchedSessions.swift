import NetworkStubs
import TestSupport

/// Sessions as an app has them, none of which a test can reach.
enum UntouchedSessions {
  static let usual = URLSession(configuration: .default)
  static let ephemeral = URLSession(configuration: .ephemeral)
  static let withDelegate = Collector()

  /// A client that makes its session itself, and gets its answers by a delegate.
  final class Collector: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let state = Protected<[Int: (data: Data, done: @Sendable (Result<Data, any Error>) -> Void)]>([:])
    private(set) lazy var session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)

    override init() {
      super.init()
      _ = session
    }

    func data(for request: URLRequest) async throws -> Data {
      try await withCheckedThrowingContinuation { continuation in
        let task = session.dataTask(with: request)
        state.withLock { $0[task.taskIdentifier] = (Data(), { continuation.resume(with: $0) }) }
        task.resume()
      }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      state.withLock { $0[dataTask.taskIdentifier]?.data.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      guard let (data, done) = state.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
      done(error.map(Result.failure) ?? .success(data))
    }
  }

  static let all: [URLSession] = [usual, ephemeral, .shared]

  /// What code sends that has only completion handlers, the second request in the handler of the first.
  static func twoInARow(on session: URLSession, _ first: URL, _ second: URL) async -> String? {
    await withCheckedContinuation { continuation in
      session.dataTask(with: first) { _, _, _ in
        session.dataTask(with: second) { data, _, _ in
          continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
        }.resume()
      }.resume()
    }
  }
}

extension URLSession {
  /// The body of an answer, as text.
  func text(_ path: String) async throws -> String {
    String(decoding: try await data(for: URLRequest(url: .test(path))).0, as: UTF8.self)
  }
}

/// Ways out of the task of a test.
enum AwayFromTask: CaseIterable {
  case detached, queue, thread, operation, timer, detachedHandler

  /// Sends a request, and returns the text of the answer.
  func send(to url: URL, on session: URLSession) async -> String? {
    await withCheckedContinuation { continuation in
      let send = { @Sendable in
        session.dataTask(with: url) { data, _, _ in
          continuation.resume(returning: data.map { String(decoding: $0, as: UTF8.self) })
        }.resume()
      }
      switch self {
      case .detached: Task.detached { send() }
      case .queue: DispatchQueue.global().async(execute: send)
      case .thread: Thread.detachNewThread(send)
      case .operation: Self.operations.addOperation(send)
      case .timer: DispatchQueue.global().asyncAfter(deadline: .now(), execute: send)
      case .detachedHandler:
        Task.detached {
          await withCheckedContinuation { done in
            Thread.detachNewThread {
              send(); done.resume()
            }
          }
        }
      }
    }
  }

  private static let operations = OperationQueue()
}
