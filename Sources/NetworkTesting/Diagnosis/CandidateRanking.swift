/// The stubs that come closest to a request.
enum CandidateRanking {
  /// At most three, best first, ranked over all their parts.
  static func best(of entries: [StubEntry], for request: RequestReader) -> [Candidate] {
    // The target is cheap to compare and tells most; only the best of it are read in full.
    let shortlist = entries.indices
      .map { (index: $0, score: Candidate.score(entries[$0].stub.matcher.targetFindings(request))) }
      .sorted { ($0.score, $1.index) > ($1.score, $0.index) }
      .prefix(20)
    let candidates = shortlist.map { Candidate(entries[$0.index], request) }
      .enumerated().sorted { ($0.element.score, $1.offset) > ($1.element.score, $0.offset) }.map(\.element)
    guard let best = candidates.first else { return [] }
    return [best] + candidates.dropFirst().prefix(2).filter { $0.score >= 0.5 && $0.score >= best.score - 0.3 }
  }
}
