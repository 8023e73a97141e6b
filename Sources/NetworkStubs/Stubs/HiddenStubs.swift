/// A finder of stubs that can never answer, since an earlier one of their scope takes all their requests and is never used up.
///
/// It knows the simple cases: every result is certain, but not every such stub is found.
struct HiddenStubs {
  /// A stub and the earlier one that hides it.
  struct Pair {
    package let stub: StubDefinition
    let hider: StubDefinition
  }

  /// The first few stubs of a URL that are never used up.
  private struct Alike {
    // Most URLs have one, which needs no array.
    private var first: StubDefinition?
    private var others: [StubDefinition] = []
    private static let mostOthers = 3

    package mutating func add(_ stub: StubDefinition) {
      if first == nil { first = stub } else if others.count < Self.mostOthers { others.append(stub) }
    }

    func hider(of stub: StubDefinition) -> StubDefinition? {
      if let first, first.hides(stub) { return first }
      return others.first { $0.hides(stub) }
    }
  }

  private var alike: [String: Alike] = [:]
  /// The stubs that take many paths, regardless of other conditions.
  private var wide: [StubDefinition] = []
  private var wideIndex = StubIndex()

  /// Adds a stub.
  package mutating func add(_ stub: StubDefinition) -> Pair? {
    let matcher = stub.matcher
    let segments = matcher.url.literalSegments
    let earlier = alike[matcher.url.source]?.hider(of: stub) ?? hider(of: stub, at: segments)
    if stub.limit == nil, stub.scenario == nil, stub.turn == nil, earlier == nil {
      if segments == nil, matcher.conditions.isEmpty {
        wideIndex.add(matcher, number: wide.count)
        wide.append(stub)
      }
      alike[matcher.url.source, default: Alike()].add(stub)
    }
    return earlier.map { Pair(stub: stub, hider: $0) }
  }

  /// Returns the stub for many paths that hides one for a path, or any other if it takes all paths.
  private func hider(of stub: StubDefinition, at segments: [String]?) -> StubDefinition? {
    guard !wide.isEmpty else { return nil }
    // Every pattern is one for a path that begins with nothing.
    let origin = stub.matcher.url.origin.map { "\($0)" }
    return wideIndex.numbers(at: segments ?? [], origin: origin).lazy.map { wide[$0] }.first { $0.hides(stub) }
  }
}

extension StubDefinition {
  /// Returns whether it takes every request of a later stub and is never used up.
  fileprivate func hides(_ other: StubDefinition) -> Bool {
    guard matcher.method == nil || matcher.method == other.matcher.method else { return false }
    return matcher.url.covers(other.matcher.url) && hasFewerConditions(than: other)
  }

  private func hasFewerConditions(than other: StubDefinition) -> Bool {
    if matcher.conditions.isEmpty { return true }
    return matcher.conditions.allSatisfy { own in
      // JSON may be large, and its code larger.
      if let json = own.condition as? JSONCondition {
        return other.matcher.conditions.contains { ($0.condition as? JSONCondition)?.isSame(as: json) == true }
      }
      let code = own.code()
      // Masked values, and the behaviour of closures, may differ behind the same code.
      return !code.contains(Secrets.mask) && !code.contains("…")
        && other.matcher.conditions.contains { !($0.condition is JSONCondition) && $0.code() == code }
    }
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

  /// Returns whether it certainly takes every URL that another pattern takes.
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

extension JSONCondition {
  fileprivate func isSame(as other: JSONCondition) -> Bool {
    guard case .value(let own) = expected, case .value(let others) = other.expected else { return false }
    return isSubset == other.isSubset && own == others
  }
}
