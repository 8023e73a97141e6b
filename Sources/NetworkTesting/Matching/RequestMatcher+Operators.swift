extension RequestMatcher {
  /// A matcher of requests that both matchers take.
  public static func && (lhs: Self, rhs: Self) -> Self {
    // Side by side where one of them says nothing of the target, so that stubs stay indexed.
    if rhs.method == nil, rhs.url.code == nil { return rhs.conditions.reduce(lhs) { $0.adding(any: $1) } }
    if lhs.method == nil, lhs.url.code == nil { return lhs.conditions.reduce(rhs) { $0.adding(any: $1) } }
    return lhs.adding(AllCondition(matcher: rhs))
  }

  /// A matcher of requests that at least one of two matchers takes.
  public static func || (lhs: Self, rhs: Self) -> Self {
    anyOf(lhs, rhs)
  }

  /// A matcher of requests that a matcher does not take.
  public static prefix func ! (matcher: Self) -> Self {
    if matcher.method == nil, matcher.url.code == nil, matcher.conditions.count == 1,
      let negation = matcher.conditions.first as? NotCondition
    {
      return negation.matcher
    }
    return RequestMatcher(method: nil, url: .any).adding(NotCondition(matcher: matcher))
  }

  /// This matcher made stricter by another; the same as `&&`.
  ///
  /// - Parameter other: The other matcher.
  public func and(_ other: Self) -> Self { self && other }

  private func adding(any condition: any Condition) -> Self {
    func add(_ condition: some Condition) -> Self { adding(condition) }
    return add(condition)
  }
}

/// A second matcher that must match too.
struct AllCondition: Condition {
  let matcher: RequestMatcher

  var code: String { ".and(\(matcher))" }

  func matches(_ request: RequestReader) -> Bool { matcher.matches(request) }

  func findings(_ request: RequestReader) -> [Finding] { matcher.findings(request) }
}

/// Matchers of which one must match.
struct EitherCondition: Condition {
  let matchers: [RequestMatcher]

  var code: String { ".and(\(list))" }

  var standaloneCode: String? { list }

  private var list: String { ".anyOf(\(matchers.map(\.description).joined(separator: ", ")))" }

  func matches(_ request: RequestReader) -> Bool { matchers.contains { $0.matches(request) } }

  func findings(_ request: RequestReader) -> [Finding] {
    if let index = matchers.firstIndex(where: { $0.matches(request) }) {
      return [.match(.predicate, "either", "\(matchers[index])".shortened())]
    }
    return [.mismatch(.predicate, "either", "none of \(matchers.map { "\($0)" }.joined(separator: ", ").shortened())")]
      + (matchers.map { $0.findings(request) }.max { Candidate.score($0) < Candidate.score($1) } ?? [])
      .filter { !$0.isMatch }
  }
}

/// A matcher that must not match.
struct NotCondition: Condition {
  let matcher: RequestMatcher

  var code: String { ".and(.not(\(matcher)))" }

  var standaloneCode: String? { ".not(\(matcher))" }

  func matches(_ request: RequestReader) -> Bool { !matcher.matches(request) }

  func findings(_ request: RequestReader) -> [Finding] {
    let label = "not \(matcher)".shortened()
    return matches(request)
      ? [.match(.predicate, label, "true")] : [.mismatch(.predicate, label, "this request is one", similarity: 0.5)]
  }
}
