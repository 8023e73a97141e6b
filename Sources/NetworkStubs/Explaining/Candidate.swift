/// A near match of a request: a stub, an exchange of a recording, or another request.
package struct Candidate {
  /// A title of one line.
  package let title: String
  /// The findings about every part, in the order of a failure text.
  package let findings: [Finding]
  /// The path, if a typing error in the path may be the only problem.
  package var path: String?
  /// The stub; nil for an exchange or a request.
  private(set) var stub: StubDefinition?

  package init(title: String, findings: [Finding], path: String? = nil, stub: StubDefinition? = nil) {
    (self.title, self.findings, self.path, self.stub) = (title, findings, path, stub)
  }

  /// The share of it that matches, over all parts of the request, from 0 to 1.
  var score: Double { findings.filter(\.attribute.isOfRequest).score }

  var mismatches: [Finding] { findings.filter { !$0.isMatch } }

  /// The differences, in a few words.
  package var difference: String { mismatches.prefix(3).map { $0.label.shortened(to: 40) }.joined(separator: ", ") }
}

extension Candidate {
  /// Finds the candidates closest to a request: at most three, best first, ranked over all their parts.
  ///
  /// - Parameters:
  ///   - items: The stubs or exchanges.
  ///   - request: The request.
  ///   - target: The method and URL of an item, which are cheap to compare and the most significant.
  ///   - candidate: An item read in full, which only the nearest are.
  package static func closest<Item>(
    of items: [Item], to request: RequestReader, target: (Item) -> RequestMatcher, candidate: (Item) -> Candidate
  ) -> [Candidate] {
    let shortlist = items.indices
      .map { (index: $0, nearness: nearness(of: target(items[$0]), to: request)) }
      .sorted { ($0.nearness, $1.index) > ($1.nearness, $0.index) }
      .prefix(20)
    let candidates = shortlist.map { candidate(items[$0.index]) }
      .enumerated().sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }.map(\.element)
    guard let best = candidates.first else { return [] }
    return [best] + candidates.dropFirst().prefix(2).filter { $0.score >= 0.5 && $0.score >= best.score - 0.3 }
  }

  /// Returns the similarity of method and URL, estimated without creating a string.
  static func nearness(of matcher: RequestMatcher, to request: RequestReader) -> Double {
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
