// The target: what a matcher starts with, its method and its URL.

extension RequestMatcher {
  /// Returns whether method and URL match.
  func matchesTarget(_ request: RequestReader) -> Bool {
    (method == nil || method?.rawValue == request.method) && url.matches(request.url)
  }

  /// Returns whether method and URL are those of another matcher.
  func hasSameTarget(as other: Self) -> Bool { method == other.method && url.source == other.url.source }

  /// Returns whether it was meant for a request whose path it has in another library's form, such as `/users/:id`.
  func isMeant(for request: RequestReader) -> Bool {
    guard url.source.contains("/:"), method == nil || method?.rawValue == request.method else { return false }
    return URLPattern(url.source.replacing(/\/:(\w+)/) { "/{\($0.1)}" }).matchesPath(request.url)
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
    let note = isHead ? ": HEAD needs a stub of its own" : isOtherCase ? "; methods are case-sensitive" : ""
    return .mismatch(.method, "method", expected: method.rawValue, got: "got \(request.method)\(note)")
  }

  private func originFinding(_ other: URLParts) -> Finding? {
    guard let origin = url.origin else { return nil }
    if url.matchesOrigin(other) { return .match(.origin, "host", "\(origin)") }
    guard let actual = Origin(other) else { return .mismatch(.origin, "host", expected: "\(origin)", got: "missing") }
    if origin.host == actual.host, !other.isServerOfTest { return origin.finding(of: actual) }
    let similarity = Similarity.between("\(origin)", "\(actual)") / 2
    let note =
      other.isServerOfTest
      ? "a server on this machine: leave the host out of the stub, since its port changes from run to run" : nil
    return .mismatch(
      .origin, "host", expected: "\(origin)", got: "got \(actual)", note: note, similarity: similarity)
  }

  private func pathFinding(_ other: URLParts) -> Finding? {
    guard !url.isAny else { return nil }
    let path = other.path
    if url.matchesPath(other) { return .match(.path, "path", path.shortened()) }
    if case .regex(let expression) = url.path, let problem = expression.problem {
      return .mismatch(.path, "path", problem)
    }
    let expected = url.pathText
    if let mistake = url.mistake(in: other) {
      var finding = Finding.mismatch(
        .path, "path", expected: expected.shortened(), got: "got \(mistake.shown.shortened())", note: mistake.text,
        similarity: Similarity.between(expected, mistake.meant))
      finding.suspicion = .request
      finding.isCause = true
      return finding
    }
    if PathGap(in: path) != nil {
      // As it was sent, since a stub writes a parameter in the same way.
      let shown = path.replacing("{", with: "%7B").replacing("}", with: "%7D")
      return .mismatch(
        .path, "path", expected: expected.shortened(), got: "got \(shown.shortened())",
        similarity: Similarity.between(expected, path))
    }
    let isWithinSegment = url.acrossSegments?.matchesPath(other) == true
    let expression = url.asExpression(taking: other)
    let split = isWithinSegment ? nil : url.splitValue(in: other)
    let note: String? =
      if isWithinSegment {
        "but * stays within one segment, and ** takes any number"
      } else if let code = expression?.code {
        "but a path is no expression: write \(code)"
      } else if split != nil {
        "with a segment more: a slash in a value is sent as %2F"
      } else {
        path.otherForm(of: expected) ?? path.slashDifference(from: expected)
          ?? (url.hasOtherUUID(in: other) ? "with a UUID, which may be another one in each run" : nil)
      }
    var finding = Finding.mismatch(
      .path, "path", expected: expected.shortened(), got: "got \(path.shortened())", note: note,
      similarity: isWithinSegment ? 0.9 : Similarity.between(expected, path))
    finding.isCause = isWithinSegment || expression != nil
    finding.suspicion = split.map { .slash(in: $0) } ?? url.spelling(of: other)
    return finding
  }
}

extension Origin {
  /// Returns the finding about another origin of the same host: its scheme or its port differs, or both.
  fileprivate func finding(of other: Origin) -> Finding {
    let isOtherScheme = scheme != other.scheme
    let isOtherPort = port != other.port
    func shown(_ port: Int?) -> String { port.map { "\($0)" } ?? "none" }
    var finding: Finding =
      if isOtherScheme && isOtherPort {
        .mismatch(.origin, "scheme and port", expected: "\(self)", got: "got \(other)", similarity: 0.5)
      } else if isOtherScheme {
        .mismatch(.origin, "scheme", expected: scheme, got: "got \(other.scheme)", similarity: 0.5)
      } else {
        .mismatch(.origin, "port", expected: shown(port), got: "got \(shown(other.port))", similarity: 0.5)
      }
    // No code should send what belongs into TLS without it.
    finding.suspicion = scheme == "https" && other.scheme == "http" && !isOtherPort ? .request : nil
    return finding
  }
}

extension URLPattern {
  /// Returns what is wrong with a path that was put together by mistake: as it is shown, in words, and as it was meant.
  fileprivate func mistake(in other: URLParts) -> (shown: String, text: String, meant: String)? {
    let (path, expected) = (other.path, pathText)
    if let swallowed = path.firstIndex(of: "?"), !expected.contains("?") {
      let text = "where the ? is encoded as %3F, so the query is part of the path"
      return (path.replacing("?", with: "%3F"), text, String(path[..<swallowed]))
    }
    if path != expected, path.removingPercentEncoding == expected {
      let isSlash = path.replacing(/%2[Ff]/, with: "/") == expected
      return (
        path, isSlash ? "in which / is encoded as %2F" : "which is \(expected.shortened().quoted) encoded twice",
        expected
      )
    }
    guard case .pattern(let pattern) = self.path else { return nil }
    if let whole = other.segmentsWithoutEmpty, pattern.matches(whole) {
      return (path, "with two slashes in a row: does the base URL end with one?", URLParts.path(whole))
    }
    return baseMistake(in: other).map { (path, $0, expected) }
  }

  /// Returns what is wrong with the base of a URL: it lacks the first segments, or has them twice; nil if nothing is.
  private func baseMistake(in other: URLParts) -> String? {
    let expected = URLParts(source, isPattern: true).segments, actual = other.segments
    func isPlain(_ segment: String) -> Bool { !segment.isEmpty && !segment.contains { "*{".contains($0) } }
    switch expected.count - actual.count {
    case let count where (1...2).contains(count) && actual.count > 0:
      let (base, rest) = (expected.prefix(count), Array(expected.dropFirst(count)))
      guard base.allSatisfy(isPlain), rest.contains(where: isPlain), PathPattern(segments: rest).matches(actual) else {
        return nil
      }
      return "which lacks \(URLParts.path(Array(base)).quoted) at its start: does the base URL have it?"
    case let count where (1...2).contains(-count) && expected.count >= -count:
      let base = Array(actual.prefix(-count)), rest = Array(actual.dropFirst(-count))
      guard Array(expected.prefix(-count)) == base, PathPattern(segments: expected).matches(rest) else { return nil }
      return "which has \(URLParts.path(base).quoted) twice: is it in the base URL and in the path?"
    default: return nil
    }
  }

  /// Returns the value that two segments of a path are if the slash between them was not encoded; nil if nothing is explained so.
  fileprivate func splitValue(in other: URLParts) -> String? {
    guard case .pattern(let pattern) = path, other.segments.count == pattern.segments.count + 1 else { return nil }
    for (index, segment) in pattern.segments.enumerated() {
      guard case .parameter(_?) = segment else { continue }
      let parts = other.segments[index...index + 1]
      // A number or a UUID has no slash: what follows it is another resource.
      if parts.contains("") || Int(parts[index]) != nil || parts[index].isUUID { continue }
      let value = parts.joined(separator: "/")
      var joined = other.segments
      joined.replaceSubrange(index...index + 1, with: [value])
      if pattern.matches(joined) { return value }
    }
    return nil
  }

  /// Returns the pattern as a regular expression, if it is written as one and takes a path as such; nil for any other.
  fileprivate func asExpression(taking other: URLParts) -> URLPattern? {
    // Without groups, no expression takes long.
    guard case .pattern = path, origin == nil, source.utf8.count <= 200, other.path.utf8.count <= 1_000,
      !source.contains("("), source.contains("[") || source.contains("\\") || source.contains(".*"),
      RegularExpression("^\(source)$").matches(other.path)
    else { return nil }
    return .regex("^\(source)$")
  }

  /// Returns whether a path has a UUID where the pattern has a text.
  fileprivate func hasOtherUUID(in other: URLParts) -> Bool {
    guard case .pattern(let pattern) = path, pattern.segments.count == other.segments.count else { return false }
    return zip(pattern.segments, other.segments).contains { segment, text in
      guard case .literal(let expected) = segment else { return false }
      return text.isUUID && text.lowercased() != expected.lowercased()
    }
  }

  /// The pattern with each star free to take slashes too; nil for one without stars.
  fileprivate var acrossSegments: URLPattern? {
    guard case .pattern = path, source.contains("*") else { return nil }
    let parts = source.prefix { $0 != "?" && $0 != "#" }
    let segments = parts.split(separator: "/", omittingEmptySubsequences: false).map { segment in
      !segment.contains("*") || segment == "**" ? String(segment) : segment == "*" ? "**" : "**/\(segment)"
    }
    return URLPattern(segments.joined(separator: "/"))
  }
}

extension URLParts {
  /// Whether it is the address of a server on this machine that a test has started, at a port that the system chose.
  fileprivate var isServerOfTest: Bool {
    guard let port, port >= 1024, let host else { return false }
    return ["127.0.0.1", "localhost", "[::1]", "::1"].contains(host)
  }

  /// The segments without the empty ones that two slashes in a row leave; nil if there are none.
  fileprivate var segmentsWithoutEmpty: [String]? {
    guard segments.dropLast().contains("") else { return nil }
    return segments.dropLast().filter { !$0.isEmpty } + segments.suffix(1)
  }
}

extension String {
  /// Returns a difference of paths in their last slash, or in their first two; nil for others.
  fileprivate func slashDifference(from expected: String) -> String? {
    if expected == self + "/" { return "without a slash at its end" }
    if self == expected + "/" { return "with a slash at its end" }
    guard expected.hasPrefix("//"), !hasPrefix("//") else { return nil }
    return
      "but the expected path begins with two slashes: write \("https:\(expected)".shortened(to: 80).quoted) for a host"
  }
}

extension RequestMatcher {
  /// The code of method and URL as a matcher, which `.webSocket(…)` is not.
  var matcherCode: String { isOfWebSocket ? RequestMatcher(method: method, url: url).targetCode : targetCode }

  /// The code of method and URL, as in the stub.
  var targetCode: String {
    if isOfWebSocket { return ".webSocket(\(url.code ?? ".any"))" }
    return switch (method.flatMap { Self.factories[$0] }, method, url.code) {
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
    // The stub has no further conditions, so none is pasted.
    if isOfWebSocket { return .webSocket(url.matches(request.url) ? url : url.corrected(by: correction)) }
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
    if let expression = asExpression(taking: actual), !matchesPath(actual) { return expression }
    var path = correction.path
    let wide = acrossSegments.flatMap { $0.matchesPath(actual) ? $0 : nil }
    if case .pattern = self.path, wide != nil || matchesPath(actual) {
      path = String((wide?.source ?? source).prefix { $0 != "?" && $0 != "#" })
      if let scheme = path.range(of: "://") { path = String(path[scheme.upperBound...].drop { $0 != "/" }) }
    }
    guard origin != nil, !actual.isServerOfTest, let origin = Origin(actual) else { return URLPattern(path) }
    return URLPattern("\(origin)\(path)")
  }
}
