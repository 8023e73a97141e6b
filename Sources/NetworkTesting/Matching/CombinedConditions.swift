/// A second matcher that must match too.
struct BothCondition: Condition {
  let matcher: RequestMatcher

  var code: String { ".and(\(matcher))" }

  func matches(_ request: RequestReader) -> Bool { matcher.matches(request) }

  func findings(_ request: RequestReader) -> [Finding] {
    let findings = matcher.findings(request)
    return findings.isEmpty ? [.match(.predicate, "and", "any request")] : findings
  }
}

/// Matchers of which one must match.
struct EitherCondition: Condition {
  let matchers: [RequestMatcher]

  var code: String { ".and(\(list))" }

  var standaloneCode: String? { list }

  private var list: String { ".anyOf(\(matchers.map(\.description).joined(separator: ", ")))" }

  func matches(_ request: RequestReader) -> Bool { matchers.contains { $0.matches(request) } }

  func findings(_ request: RequestReader) -> [Finding] {
    if let match = matchers.first(where: { $0.matches(request) }) {
      return [.match(.predicate, "any of", "\(match)".shortened())]
    }
    // All that is wrong with one of them says more than a little of each.
    let nearest = matchers.map { ($0, $0.findings(request)) }
      .max { Candidate.score($0.1) < Candidate.score($1.1) }
    guard let nearest else { return [.mismatch(.predicate, "any of", "has no matchers to choose from")] }
    let count = "none of \(counted(matchers.count, "matcher"))"
    return [.mismatch(.predicate, "any of", "\(count); closest: \("\(nearest.0)".shortened())")]
      + nearest.1.filter { !$0.isMatch }
  }
}

/// A matcher that must not match.
struct NotCondition: Condition {
  let matcher: RequestMatcher

  var code: String { ".and(.not(\(matcher)))" }

  var standaloneCode: String? { ".not(\(matcher))" }

  func matches(_ request: RequestReader) -> Bool { !matcher.matches(request) }

  func findings(_ request: RequestReader) -> [Finding] {
    let code = "\(matcher)".shortened()
    return matches(request)
      ? [.match(.predicate, "not", code)]
      : [.mismatch(.predicate, "not", "the request is one that \(code) takes", similarity: 0.5)]
  }
}
