extension URLPattern {
  func matches(_ url: URLParts) -> Bool {
    matchesOrigin(url) && matchesPath(url) && (query.isEmpty || PairMatching.matches(query, url.query))
  }

  func matchesOrigin(_ url: URLParts) -> Bool {
    guard host != nil else { return true }
    return host == url.host && port == url.port && scheme == url.scheme
  }

  func matchesPath(_ url: URLParts) -> Bool {
    switch path {
    case .any: true
    case .pattern(let pattern): pattern.matches(url.segments)
    case .prefix(let start): url.path.hasPrefix(start)
    case .regex(let expression): expression.matches(url.path)
    }
  }

  /// The values of the path's parameters, or nil if the path does not match.
  func matchPath(_ url: URLParts) -> [String: String]? {
    if case .pattern(let pattern) = path { return pattern.match(url.segments) }
    return matchesPath(url) ? [:] : nil
  }
}
