// The rules of FoundationNetworking, as measured over a bare session (Swift 6.3.1). They are compiled everywhere, for tests that ask
// for them.
extension Redirect {
  /// Returns what FoundationNetworking does with an answer that redirects.
  ///
  /// The next request has all fields of the first, credentials for another host among them.
  static func foundationNetworking(_ response: HTTPResponse, to request: URLRequest) -> Self {
    guard (301...308).contains(response.status), response.status != 304 else { return .none }
    // Two fields are joined, as any.
    guard let location = response.headers["Location"], let target = URL(string: location),
      let url = url(of: target, from: request.url)
    else { return .lost }
    var next = request
    next.url = url
    if response.status == 303 || response.status < 303 && request.httpMethod == "POST" {
      next.httpMethod = "GET"
      next.httpBody = nil
    }
    return .to(next)
  }

  /// Returns the URL of a location: a path is one from the root, also without a slash, and a fragment is not kept.
  private static func url(of target: URL, from base: URL?) -> URL? {
    if target.scheme != nil, target.host != nil { return target }
    guard let base, var parts = URLComponents(url: base, resolvingAgainstBaseURL: false) else { return nil }
    if let host = target.host {
      parts.host = host
      parts.port = target.port
    }
    parts.path = target.path.hasPrefix("/") ? target.path : "/" + target.path
    parts.percentEncodedQuery = target.query
    parts.percentEncodedFragment = target.fragment
    return parts.url
  }
}
