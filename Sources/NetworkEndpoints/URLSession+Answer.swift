#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  extension URLSession {
    /// The session of transports that are given none.
    ///
    /// Not the shared one: with a cache, cancelling a task that is just starting or ending stops the process.
    static let live: URLSession = {
      let configuration = URLSessionConfiguration.default
      configuration.urlCache = nil
      return URLSession(configuration: configuration)
    }()

    /// Whether tasks may be cancelled at any moment.
    ///
    /// With a cache, the session looks there on a queue of its own, and a cancellation meanwhile is a fatal error.
    var isSafeToCancel: Bool { configuration.urlCache == nil }

    func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
      let call = SessionCall()
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { call.start(request, on: self, continuation: $0) }
      } onCancel: {
        call.cancel()
      }
    }
  }
#else
  import Foundation

  extension URLSession {
    /// The session of transports that are given none.
    static var live: URLSession { .shared }

    /// Whether tasks may be cancelled at any moment.
    var isSafeToCancel: Bool { true }

    func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
      try await data(for: request)
    }
  }
#endif
