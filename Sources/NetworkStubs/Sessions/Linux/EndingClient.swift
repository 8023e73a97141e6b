#if canImport(FoundationNetworking)
  /// A session's client that ends a task once.
  ///
  /// A session ends a cancelled task by itself, even while its answer is being delivered, and a second end is a fatal error.
  // Its state is used where a session calls its protocols, one call at a time.
  final class EndingClient: NSObject, URLProtocolClient, @unchecked Sendable {
    private let base: any URLProtocolClient
    private let record: TaskRecord
    private var hasEnded = false

    init(_ base: any URLProtocolClient, _ record: TaskRecord) {
      self.base = base
      self.record = record
    }

    func urlProtocolDidFinishLoading(_ urlProtocol: URLProtocol) {
      guard isFirstEnd() else { return }
      base.urlProtocolDidFinishLoading(urlProtocol)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didFailWithError error: any Error) {
      guard isFirstEnd() else { return }
      let error = (error as? URLError)?.named(of: urlProtocol.request) ?? error
      record.show { $0.error = error }
      base.urlProtocol(urlProtocol, didFailWithError: error)
    }

    private func isFirstEnd() -> Bool {
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
    ) {
      record.show { $0.expectBytes(of: response) }
      base.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: policy)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didLoad data: Data) { base.urlProtocol(urlProtocol, didLoad: data) }

    func urlProtocol(_ urlProtocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
      base.urlProtocol(urlProtocol, didReceive: challenge)
    }

    func urlProtocol(_ urlProtocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
      base.urlProtocol(urlProtocol, didCancel: challenge)
    }
  }

  extension URLError {
    /// Returns the error with its name and a request as its description, where FoundationNetworking has `"(null)"`.
    fileprivate func named(of request: URLRequest) -> URLError {
      if isDescribed { return self }
      return described { [name = ErrorText.of(self)] in
        "\(name) of \(request.httpMethod ?? "GET") \(Secrets.masked(request.url?.absoluteString ?? ""))"
      }
    }
  }
#endif
