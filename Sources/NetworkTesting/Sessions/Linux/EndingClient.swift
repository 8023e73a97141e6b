#if canImport(FoundationNetworking)
  /// A session's client that ends a task once.
  ///
  /// A session ends a cancelled task even while its answer is being delivered, and a second end is a fatal error.
  // Used where a session calls its protocols, one call at a time.
  final class EndingClient: NSObject, URLProtocolClient, @unchecked Sendable {
    private let base: any URLProtocolClient
    private var hasEnded = false

    init(_ base: any URLProtocolClient) { self.base = base }

    func urlProtocolDidFinishLoading(_ urlProtocol: URLProtocol) {
      guard end() else { return }
      base.urlProtocolDidFinishLoading(urlProtocol)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didFailWithError error: any Error) {
      guard end() else { return }
      base.urlProtocol(urlProtocol, didFailWithError: error)
    }

    private func end() -> Bool {
      defer { hasEnded = true }
      return !hasEnded
    }

    func urlProtocol(_ urlProtocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse) {
      base.urlProtocol(urlProtocol, wasRedirectedTo: request, redirectResponse: redirectResponse)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
      base.urlProtocol(urlProtocol, cachedResponseIsValid: cachedResponse)
    }

    func urlProtocol(
      _ urlProtocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) { base.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: policy) }

    func urlProtocol(_ urlProtocol: URLProtocol, didLoad data: Data) { base.urlProtocol(urlProtocol, didLoad: data) }

    func urlProtocol(_ urlProtocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
      base.urlProtocol(urlProtocol, didReceive: challenge)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
      base.urlProtocol(urlProtocol, didCancel: challenge)
    }
  }

  /// An answer that asks for credentials, but hides that from FoundationNetworking while it looks for a challenge.
  ///
  /// It looks when a task ends with the status 401. With a challenge, it would wait for credentials for ever, or repeat the
  /// request over a real network. Without an address there is no challenge; the caller sees both.
  // It adds nothing to the class, which never changes after its creation.
  final class UnchallengedResponse: HTTPURLResponse, @unchecked Sendable {
    @TaskLocal private static var isHidden = false

    /// Runs code that looks for a challenge.
    static func withoutChallenge(_ body: () -> Void) { $isHidden.withValue(true) { body() } }

    override var url: URL? { Self.isHidden ? nil : super.url }
  }
#endif
