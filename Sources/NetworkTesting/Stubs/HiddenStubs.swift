import NetworkEndpoints

/// Finds stubs that can never answer, since an earlier one of their scope takes all their requests and is never used up.
///
/// It knows the plain cases: what is found is certain, and not all is found.
struct HiddenStubs {
  /// A stub and the earlier one that hides it.
  struct Pair {
    let stub: StubDefinition
    let hider: StubDefinition
  }

  // Stubs that are never used up: by their URLs, and those whose URLs are many, the first few of them.
  private var alike: [String: [StubDefinition]] = [:]
  private var wide: [StubDefinition] = []
  private static let most = 64

  /// Adds a stub.
  ///
  /// - Returns: The stub with the one that hides it; nil if it can answer.
  mutating func add(_ stub: StubDefinition) -> Pair? {
    let url = stub.matcher.url
    let earlier = alike[url.source]?.first { $0.hides(stub) } ?? wide.first { $0.hides(stub) }
    if stub.limit == nil, stub.scenario == nil, earlier == nil {
      if url.literalSegments == nil, wide.count < Self.most, stub.matcher.conditions.isEmpty { wide.append(stub) }
      if alike[url.source, default: []].count < Self.most { alike[url.source, default: []].append(stub) }
    }
    return earlier.map { Pair(stub: stub, hider: $0) }
  }
}

extension StubDefinition {
  /// Whether it takes every request of a later stub; it is never used up.
  fileprivate func hides(_ other: StubDefinition) -> Bool {
    guard matcher.method == nil || matcher.method == other.matcher.method else { return false }
    return matcher.url.covers(other.matcher.url) && hasFewerConditions(than: other)
  }

  private func hasFewerConditions(than other: StubDefinition) -> Bool {
    if matcher.conditions.isEmpty { return true }
    let own = matcher.conditions.map { $0.code() }, others = other.matcher.conditions.map { $0.code() }
    // What is masked, and what a closure does, may differ behind the same code.
    return own.allSatisfy { !$0.contains(Secrets.mask) && !$0.contains("…") && others.contains($0) }
  }
}

extension URLPattern {
  /// The segments of a path without wildcards; nil for other patterns.
  fileprivate var literalSegments: [String]? {
    guard case .pattern(let pattern) = path, let template = pattern.template, template.parameters == 0 else {
      return nil
    }
    return template.texts
  }

  /// Whether it takes every URL that another pattern takes, as far as is plain to see.
  fileprivate func covers(_ other: URLPattern) -> Bool {
    if isAny { return true }
    switch (path, other.path) {
    case (.pattern, .pattern), (.prefix, .prefix), (.regex, .regex):
      if source.isSame(as: other.source) { return true }
    default: break
    }
    guard query.isEmpty, let segments = other.literalSegments else { return false }
    guard origin == nil || origin == other.origin else { return false }
    switch path {
    case .any: return true
    case .pattern(let pattern): return pattern.matches(segments)
    case .prefix, .regex: return false
    }
  }
}
