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
    guard let origin = url.origin else { return nil }
    if origin.matches(other) { return .match(.origin, "host", "\(origin)") }
    guard let actual = Origin(other) else { return .mismatch(.origin, "host", expected: "\(origin)", got: "missing") }
    let similarity = Similarity.between("\(origin)", "\(actual)") / 2
    return .mismatch(.origin, "host", expected: "\(origin)", got: "got \(actual)", similarity: similarity)
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
}
