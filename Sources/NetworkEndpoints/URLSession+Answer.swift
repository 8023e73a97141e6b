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

    func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
      try await data(for: request)
    }
  }
#endif
