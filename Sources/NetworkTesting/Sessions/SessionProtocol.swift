import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Loads the requests of a mocked session from its transport.
///
/// Subclasses say which session: a session's protocol is known by its class, and by nothing else.
class SessionProtocol: LoadingURLProtocol {
  /// What the class leads to; nil after the session is gone.
  class var lease: SessionLease? { nil }

  /// Takes whatever would go to a network: a mocked session never does.
  override class func canInit(with request: URLRequest) -> Bool {
    switch request.url?.scheme?.lowercased() {
    case "file", "data": false
    default: true
    }
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard !isCancelled else { return }
    let call = SessionCall(of: self)
    if load.withLock({ $0.begin() }) {
      call.start(in: Self.lease)
      // Most answers are there by now.
      if load.withLock({ $0.wait() }) { return }
    }
    call.deliver()
  }

  override func stopLoading() {
    if isPausing {
      load.withLock { $0.pause() }
    } else {
      for task in load.withLock({ $0.stop() }) { task.cancel() }
    }
  }
}

/// The protocol of the session with a number.
final class TaggedSessionProtocol<Tag: SessionTag>: SessionProtocol {
  override class var lease: SessionLease? { SessionRegistry.shared.lease(Tag.number) }
}
