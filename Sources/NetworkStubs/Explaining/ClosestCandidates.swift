/// The part of a failure text about the closest candidates and their differences; the same for stubs, recordings and requests.
package struct ClosestCandidates {
  private let candidates: [Candidate]
  private let count: Int
  private let noun, place: String
  private let isPathKnown: Bool

  /// Creates the text.
  ///
  /// - Parameters:
  ///   - candidates: The candidates, best first.
  ///   - count: The number of all candidates.
  ///   - noun: Their kind, such as "stub".
  ///   - place: Their location, such as " in users.har".
  ///   - isPathKnown: Whether one has the path, though it may not be the closest.
  package init(
    _ candidates: [Candidate], of count: Int, _ noun: String, in place: String = "", isPathKnown: Bool = false
  ) {
    (self.candidates, self.count, self.noun) = (candidates, count, noun)
    (self.place, self.isPathKnown) = (place, isPathKnown)
  }

  /// Whether the closest would match if it were not used up.
  package var isUsedUp: Bool { candidates.first.map { $0.mismatches.map(\.attribute) == [.use] } ?? false }

  /// The reason why no candidate matches, as the end of a headline; nil if there are no candidates.
  package var reason: String? {
    guard let best = candidates.first else { return nil }
    let mismatches = best.mismatches
    if let state = mismatches.first, !state.attribute.isOfRequest {
      return switch state.attribute {
      case .use: "the \(noun) that matches is used up."
      case .order: "it is not the turn of the \(noun) that matches."
      default: "\(state.label.shortened(to: 60)) is in another state."
      }
    }
    if let path = mismatches.first(where: { $0.attribute == .path }), !isPathKnown {
      let hint = path.similarity > 0.7 ? best.path.map { "; did you mean \($0.shortened(to: 100))?" } : nil
      return "no \(noun)'s path matches\(hint ?? ".")"
    }
    let hint = mismatches.first { $0.attribute == .path && $0.similarity > 0.7 }.flatMap { _ in best.path }
    if let hint {
      return "\(someNoun) is close, but \(mismatches.difference); did you mean \(hint.shortened(to: 100))?"
    }
    if mismatches.allSatisfy({ $0.attribute == .predicate }) { return "\(someNoun) is close, but one of its conditions does not hold." }
    return "\(someNoun) is close, but \(mismatches.difference)."
  }

  private var someNoun: String { "aeiou".contains(noun.first ?? "x") ? "an \(noun)" : "a \(noun)" }

  /// The closest with its findings, and one line for each of the others.
  package var lines: [String] {
    guard let best = candidates.first else { return [] }
    let kind = count == 1 ? "The only \(noun)" : "Closest of \(count) \(noun)s"
    let others = candidates.dropFirst().map { "Also close: \($0.title) (\($0.difference))" }
    return ["\(kind)\(place): \(best.title)"] + best.findings.lines() + (others.isEmpty ? [] : [""] + others)
  }
}

extension [Finding] {
  /// The differing parts, as a clause: "the query and the body differ".
  package var difference: String {
    let parts = differingParts
    return "\(parts.inWords) \(parts.count > 1 ? "differ" : "differs")"
  }

  /// The parts with mismatches, each once.
  private var differingParts: [String] {
    let names = filter { !$0.isMatch }.compactMap { finding -> String? in
      switch finding.attribute {
      case .method: "the method"
      case .origin: "the host"
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
  /// - Parameter limit: The most lines; mismatches take precedence over matches, except for the first few of those.
  package func lines(limit: Int = 12) -> [String] {
    let shown = selected(limit: limit)
    let labels = shown.map { $0.label.shortened(to: 60) }
    let width = labels.map(\.count).max() ?? 0
    let lines = zip(labels, shown).map { label, finding in
      return "  \(finding.isMatch ? "✓" : "✗") \(label.padding(to: width))  \(finding.detail.shortened(to: 260))"
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
