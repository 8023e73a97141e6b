/// A finder of stubs that can never answer, since an earlier one of their scope takes all their requests and is never used up.
///
/// It knows the simple cases: every result is certain, but not every such stub is found.
struct HiddenStubs {
  /// A stub and the earlier one that hides it.
  struct Pair {
    let stub: StubDefinition
    let hider: StubDefinition
  }

  /// A stub, and the identities of its conditions.
  private struct Known {
    let stub: StubDefinition
    lazy var conditions = stub.matcher.conditions.map(\.identity)

    init(_ stub: StubDefinition) { self.stub = stub }

    /// Returns whether it takes every request of a later stub.
    mutating func hides(_ other: inout Known) -> Bool {
      guard stub.matcher.coversTarget(of: other.stub.matcher) else { return false }
      if stub.matcher.conditions.isEmpty { return true }
      let others = other.conditions
      return conditions.allSatisfy { own in own.map { others.contains($0) } ?? false }
    }
  }

  /// The first few stubs of a URL that are never used up, by their numbers.
  private struct Alike {
    // Most URLs have one stub, which needs no memory of its own.
    private var first = -1
    private var others: [Int] = []
    private static let most = 4

    mutating func add(_ number: Int) {
      if first < 0 { first = number } else if others.count < Self.most - 1 { others.append(number) }
    }

    func hider(of stub: inout Known, among all: inout [Known]) -> StubDefinition? {
      if first >= 0, all[first].hides(&stub) { return all[first].stub }
      for number in others where all[number].hides(&stub) { return all[number].stub }
      return nil
    }
  }

  /// The stubs that are never used up, in their order: to release them in that of a dictionary takes three times as long.
  private var all: [Known] = []
  /// Those of a URL by the hash of its text; equal hashes do not prove equality.
  private var alike: [Int: Alike] = [:]
  /// The stubs for any URL, without other conditions.
  private var anywhere = Alike()
  /// The stubs that take many paths, without other conditions.
  private var wide: [StubDefinition] = []
  private var wideIndex = StubIndex()

  /// Makes room: to move a hundred thousand as they grow takes longer than to add them.
  mutating func reserve(_ count: Int) {
    all.reserveCapacity(count)
    alike.reserveCapacity(count)
  }

  mutating func add(_ stub: StubDefinition) -> Pair? {
    let matcher = stub.matcher
    let segments = matcher.url.literalSegments
    var known = Known(stub)
    let hash = matcher.url.source.hashValue
    let earlier =
      alike[hash]?.hider(of: &known, among: &all) ?? anywhere.hider(of: &known, among: &all)
      ?? (segments == nil ? nil : wideHider(of: matcher))
    if stub.limit == nil, !stub.isInSequence, earlier == nil {
      if matcher.takesAnyURL {
        anywhere.add(all.count)
      } else if segments == nil, matcher.conditions.isEmpty, matcher.url.query.isEmpty, matcher.url.isPattern {
        wideIndex.add(matcher, number: wide.count)
        wide.append(stub)
      }
      alike[hash, default: Alike()].add(all.count)
      all.append(known)
    }
    return earlier.map { Pair(stub: stub, hider: $0) }
  }

  /// Returns the stub for many paths that hides one for a path.
  private func wideHider(of matcher: RequestMatcher) -> StubDefinition? {
    guard !wide.isEmpty else { return nil }
    let found = wideIndex.candidates(at: URLParts(matcher.url.source).segments)
    return found.lazy.map { wide[$0] }.first { $0.matcher.coversTarget(of: matcher) }
  }
}

extension RequestMatcher {
  fileprivate var takesAnyURL: Bool { url.isAny && conditions.isEmpty }

  /// Returns whether it certainly takes the method and URL of every request that another takes.
  fileprivate func coversTarget(of other: RequestMatcher) -> Bool {
    (method == nil || method == other.method) && url.covers(other.url)
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

  fileprivate var isPattern: Bool { if case .pattern = path { true } else { false } }

  /// Returns whether it certainly takes every URL that another pattern takes.
  fileprivate func covers(_ other: URLPattern) -> Bool {
    if isAny || isSame(as: other) { return true }
    guard query.isEmpty, let segments = other.literalSegments else { return false }
    guard origin == nil || origin == other.origin else { return false }
    switch path {
    case .any: return true
    case .pattern(let pattern): return pattern.matches(segments)
    case .prefix, .regex: return false
    }
  }
}
