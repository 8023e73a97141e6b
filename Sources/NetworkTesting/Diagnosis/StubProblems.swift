import NetworkEndpoints
import Testing

extension StubEntry {
  /// The problem of a stub that was not used as often as it must be; nil if it was.
  ///
  /// - Parameter log: What its transport was asked.
  func problem(in log: [Exchange]) -> Problem? {
    guard !isFulfilled else { return nil }
    let least = definition.least(isPromise: isPromise)
    let stub = "The stub \(definition.matcher.shownCode)"
    let headline =
      uses == 0
      ? "\(stub) was never used\(least == 1 ? "" : "; it must answer \(least.counted("request"))")."
      : "\(stub) answered \(uses.counted("request")) of \(least)."
    let lines =
      [headline] + definition.matcher.nearestLines(in: log) + ["If that is fine, add .optional() to it."]
    return Problem(text: lines.joined(separator: "\n"), sourceLocation: definition.place.sourceLocation)
  }
}

extension Problem {
  /// A stub's answer could not be made.
  static func unusableAnswer(of stub: StubDefinition, to request: ReceivedRequest, _ error: any Error) -> Problem {
    Problem(
      text: """
        The stub \(stub.matcher.shownCode) takes \("\(request)".shortened(to: 200)), but its answer could not be made:
        \("\(error)".printableLines.cut(toBytes: 2000))
        """,
      sourceLocation: stub.place.sourceLocation)
  }

  /// The answer that a test gives to a request could not be made.
  static func unusableAnswer(
    to request: ReceivedRequest, _ error: any Error, _ sourceLocation: SourceLocation
  ) -> Problem {
    Problem(
      text: """
        The test answers \("\(request)".shortened(to: 200)), but its answer could not be made:
        \("\(error)".printableLines.cut(toBytes: 2000))
        """,
      sourceLocation: sourceLocation)
  }
}

extension RequestMatcher {
  /// The matcher's code, cut where it is long.
  var shownCode: String { Secrets.masked(code: description).shortened(to: 300) }

  /// How many requests there were, and what differs in the one that comes closest without matching.
  func nearestLines(in log: [Exchange]) -> [String] {
    guard !log.isEmpty else { return ["Nothing was received."] }
    // The last thousand are enough to explain, whatever a test sends.
    let best = log.suffix(1000)
      .map { ($0.request, Candidate(title: $0.title, findings: findings(.explaining($0.request)))) }
      .filter { !$0.1.mismatches.isEmpty }
      .max { $0.1.score < $1.1.score }
    guard let best else { return ["\(log.count.counted("request")) \(log.count == 1 ? "was" : "were") received."] }
    return ClosestCandidates([best.1], of: log.count, "request").lines.map(best.0.masking.masked(report:))
  }
}

extension Exchange {
  /// The number, method and URL, secrets masked.
  var title: String { "#\(number) \(request)".shortened(to: 200) }
}
