/// A pattern that a request must match to be answered by a stub, or to be counted.
///
/// A matcher starts with a method and a URL, and is made stricter step by step:
///
/// ```swift
/// .post("/users").bearer("12345").body(json: ["name": "Ada"])
/// ```
///
/// Its description is the code that created it.
public struct RequestMatcher: Sendable {
  package let method: HTTPMethod?
  package internal(set) var url: URLPattern
  private(set) var conditions: [Requirement] = []
  /// Whether each condition is about the target.
  private(set) var dependsOnTargetOnly = true

  package init(method: HTTPMethod?, url: URLPattern) { (self.method, self.url) = (method, url) }

  /// This matcher with one more condition, whose code, secrets masked, is created only to be shown.
  package func adding(_ condition: some Condition, code: @autoclosure @escaping @Sendable () -> String) -> Self {
    adding([Requirement(condition: condition, code: code)])
  }

  func adding(_ more: [Requirement]) -> Self {
    var copy = self
    copy.conditions += more
    copy.dependsOnTargetOnly = dependsOnTargetOnly && more.allSatisfy(\.condition.isOfTarget)
    return copy
  }

  /// The reason why no request can match, with a correction; nil if one can.
  var problem: String? {
    if let method, !method.rawValue.isToken {
      return "\(method.rawValue.quoted) is not a method: write .any(\"/path\"), or .request(\"METHOD\", \"/path\")"
    }
    return url.problem ?? conditions.lazy.compactMap(\.condition.problem).first
  }
  var takesAnyTarget: Bool { method == nil && url.isAny }

  package func matches(_ request: RequestReader) -> Bool { matchesTarget(request) && conditionsMatch(request) }

  /// Returns the verdict of the predicates on a request that all else takes; nil where none is asked.
  func verdict(_ request: RequestReader) -> Result<Bool, any Error>? {
    let verdicts = conditions.map { $0.condition.verdict(request) }
    guard matchesTarget(request), zip(conditions, verdicts).allSatisfy({ $1 != nil || $0.condition.matches(request) })
    else { return nil }
    let asked = verdicts.compactMap { $0 }
    return asked.first { (try? $0.get()) != true } ?? asked.first
  }

  /// Returns whether method and URL match, and each condition that is about them.
  func mayTake(targetOf request: RequestReader) -> Bool {
    matchesTarget(request) && conditionsMatch(request, ofTargetOnly: true)
  }

  func conditionsMatch(_ request: RequestReader, ofTargetOnly: Bool = false) -> Bool {
    // By their indices: a copy of one counts its references, in memory that no cache holds.
    conditions.indices.allSatisfy {
      ofTargetOnly && !conditions[$0].condition.isOfTarget || conditions[$0].condition.matches(request)
    }
  }

  /// Returns whether method and URL match.
  func matchesTarget(_ request: RequestReader) -> Bool {
    (method == nil || method?.rawValue == request.method) && url.matches(request.url)
  }

  /// Returns the findings about a request, part by part.
  package func findings(_ request: RequestReader) -> [Finding] {
    targetFindings(request) + conditions.findings(request)
  }
}

extension RequestMatcher: CustomStringConvertible {
  /// The code that creates this matcher, with secrets masked.
  public var description: String {
    // `.not(…)` and `.anyOf(…)` can start a matcher that has no target.
    if takesAnyTarget, let first = conditions.first?.standaloneCode { return first() + conditions.dropFirst().code }
    return targetCode + conditions.code
  }

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
    let note = path.otherForm(of: expected) ?? path.slashDifference(from: expected)
    return .mismatch(
      .path, "path", expected: expected.shortened(),
      got: "got \(path.shortened())\(note.map { ", \($0)" } ?? "")", similarity: Similarity.between(expected, path))
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
  /// Asks for a host, with any scheme and port.
  ///
  /// - Parameter name: The name or address, in any case, or a pattern, as in `.suffix(".example.com")`.
  public func host(_ name: TextPattern) -> Self {
    adding(OriginCondition(part: .host, value: name), code: ".host(\(name.code))")
  }

  /// Asks for a host that is a text, such as a variable.
  @_disfavoredOverload public func host(_ name: String) -> Self { host(.exactly(name)) }

  /// Asks for a scheme.
  ///
  /// - Parameter scheme: The scheme, such as `"https"`, in any case.
  public func scheme(_ scheme: TextPattern) -> Self {
    adding(OriginCondition(part: .scheme, value: scheme), code: ".scheme(\(scheme.code))")
  }

  /// Asks for a scheme that is a text, such as a variable.
  @_disfavoredOverload public func scheme(_ scheme: String) -> Self { self.scheme(.exactly(scheme)) }

  /// Asks for a port.
  ///
  /// - Parameter port: The port; a URL without one has its scheme's, such as 443.
  public func port(_ port: Int) -> Self { adding(PortCondition(port: port), code: ".port(\(port))") }

  /// Returns a matcher of requests that both matchers take.
  public static func && (lhs: Self, rhs: Self) -> Self {
    // Side by side if one of them does not concern the target, so that stubs stay indexed.
    if rhs.takesAnyTarget { return lhs.adding(rhs.conditions) }
    if lhs.takesAnyTarget { return rhs.adding(lhs.conditions) }
    return lhs.adding(BothCondition(matcher: rhs), code: ".and(\(rhs))")
  }

  /// Returns a matcher of requests that at least one of two matchers takes.
  public static func || (lhs: Self, rhs: Self) -> Self { anyOf(lhs, rhs) }

  /// Returns a matcher of requests that a matcher does not take.
  public static prefix func ! (matcher: Self) -> Self {
    if matcher.takesAnyTarget, matcher.conditions.count == 1,
      let negation = matcher.conditions.first?.condition as? NotCondition
    {
      return negation.matcher
    }
    return any.adding([
      Requirement(condition: NotCondition(matcher: matcher)) {
        ".and(.not(\(matcher)))"
      } standaloneCode: {
        ".not(\(matcher))"
      }
    ])
  }

  static func either(_ matchers: [Self]) -> Self {
    let list: @Sendable () -> String = { ".anyOf(\(matchers.map(\.description).joined(separator: ", ")))" }
    let either = Requirement(
      condition: EitherCondition(matchers: matchers), code: { ".and(\(list()))" }, standaloneCode: list)
    return any.adding([either])
  }

  /// This matcher made stricter by another; the same as `&&`.
  ///
  /// - Parameter other: The other matcher.
  public func and(_ other: Self) -> Self { self && other }
}
