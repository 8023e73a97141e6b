extension RequestMatcher {
  /// Returns a matcher of requests that both matchers take.
  public static func && (lhs: Self, rhs: Self) -> Self {
    // Side by side if one of them does not concern the target, so that stubs stay indexed.
    if rhs.takesAnyTarget { return lhs.adding(rhs.conditions) }
    if lhs.takesAnyTarget { return rhs.adding(lhs.conditions) }
    return lhs.adding(BothCondition(matcher: rhs))
  }

  /// Returns a matcher of requests that at least one of two matchers takes.
  public static func || (lhs: Self, rhs: Self) -> Self { anyOf(lhs, rhs) }

  /// Returns a matcher of requests that a matcher does not take.
  public static prefix func ! (matcher: Self) -> Self {
    if matcher.takesAnyTarget, matcher.conditions.count == 1,
      let negation = matcher.conditions.first as? NotCondition
    {
      return negation.matcher
    }
    return any.adding(NotCondition(matcher: matcher))
  }

  static func either(_ matchers: [Self]) -> Self { any.adding(EitherCondition(matchers: matchers)) }

  /// This matcher made stricter by another; the same as `&&`.
  ///
  /// - Parameter other: The other matcher.
  public func and(_ other: Self) -> Self { self && other }
}

/// A second matcher that must also match.
struct BothCondition: Condition {
  let matcher: RequestMatcher

  var problem: String? { matcher.problem }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? { matcher.verdict(request) }

  func matches(_ request: RequestReader) -> Bool { matcher.matches(request) }

  func findings(_ request: RequestReader) -> [Finding] {
    let findings = matcher.findings(request)
    return findings.isEmpty ? [.match(.predicate, "and", "any request")] : findings
  }

  var code: String { ".and(\(matcher))" }

  var isOfHead: Bool { matcher.isOfHead }
  var asksTest: Bool { matcher.asksTest }
  var identity: JSONValue? { matcher.identity.map { ["and", $0] } }
}

/// Matchers of which at least one must match.
struct EitherCondition: Condition {
  let matchers: [RequestMatcher]
  /// The problem of one of them. It is unclear which requests that one was meant for, so the condition takes none at all.
  let problem: String?

  init(matchers: [RequestMatcher]) {
    self.matchers = matchers
    problem = matchers.lazy.compactMap(\.problem).first
  }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? {
    let verdicts = matchers.map { $0.verdict(request) }
    if zip(matchers, verdicts).contains(where: { $1 == nil && $0.matches(request) }) { return nil }
    let asked = verdicts.compactMap { $0 }
    return asked.first { (try? $0.get()) == true } ?? asked.first { (try? $0.get()) == nil } ?? asked.first
  }

  func matches(_ request: RequestReader) -> Bool { problem == nil && matchers.contains { $0.matches(request) } }

  func findings(_ request: RequestReader) -> [Finding] {
    if let problem { return [.mismatch(.predicate, "any of", problem)] }
    if let match = matchers.first(where: { $0.matches(request) }) {
      return [.match(.predicate, "any of", "\(match)".shortened())]
    }
    // All findings of one matcher are more helpful than a few of each.
    guard let nearest = nearest(to: request) else {
      return [.mismatch(.predicate, "any of", "was given no matchers")]
    }
    let count = "none of \(matchers.count.counted("matcher"))"
    return [.summary("any of", "\(count); closest: \("\(matchers[nearest])".shortened())")]
      + matchers[nearest].findings(request)
  }

  /// Returns the index of the matcher that comes closest to a request.
  func nearest(to request: RequestReader) -> Int? {
    let scores = matchers.map { $0.findings(request).score }
    return scores.indices.max { scores[$0] < scores[$1] }
  }

  var code: String { ".and(\(list))" }

  var standaloneCode: String? { list }

  private var list: String { ".anyOf(\(matchers.map(\.description).joined(separator: ", ")))" }

  func corrected(_ matcher: RequestMatcher, by correction: Correction) -> RequestMatcher {
    guard let nearest = nearest(to: correction.request) else { return matcher }
    let corrected = matchers.enumerated().compactMap { index, matcher in
      if index == nearest { return correction.corrected(matcher) }
      return Correction.isWhole("\(matcher)") ? matcher : nil
    }
    return matcher.and(corrected.count == 1 ? corrected[0] : .either(corrected))
  }

  // It is unclear which of them was meant.
  func asked(in request: RequestReader) -> [String] { [] }

  var isOfHead: Bool { matchers.allSatisfy(\.isOfHead) }
  var asksTest: Bool { matchers.contains(where: \.asksTest) }
  var identity: JSONValue? {
    let identities = matchers.compactMap(\.identity)
    return identities.count == matchers.count ? ["any of", .array(identities)] : nil
  }
}

/// A matcher that must not match.
struct NotCondition: Condition {
  let matcher: RequestMatcher
  /// The problem of the matcher. It is unclear what was meant, so the negation takes nothing either.
  let problem: String?

  init(matcher: RequestMatcher) {
    self.matcher = matcher
    problem = matcher.problem
  }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? { matcher.verdict(request)?.map { !$0 } }

  func matches(_ request: RequestReader) -> Bool {
    guard problem == nil else { return false }
    switch matcher.verdict(request) {
    case .success(let takes)?: return !takes
    // Where a predicate threw, nothing is known.
    case .failure?: return false
    case nil: return !matcher.matches(request)
    }
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let code = "\(matcher)".shortened()
    if let problem { return [.mismatch(.predicate, "not", problem)] }
    if matches(request) { return [.match(.predicate, "not", code)] }
    if case .failure(let error)? = matcher.verdict(request) {
      return [.mismatch(.predicate, "not", "a predicate of \(code) threw \(error)".shortened(to: 200))]
    }
    return [.mismatch(.predicate, "not", "the request matches \(code), which is excluded", similarity: 0.5)]
  }

  var code: String { ".and(.not(\(matcher)))" }

  var standaloneCode: String? { ".not(\(matcher))" }

  var isOfHead: Bool { matcher.isOfHead }
  var asksTest: Bool { matcher.asksTest }
  var identity: JSONValue? { matcher.identity.map { ["not", $0] } }
}
