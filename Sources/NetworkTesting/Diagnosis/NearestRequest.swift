/// The request that comes closest to a matcher without matching it.
struct NearestRequest {
  private let matcher: RequestMatcher
  private let log: [Exchange]

  init(to matcher: RequestMatcher, in log: [Exchange]) {
    self.matcher = matcher
    self.log = log
  }

  /// How many requests there were, and what differs in the closest.
  var lines: [String] {
    guard !log.isEmpty else { return ["Nothing was received."] }
    // The last thousand are enough to explain, whatever a test sends.
    let candidates = log.suffix(1000).map { ($0, matcher.findings(.explaining($0.request))) }
      .filter { !$0.1.allSatisfy(\.isMatch) }
    let best = candidates.max { Candidate.score($0.1) < Candidate.score($1.1) }
    guard let best else { return ["\(counted(log.count, "request")) \(log.count == 1 ? "was" : "were") received."] }
    let kind = log.count == 1 ? "The only request" : "Closest of \(log.count) requests"
    return ["\(kind): \(best.0.title)"] + best.1.lines()
  }
}

extension Exchange {
  /// The number, method and URL, secrets masked.
  var title: String { "#\(number) \(request)".shortened(to: 200) }
}
