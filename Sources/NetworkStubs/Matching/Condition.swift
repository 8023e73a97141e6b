/// A condition on one part of a request.
package protocol Condition: Sendable {
  /// The reason why no request can fulfil the condition, with a correction; nil if one can.
  var problem: String? { get }
  /// The exact values that every request that fulfils the condition has.
  var exactKeys: [ExactKey] { get }
  /// A value that only equal conditions have; nil if closures may make a difference.
  var identity: JSONValue? { get }

  /// Whether method and URL alone decide, so that the verdict about a target may be kept.
  var isOfTarget: Bool { get }

  /// Returns the verdict of the test's predicates; nil where none decides.
  func verdict(_ request: RequestReader) -> Result<Bool, any Error>?

  func matches(_ request: RequestReader) -> Bool

  /// Returns the findings about a request: at least one mismatch if it does not match, otherwise none.
  func findings(_ request: RequestReader) -> [Finding]
}

extension Condition {
  package var problem: String? { nil }
  package var exactKeys: [ExactKey] { [] }
  package var identity: JSONValue? { nil }
  package var isOfTarget: Bool { false }
  package func verdict(_ request: RequestReader) -> Result<Bool, any Error>? { nil }

  package func matches(_ request: RequestReader) -> Bool { findings(request).allSatisfy(\.isMatch) }
}

/// A condition of a matcher, and its code.
struct Requirement: Sendable {
  let condition: any Condition
  /// The code that adds the condition to a matcher, such as `.header("Accept", "text/html")`.
  package let code: @Sendable () -> String
  /// The code of a matcher with no other condition, if that is shorter.
  var standaloneCode: (@Sendable () -> String)?
}

extension Sequence<Requirement> {
  package func findings(_ request: RequestReader) -> [Finding] { flatMap { $0.condition.findings(request) } }

  package var code: String { map { $0.code() }.joined() }
}

/// One compared part of a request: a line of a failure text.
package struct Finding: Sendable {
  /// The compared part, in the order in which a failure lists it and a headline prefers it.
  package enum Attribute: Int, Comparable, Sendable {
    case method, origin, path, query, header, body, predicate
    // The state of a stub or an exchange: in its scenario, in its order, and by the number of its answers.
    case scenario, order, use

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    var isOfRequest: Bool { self < .scenario }

    /// The significance of the part for finding the intended stub.
    var weight: Double {
      switch self {
      case .path: 4
      case .method, .origin: 2
      case .query, .header, .body, .predicate, .scenario, .order, .use: 1
      }
    }
  }

  let attribute: Attribute
  /// The compared part, such as `method` or `body $.email`.
  package let label: String
  /// The actual value for a match; otherwise the expected and the actual value.
  package let detail: String
  /// The similarity: 1 for a match, below 1 for a mismatch.
  let similarity: Double
  /// Whether the request has nothing of that name.
  var isAbsent = false
  /// Whether it only sums up the findings after it, which say what differs.
  private(set) var isSummary = false

  package var isMatch: Bool { similarity == 1 }

  package static func match(_ attribute: Attribute, _ label: String, _ detail: String) -> Self {
    Self(attribute: attribute, label: label, detail: detail, similarity: 1)
  }

  package static func mismatch(
    _ attribute: Attribute, _ label: String, expected: String, got: String, similarity: Double = 0,
    isAbsent: Bool = false
  ) -> Self { mismatch(attribute, label, "expected \(expected), \(got)", similarity: similarity, isAbsent: isAbsent) }

  static func summary(_ label: String, _ detail: String) -> Self {
    var finding = mismatch(.predicate, label, detail)
    finding.isSummary = true
    return finding
  }

  package static func mismatch(
    _ attribute: Attribute, _ label: String, _ detail: String, similarity: Double = 0, isAbsent: Bool = false
  ) -> Self {
    Self(attribute: attribute, label: label, detail: detail, similarity: min(similarity, 0.99), isAbsent: isAbsent)
  }
}

/// A second matcher that must also match.
struct BothCondition: Condition {
  let matcher: RequestMatcher

  var problem: String? { matcher.problem }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? { matcher.verdict(request) }

  func matches(_ request: RequestReader) -> Bool { matcher.matches(request) }

  package func findings(_ request: RequestReader) -> [Finding] {
    let findings = matcher.findings(request)
    return findings.isEmpty ? [.match(.predicate, "and", "any request")] : findings
  }
}

/// Matchers of which at least one must match.
struct EitherCondition: Condition {
  let matchers: [RequestMatcher]

  var problem: String? { matchers.lazy.compactMap(\.problem).first }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? {
    let verdicts = matchers.map { $0.verdict(request) }
    if zip(matchers, verdicts).contains(where: { $1 == nil && $0.matches(request) }) { return nil }
    let asked = verdicts.compactMap { $0 }
    return asked.first { (try? $0.get()) == true } ?? asked.first { (try? $0.get()) == nil } ?? asked.first
  }

  func matches(_ request: RequestReader) -> Bool { matchers.contains { $0.matches(request) } }

  package func findings(_ request: RequestReader) -> [Finding] {
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
}

/// A matcher that must not match.
struct NotCondition: Condition {
  let matcher: RequestMatcher

  var problem: String? { matcher.problem }

  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? { matcher.verdict(request)?.map { !$0 } }

  func matches(_ request: RequestReader) -> Bool {
    if matcher.matches(request) { return false }
    // Where a predicate threw, nothing is known.
    if case .failure? = matcher.verdict(request) { return false }
    return true
  }

  package func findings(_ request: RequestReader) -> [Finding] {
    let code = "\(matcher)".shortened()
    if matches(request) { return [.match(.predicate, "not", code)] }
    if case .failure(let error)? = matcher.verdict(request) {
      return [.mismatch(.predicate, "not", "a predicate of \(code) threw \(error)".shortened(to: 200))]
    }
    return [.mismatch(.predicate, "not", "the request is one that \(code) takes", similarity: 0.5)]
  }
}

extension [Finding] {
  /// The share of a matcher that fits a request, over all its parts, from 0 to 1.
  var score: Double {
    let parts = filter { !$0.isSummary }
    let total = parts.reduce(0) { $0 + $1.attribute.weight }
    return total == 0 ? 1 : parts.reduce(0) { $0 + $1.attribute.weight * $1.similarity } / total
  }
}
