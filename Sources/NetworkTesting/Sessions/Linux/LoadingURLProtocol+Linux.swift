#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// A protocol whose client is safe to call, by the protocol and by the session, when it cancels a task.
  class LoadingURLProtocol: URLProtocol {
    private let isForTask: Bool
    private var ending: EndingClient?

    required init(request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?) {
      // Made on the thread that resumes the session's task: only a Swift task can be one that waits in `data(for:)`.
      isForTask = withUnsafeCurrentTask { $0 != nil }
      super.init(request: request, cachedResponse: cachedResponse, client: client)
    }

    override var client: (any URLProtocolClient)? {
      get {
        if let ending { return ending }
        ending = super.client.map { EndingClient($0, handsOver: isForTask) }
        return ending
      }
      set { super.client = newValue }
    }
  }
#endif
