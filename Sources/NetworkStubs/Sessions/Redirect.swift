/// The consequence of a redirecting answer for its request.
///
/// Sessions of Apple platforms follow the Fetch standard, [HTTP-redirect fetch](https://fetch.spec.whatwg.org/#http-redirect-fetch).
/// Those of FoundationNetworking have rules of their own, in `Redirect+FoundationNetworking.swift`.
enum Redirect {
  /// The answer is passed on unchanged.
  case none
  /// The request to send next.
  case to(URLRequest)
  /// The location of the answer cannot be loaded.
  case refused(URLError.Code)
  /// Neither a new address nor an answer for the client: FoundationNetworking tells no delegate and loses the body.
  case lost
  /// The most redirects that are followed before a request fails.
  static let limit = 20

  init(_ response: HTTPResponse, to request: URLRequest, on platform: SessionPlatform) {
    self = platform == .linux ? Self.foundationNetworking(response, to: request) : Self.fetch(response, to: request)
  }

  private static func fetch(_ response: HTTPResponse, to request: URLRequest) -> Self {
    guard Self.statuses.contains(response.status), let location = response.headers.values(for: "Location").first else {
      return .none
    }
    guard let url = Self.url(location, from: request.url) else { return .refused(.redirectToNonExistentLocation) }
    guard url.isHTTP else { return .refused(.unsupportedURL) }
    var next = request
    next.url = url
    if Self.becomesGet(response.status, next.httpMethod ?? "GET") { next.becomeGet() }
    if Origin(URLParts(url.absoluteString)) != Origin(URLParts(request.url?.absoluteString ?? "")) {
      for name in ["Authorization", "Proxy-Authorization"] { next.setValue(nil, forHTTPHeaderField: name) }
      // Added by the session, for the old host.
      next.setValue(nil, forHTTPHeaderField: "Cookie")
    }
    return .to(next)
  }

  private static let statuses: Set = [301, 302, 303, 307, 308]

  private static func becomesGet(_ status: Int, _ method: String) -> Bool {
    switch status {
    case 301, 302: method == "POST"
    case 303: method != "GET" && method != "HEAD"
    default: false
    }
  }

  /// Returns the URL of a location, with the request's fragment unless it has its own.
  private static func url(_ location: String, from base: URL?) -> URL? {
    guard !location.isEmpty, let url = URL(string: location, relativeTo: base)?.absoluteURL else { return nil }
    let isHTTP = url.scheme == "http" || url.scheme == "https"
    guard !isHTTP || url.host?.isEmpty == false else { return nil }
    guard url.fragment == nil, let fragment = base?.fragment,
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url }
    parts.fragment = fragment
    return parts.url ?? url
  }
}

/// The decision whether a redirect is followed, where the loading system makes it.
///
/// If the redirect is followed, the loading system stops the protocol that has told it. If a delegate refuses it, the protocol must hand
/// over the response instead, but nobody tells the protocol. So it waits for a moment of real time, and then takes it for refused.
enum RedirectDecision {
  /// Waits for the decision.
  ///
  /// - Parameters:
  ///   - limit: The time after which the redirect counts as refused.
  ///   - work: The work of a clock's step, which lasts as long as the wait.
  ///   - refuse: Called after the limit.
  /// - Returns: What ends the wait, to be called when the protocol is stopped.
  static func wait(
    atMost limit: Duration = .milliseconds(250), keeping work: (any Sendable)?, refuse: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    // Released by the one who takes it, and not under the lock of real time: a session may end with it.
    let kept = Guarded<(work: (any Sendable)?, refuse: @Sendable () -> Void)?>((work, refuse))
    let number = RealTime.shared.run(at: .now + limit) {
      guard let kept = kept.take() else { return }
      withExtendedLifetime(kept.work) { kept.refuse() }
    }
    return {
      RealTime.shared.cancel(number)
      _ = kept.take()
    }
  }
}

extension URL {
  /// Whether sessions load it as HTTP.
  var isHTTP: Bool { scheme?.lowercased() == "http" || scheme?.lowercased() == "https" }
}

extension URLRequest {
  /// Removes the body and the fields that describe it.
  fileprivate mutating func becomeGet() {
    httpMethod = "GET"
    httpBody = nil
    for name in ["Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length"] {
      setValue(nil, forHTTPHeaderField: name)
    }
  }
}
