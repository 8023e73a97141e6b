// The target: what a matcher starts with, its method and its URL.

extension RequestMatcher {
  /// Returns whether method and URL match.
  func matchesTarget(_ request: RequestReader) -> Bool {
    (method == nil || method?.rawValue == request.method) && url.matches(request.url)
  }
}

extension RequestMatcher {
  /// Returns the findings about a request's method and URL.
  func targetFindings(_ request: RequestReader) -> [Finding] {
    var findings = [methodFinding(request), originFinding(request.url), pathFinding(request.url)].compactMap { $0 }
    if !url.query.isEmpty { findings += PairMatching(url.query, request.url.query).findings(.query, label: "query") }
    return findings
  }

  private func methodFinding(_ request: RequestReader) -> Finding? {
    guard let method else { return nil }
    if method.rawValue == request.method { return .match(.method, "method", request.method) }
    let isOtherCase = method.rawValue.uppercased() == request.method.uppercased()
    // Some servers answer HEAD by themselves.
    let isHead = method == .get && request.method == "HEAD"
    let note = isHead ? ": HEAD needs a stub of its own" : isOtherCase ? "; methods have case" : ""
    return .mismatch(.method, "method", expected: method.rawValue, got: "got \(request.method)\(note)")
  }

  private func originFinding(_ other: URLParts) -> Finding? {
    guard let origin = url.origin else { return nil }
    if url.matchesOrigin(other) { return .match(.origin, "host", "\(origin)") }
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
    if let swallowed = path.firstIndex(of: "?"), !expected.contains("?") {
      let shown = path.replacing("?", with: "%3F").shortened()
      var finding = Finding.mismatch(
        .path, "path", expected: expected.shortened(),
        got: "got \(shown), where the ? is encoded as %3F, so that the query is a part of the path",
        similarity: Similarity.between(expected, String(path[..<swallowed])))
      finding.isLikelyMistake = true
      return finding
    }
    let isEncodedTwice = path != expected && path.removingPercentEncoding == expected
    let note =
      isEncodedTwice
      ? "which is \(expected.shortened().quoted) encoded twice"
      : path.otherForm(of: expected) ?? path.slashDifference(from: expected)
    var finding = Finding.mismatch(
      .path, "path", expected: expected.shortened(),
      got: "got \(path.shortened())\(note.map { ", \($0)" } ?? "")", similarity: Similarity.between(expected, path))
    finding.isLikelyMistake = isEncodedTwice
    return finding
  }
}

extension String {
  /// Returns a difference of paths in their last slash, or in their first two; nil for others.
  fileprivate func slashDifference(from expected: String) -> String? {
    if expected == self + "/" { return "but the expected path ends with a slash" }
    if self == expected + "/" { return "but the expected path ends without a slash" }
    guard expected.hasPrefix("//"), !hasPrefix("//") else { return nil }
    return
      "but the expected path begins with two slashes: write \("https:\(expected)".shortened(to: 80).quoted) for a host"
  }
}

extension RequestMatcher {
  /// The code of method and URL.
  var targetCode: String {
    switch (method.flatMap { Self.factories[$0] }, method, url.code) {
    case (_, nil, nil): ".any"
    case (_, nil, let url?): ".any(\(url))"
    case (let factory?, _, let url): "\(factory)(\(url ?? ""))"
    case (nil, let method?, let url):
      ".request(\(method.rawValue.swiftLiteral)\(url.map { ", \($0)" } ?? ""))"
    }
  }

  private static let factories: [HTTPMethod: String] = [
    .get: ".get", .head: ".head", .post: ".post", .put: ".put", .patch: ".patch", .delete: ".delete",
    .options: ".options",
  ]

  /// Returns a matcher of a request's method and URL alone, which is as close to this one as it may be.
  func correctedTarget(by correction: Correction) -> RequestMatcher {
    let request = correction.request
    let target = RequestMatcher(method: method.map { _ in HTTPMethod(rawValue: request.method) }, url: url)
    if target.matchesTarget(request), correction.isPasteable(target.targetCode) { return target }
    let corrected = RequestMatcher(method: target.method, url: url.corrected(by: correction))
    let items = PairMatching(url.query, request.url.query).corrected(correction.parts.pattern)
    return items.isEmpty ? corrected : corrected.query(items, isExact: false)
  }
}

extension URLPattern {
  /// Returns a pattern with the parts of a request's URL that this one does not take, without a query.
  fileprivate func corrected(by correction: Correction) -> URLPattern {
    let actual = correction.request.url
    var path = correction.path
    if case .pattern = self.path, matchesPath(actual) {
      path = String(source.prefix { $0 != "?" && $0 != "#" })
      if let scheme = path.range(of: "://") { path = String(path[scheme.upperBound...].drop { $0 != "/" }) }
    }
    guard origin != nil, let origin = Origin(actual) else { return URLPattern(path) }
    return URLPattern("\(origin)\(path)")
  }
}
