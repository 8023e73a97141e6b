/// A stub held against a request it does not answer.
struct Candidate {
  let entry: StubEntry
  /// What was found of every part, in the order of a failure text.
  let findings: [Finding]
  /// From 0 to 1: how much of the stub fits the request, over all its parts.
  let score: Double

  init(_ entry: StubEntry, _ request: RequestReader) {
    self.entry = entry
    findings = entry.definition.matcher.findings(request)
    score = findings.score
  }
}

/// The stubs that come closest to a request.
enum CandidateRanking {
  /// At most three, best first, ranked over all their parts.
  static func best(of entries: [StubEntry], for request: RequestReader) -> [Candidate] {
    // Targets are cheap to compare and tell most; only the nearest of them are read in full.
    let shortlist = entries.indices
      .map { (index: $0, score: nearness(of: entries[$0].definition.matcher, to: request)) }
      .sorted { ($0.score, $1.index) > ($1.score, $0.index) }
      .prefix(20)
    let candidates = shortlist.map { Candidate(entries[$0.index], request) }
      .enumerated().sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }.map(\.element)
    guard let best = candidates.first else { return [] }
    return [best] + candidates.dropFirst().prefix(2).filter { $0.score >= 0.5 && $0.score >= best.score - 0.3 }
  }

  /// How near method and URL are, estimated without making a single string.
  private static func nearness(of matcher: RequestMatcher, to request: RequestReader) -> Double {
    let method = matcher.method == nil || matcher.method?.rawValue == request.method ? 2.0 : 0
    let origin = matcher.url.matchesOrigin(request.url) ? 2.0 : 0
    guard case .pattern(let pattern) = matcher.url.path else {
      return method + origin + (matcher.url.matchPath(request.url) == nil ? 0 : 4)
    }
    return method + origin + 4 * nearness(of: pattern.segments, to: request.url.segments)
  }

  private static func nearness(of pattern: [PathPattern.Segment], to path: [String]) -> Double {
    let total = zip(pattern, path).reduce(0.0) { sum, pair in
      guard case .literal(let text) = pair.0 else { return sum + 0.9 }
      return sum + (text == pair.1 ? 1 : Similarity.estimate(text, pair.1))
    }
    return total / Double(max(pattern.count, path.count, 1))
  }
}

extension Similarity {
  /// The share of two texts that is the same at their starts and ends: what one slip leaves as it was.
  fileprivate static func estimate(_ lhs: String, _ rhs: String) -> Double {
    let start = common(lhs.utf8, rhs.utf8)
    let end = common(lhs.utf8.reversed(), rhs.utf8.reversed())
    let longest = max(lhs.utf8.count, rhs.utf8.count)
    return longest == 0 ? 1 : min(0.99, Double(start + end) / Double(longest))
  }

  private static func common(_ lhs: some Sequence<UInt8>, _ rhs: some Sequence<UInt8>) -> Int {
    var count = 0
    for (left, right) in zip(lhs, rhs) {
      guard left == right else { break }
      count += 1
    }
    return count
  }
}
