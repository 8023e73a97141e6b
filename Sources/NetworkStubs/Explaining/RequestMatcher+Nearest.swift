extension RequestMatcher {
  /// Returns the number of requests, and the differences of the one that comes closest without matching.
  ///
  /// - Parameters:
  ///   - log: The last requests.
  ///   - readers: Their readers.
  ///   - count: The number of all requests.
  ///   - isOfOther: Whether a request is surely meant for something else.
  ///   - note: A line about the one that comes closest.
  func nearestLines(
    in log: ArraySlice<Exchange>, _ readers: [RequestReader], of count: Int,
    isOfOther: (Exchange) -> Bool = { _ in false }, note: (Exchange) -> String? = { _ in nil }
  ) -> [String] {
    guard !log.isEmpty else { return ["Nothing was received."] }
    let broken = log.compactMap(\.broken)
    if broken.count == log.count { return Array(broken.suffix(3)) }
    guard let (exchange, candidate) = nearest(in: log, readers, isOfOther) else {
      return Self.list(log, of: count) + broken.suffix(3)
    }
    var lines = ClosestCandidates([candidate], of: count, "request").lines
    if let note = note(exchange) { lines.append(note) }
    return lines.map(exchange.request.masking.masked(report:)) + broken.suffix(3)
  }

  /// Returns the same for all requests of a log, of which the last thousand are enough to explain, whatever a test sends.
  func nearestLines(in log: [Exchange]) -> [String] {
    let last = log.suffix(1000)
    return nearestLines(in: last, last.map { .explaining($0.request) }, of: log.count)
  }

  /// Returns the requests that say no more than that they came, with their answers, but only the last of many.
  private static func list(_ log: ArraySlice<Exchange>, of count: Int) -> [String] {
    if count == 1, let only = log.first { return ["The only request: \(only.titleAndOutcome)"] }
    let shown = log.suffix(4)
    let heading = shown.count < count ? "The last of \(count) requests:" : "\(count) requests were received:"
    return [heading] + shown.map { "  \($0.titleAndOutcome)" }
  }

  /// Returns the exchange that comes closest without matching; of two that come equally close, the later one.
  private func nearest(
    in log: ArraySlice<Exchange>, _ readers: [RequestReader], _ isOfOther: (Exchange) -> Bool
  ) -> (Exchange, Candidate)? {
    // Method and URL are cheap to compare and the most significant: only the nearest are read in full.
    let nearness: [Double] = readers.map { Candidate.nearness(of: self, to: $0) }
    let nearest = nearness.indices.sorted { first, second in
      nearness[first] == nearness[second] ? first > second : nearness[first] > nearness[second]
    }
    var best: (exchange: Exchange, candidate: Candidate)?
    for offset in nearest.prefix(20) {
      let exchange = log[log.startIndex + offset]
      if isOfOther(exchange) { continue }
      let candidate = Candidate(title: exchange.title, findings: findings(readers[offset]))
      guard !candidate.mismatches.isEmpty else { continue }
      if let best, candidate.score <= best.candidate.score { continue }
      best = (exchange, candidate)
    }
    return best
  }

  /// Returns the differences of the request that comes closest, as lines below its own; nil if none is close.
  func difference(ofClosestIn log: [Exchange]) -> (number: Int, text: String)? {
    let last = log.suffix(1000)
    guard let (exchange, candidate) = nearest(in: last, last.map { .explaining($0.request) }, { _ in false }),
      candidate.score >= 0.5
    else { return nil }
    let lines = candidate.mismatches.lines(limit: 3).map { "\n  \($0)" }.joined()
    return (exchange.number, exchange.request.masking.masked(report: lines))
  }
}

extension Exchange {
  /// The number, method and URL, secrets masked.
  package var title: String { "#\(number) \(request)".shortened(to: 200) }

  /// The title with the status of the response, or with the reason why there is no response.
  fileprivate var titleAndOutcome: String {
    if case .answered(let response) = outcome { return "\(title) → \(response.status)" }
    return "\(title), \(outcome.remark ?? "no answer yet")"
  }

  /// The title and the outcome of a request that did not come whole; nil for any other.
  fileprivate var broken: String? {
    if case .failed(let upload as BrokenUpload) = outcome { "\(title), \(upload)" } else { nil }
  }
}
