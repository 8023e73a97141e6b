extension RequestMatcher {
  /// What is to be said of a request's method and URL.
  func targetFindings(_ request: RequestReader) -> [Finding] {
    var findings = [methodFinding(request), originFinding(request.url), pathFinding(request.url)].compactMap { $0 }
    if !url.query.isEmpty { findings += PairMatching(url.query, request.url.query).findings(.query, label: "query") }
    return findings
  }

  private func methodFinding(_ request: RequestReader) -> Finding? {
    guard let method else { return nil }
    return method.rawValue == request.method
      ? .match(.method, "method", request.method)
      : .mismatch(.method, "method", expected: method.rawValue, got: "got \(request.method)")
  }

  private func originFinding(_ other: URLParts) -> Finding? {
    guard let host = url.host else { return nil }
    let expected = Self.origin(url.scheme, host, url.port)
    let actual = Self.origin(other.scheme, other.host ?? "", other.port)
    return url.matchesOrigin(other)
      ? .match(.origin, "host", expected)
      : .mismatch(
        .origin, "host", expected: expected, got: "got \(actual)", similarity: Similarity.between(expected, actual) / 2)
  }

  private func pathFinding(_ other: URLParts) -> Finding? {
    guard !url.isAny else { return nil }
    let path = other.path
    if url.matchesPath(other) { return .match(.path, "path", path.shortened()) }
    if case .regex(let expression) = url.path, let problem = expression.problem {
      return .mismatch(.path, "path", problem)
    }
    let expected = url.pathText
    return .mismatch(
      .path, "path", expected: expected.shortened(), got: "got \(path.shortened())",
      similarity: Similarity.between(expected, path))
  }

  private static func origin(_ scheme: String?, _ host: String, _ port: Int?) -> String {
    "\(scheme ?? "")://\(host)" + (port.map { ":\($0)" } ?? "")
  }
}
