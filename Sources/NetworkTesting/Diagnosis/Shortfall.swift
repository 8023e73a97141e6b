import NetworkEndpoints

extension StubEntry {
  /// What is to be said of a stub that was not used as often as it must be; nil if it was.
  ///
  /// - Parameter log: What its transport was asked.
  func shortfall(_ log: [Exchange]) -> Problem? {
    guard !isFulfilled else { return nil }
    let least = definition.least(isPromise: isPromise)
    let headline =
      uses == 0
      ? "The stub \(definition.matcher.shownCode) was never used\(least == 1 ? "" : "; it must answer \(least.counted("request"))")."
      : "The stub \(definition.matcher.shownCode) answered \(uses.counted("request")) of \(least)."
    let lines =
      [headline] + NearestRequest(to: definition.matcher, in: log).lines + ["If that is fine, add .optional() to it."]
    return Problem(text: lines.joined(separator: "\n"), sourceLocation: definition.place.sourceLocation)
  }
}

extension RequestMatcher {
  /// The matcher's code, cut where it is long.
  var shownCode: String { Secrets.masked(code: description).shortened(to: 300) }
}

extension Problem {
  /// A stub's answer could not be made.
  static func unusableAnswer(of stub: StubDefinition, to request: ReceivedRequest, _ error: any Error) -> Problem {
    Problem(
      text:
        "The stub \(stub.matcher.shownCode) takes \("\(request)".shortened(to: 200)), but its answer could not be made:\n"
        + "\(error)".printableLines.cut(toBytes: 2000),
      sourceLocation: stub.place.sourceLocation)
  }
}

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
    let best = candidates.max { $0.1.score < $1.1.score }
    guard let best else { return ["\(log.count.counted("request")) \(log.count == 1 ? "was" : "were") received."] }
    let kind = log.count == 1 ? "The only request" : "Closest of \(log.count) requests"
    let masking = best.0.request.masking
    return (["\(kind): \(best.0.title)"] + best.1.lines()).map(masking.masked(report:))
  }
}

extension Exchange {
  /// The number, method and URL, secrets masked.
  var title: String { "#\(number) \(request)".shortened(to: 200) }
}
