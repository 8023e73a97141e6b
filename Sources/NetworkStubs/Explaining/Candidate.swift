/// A near match of a request: a stub, an exchange of a recording, or another request.
package struct Candidate {
  package let title: String
  /// The findings about every part, in the order of a failure text.
  package let findings: [Finding]
  /// The path, if a typing error in the path may be the only problem.
  package var path: String?
  /// The stub; nil for an exchange or a request.
  private(set) var stub: StubDefinition?

  package init(title: String, findings: [Finding], path: String? = nil, stub: StubDefinition? = nil) {
    self.title = title
    self.findings = findings
    self.path = path
    self.stub = stub
  }

  /// The share of it that matches, over all parts of the request, from 0 to 1.
  var score: Double { findings.filter(\.attribute.isOfRequest).score }

  var mismatches: [Finding] { findings.mismatches }

  /// The differences, in a few words.
  package var difference: String { mismatches.prefix(3).map { $0.label.shortened(to: 40) }.joined(separator: ", ") }

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

/// The part of a failure text about the closest candidates and their differences; the same for stubs, recordings and requests.
package struct ClosestCandidates {
  private let candidates: [Candidate]
  private let count: Int
  private let noun, place: String
  private let isPathKnown: Bool
  private let isSpeltRight: Bool

  /// Creates the text.
  ///
  /// - Parameters:
  ///   - candidates: The candidates, best first.
  ///   - count: The number of all candidates.
  ///   - noun: Their kind, such as "stub".
  ///   - place: Their location, such as " in users.har".
  ///   - isPathKnown: Whether one has the path, though it may not be the closest.
  ///   - isSpeltRight: Whether their paths are surely right, since a service has answered them.
  package init(
    _ candidates: [Candidate], of count: Int, _ noun: String, in place: String = "", isPathKnown: Bool = false,
    isSpeltRight: Bool = false
  ) {
    self.candidates = candidates
    self.count = count
    self.noun = noun
    self.place = place
    self.isPathKnown = isPathKnown
    self.isSpeltRight = isSpeltRight
  }

  /// Whether the closest would match if it were not used up.
  package var isUsedUp: Bool { candidates.first.map { $0.mismatches.map(\.attribute) == [.use] } ?? false }

  /// Whether the request looks wrong beside the closest, so that nothing should be made for it as it is.
  ///
  /// What a recording does not have is no such sign: nobody has forbidden it.
  package var isLikelyMistake: Bool {
    guard let best = candidates.first, !areFar else { return false }
    return best.mismatches.contains { $0.isLikelyMistake && $0.suspicion != .forbidden && $0.suspicion != .layout }
  }

  /// The reason why no candidate matches, as the end of a headline; nil if there are no candidates.
  package var reason: String? {
    guard let best = candidates.first else { return nil }
    if areFar { return "none of \(count) \(noun)s is close." }
    let mismatches = best.mismatches
    if let state = mismatches.first, !state.attribute.isOfRequest {
      return switch state.attribute {
      case .use: "the \(noun) that matches is used up."
      case .order: "\(someNoun) matches, but out of its order."
      default: "\(someNoun) matches, but \(state.label.shortened(to: 60)) is in another state: \(state.sentence)"
      }
    }
    if let told, told.isCause { return "\(someNoun) is close, but \(told.clause)" }
    if let path = mismatches.first(where: { $0.attribute == .path }), !isPathKnown {
      let near = best.path?.shortened(to: 100)
      let hint = isMisspelt(path) ? near.map { "; did you mean \($0.quoted)?" } : nil
      let only = mismatches.count == 1 ? near.map { "; closest: \($0)\($0.hasSuffix("…") ? "" : ".")" } : nil
      return "no \(noun)'s path matches\(hint ?? only ?? ".")"
    }
    let hint = mismatches.first { $0.attribute == .path && isMisspelt($0) }.flatMap { _ in best.path }
    if let hint {
      return "\(someNoun) is close, but \(mismatches.difference); did you mean \(hint.shortened(to: 100).quoted)?"
    }
    if let told { return "\(someNoun) is close, but \(told.clause)" }
    let isPredicate = Set(mismatches.map(\.attribute)) == [.predicate]
    return "\(someNoun) is close, but \(isPredicate ? "one of its conditions is false" : mismatches.difference)."
  }

  /// The finding that the reason says in full; nil if it only names what differs.
  private var told: Finding? {
    guard let mismatches = candidates.first?.mismatches, mismatches.first?.attribute.isOfRequest == true, !areFar else {
      return nil
    }
    if let cause = mismatches.first(where: \.isCause) { return cause }
    let isPathNamed = mismatches.contains { $0.attribute == .path && (!isPathKnown || isMisspelt($0)) }
    // Several values of one name may have one cause.
    let isOne = mismatches.allSatisfy { $0.label == mismatches[0].label && $0.note == mismatches[0].note }
    return isPathNamed || mismatches.count > 1 && (mismatches[0].note == nil || !isOne) ? nil : mismatches[0]
  }

  /// Whether a path is a typing error of a candidate's, and not the other way round.
  private func isMisspelt(_ path: Finding) -> Bool { isSpeltRight && path.isLikelyMistake }

  /// Whether none has enough in common with the request to be named.
  private var areFar: Bool {
    guard let best = candidates.first, count > 1, !isPathKnown else { return false }
    return best.score < 0.5 && best.mismatches.contains { $0.attribute == .path && $0.similarity < 0.5 }
  }

  private var someNoun: String { "aeiou".contains(noun.first ?? "x") ? "an \(noun)" : "a \(noun)" }

  package var lines: [String] { lines(after: nil) }

  /// The lines after a headline with the reason, whose note they do not repeat, unless it was too long for a headline.
  var linesAfterReason: [String] { lines(after: told.flatMap { $0.sentence.hasPrefix($0.detail) ? $0 : nil }) }

  private func lines(after told: Finding?) -> [String] {
    guard let best = candidates.first, !areFar else { return [] }
    let kind = count == 1 ? "The only \(noun)" : "Closest of \(count) \(noun)s"
    let others = candidates.dropFirst().map { "Also close: \($0.title) (\($0.difference))" }
    return ["\(kind)\(place): \(best.title)"] + best.findings.lines(after: told) + (others.isEmpty ? [] : [""] + others)
  }
}

extension [Finding] {
  /// The differing parts, as a clause: "the query and the body differ".
  package var difference: String {
    let parts = differingParts
    return "\(parts.inWords) \(parts.count > 1 ? "differ" : "differs")"
  }

  /// The differences, without those that only sum up others.
  fileprivate var mismatches: [Finding] { filter { !$0.isMatch && !$0.isSummary } }

  /// The parts with mismatches, each once.
  private var differingParts: [String] {
    let names = mismatches.compactMap { finding -> String? in
      switch finding.attribute {
      case .method: "the method"
      case .origin: "the \(finding.label)"
      case .path: "the path"
      case .query: "the query"
      case .header: finding.label.shortened(to: 40)
      case .body: "the body"
      case .predicate: "a condition"
      case .scenario, .order, .use: nil
      }
    }
    return names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }

  /// Returns the lines of a failure text: a tick for each match, a cross for each mismatch.
  ///
  /// - Parameters:
  ///   - limit: The most lines; mismatches take precedence over matches, except for the first few of those.
  ///   - told: The mismatch that the headline has said in full.
  package func lines(limit: Int = 12, after told: Finding? = nil) -> [String] {
    let shown = selected(limit: limit)
    let labels = shown.map { $0.label.shortened(to: 60) }
    let width = labels.map(\.count).max() ?? 0
    let lines = zip(labels, shown).map { label, finding in
      let isTold = told?.label == finding.label && told?.note == finding.note
      let detail = isTold ? finding.detailAfterHeadline : finding.detail
      return "  \(finding.isMatch ? "✓" : "✗") \(label.padding(to: width))  \(detail.shortened(to: 260))"
    }
    let rest = count - shown.count
    return rest == 0 ? lines : lines + ["  … and \(rest.counted("part")) more"]
  }

  private func selected(limit: Int) -> [Finding] {
    guard count > limit else { return self }
    let mismatches = indices.filter { !self[$0].isMatch }, matches = indices.filter { self[$0].isMatch }
    let first = matches.prefix(4)
    return (first + mismatches + matches.dropFirst(4)).prefix(limit).sorted().map { self[$0] }
  }
}
