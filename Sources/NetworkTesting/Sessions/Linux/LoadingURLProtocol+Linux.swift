#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// A protocol whose task may be cancelled at any moment, and ends once.
  class LoadingURLProtocol: URLProtocol {
    let load = Guarded(SessionLoad())
    private var ending: EndingClient?

    override var client: (any URLProtocolClient)? {
      get {
        if let ending { return ending }
        ending = super.client.map(EndingClient.init)
        return ending
      }
      set { super.client = newValue }
    }

    /// Set once, before anybody who waits for the task can cancel it.
    override var task: URLSessionTask? {
      didSet {
        if let task { CancellableTask.adopt(task, load) }
      }
    }

    deinit {
      if let task { CancellableTask.forget(task) }
    }
  }
#endif
