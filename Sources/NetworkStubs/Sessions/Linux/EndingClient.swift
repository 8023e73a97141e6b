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
      let error = (error as? URLError)?.thrown(for: urlProtocol) ?? error
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
    /// Returns the error as a session throws it.
    ///
    /// It has the address of its request and a text, and wraps an error with the same code and text. All have a description with the
    /// request, where FoundationNetworking has `"(null)"`.
    fileprivate func thrown(for urlProtocol: URLProtocol) -> URLError {
      let request = urlProtocol.request
      let named =
        isDescribed
        ? self
        : described { [name = ErrorText.of(self)] in
          "\(name) of \(request.httpMethod ?? "GET") \(Secrets.masked(request.url?.absoluteString ?? ""))"
        }
      let platform = (type(of: urlProtocol) as? SessionProtocol.Type)?.context?.settings.platform
      if code == .timedOut, platform != .apple {
        // It comes from a timer, which knows of no request.
        return named.without([NSURLErrorFailingURLErrorKey])
      }
      let text = userInfo[NSLocalizedDescriptionKey] ?? Self.texts[code] ?? "\(ErrorText.of(self))"
      var info: [String: Any] = [NSLocalizedDescriptionKey: text]
      if let url = failingURL ?? request.url {
        info[NSURLErrorFailingURLErrorKey] = url
        info["NSErrorFailingURLStringKey"] = url.absoluteString
      }
      // The session itself ends these two. Of those that it has sent, libcurl doesn't support some.
      if code != .cancelled, text as? String != "unsupported URL" {
        info[NSUnderlyingErrorKey] = NSError(
          domain: NSURLErrorDomain, code: code.rawValue, userInfo: [NSLocalizedDescriptionKey: text])
      }
      return named.adding(info)
    }

    /// What sessions say, and libcurl where they ask it, without the numbers of a connection.
    private static let texts: [Code: String] = [
      .unsupportedURL: "Protocol not supported or disabled in libcurl",
      .badURL: "HTTP URL must have a host",
      .dataLengthExceedsMaximum: "resource exceeds maximum size",
      .httpTooManyRedirects: "too many HTTP redirects",
      .cannotFindHost: "Could not resolve hostname",
      .cannotConnectToHost: "Could not connect to server",
      .networkConnectionLost: "Failure when receiving data from the peer",
      .badServerResponse: "Server returned nothing (no headers, no data)",
    ]
  }
#endif
