import NetworkEndpoints
import Testing

extension StubEntry {
  /// The problem of a stub that was not used as often as it must be; nil if it was.
  ///
  /// - Parameters:
  ///   - log: What its transport was asked.
  ///   - others: The stubs of its transport, in the order in which they are asked.
  func problem(in log: [Exchange], among others: [StubEntry] = []) -> Problem? {
    guard !isFulfilled else { return nil }
    let least = definition.least(isPromise: isPromise)
    let stub = "The stub \(definition.matcher.shownCode)"
    let headline =
      uses == 0
      ? "\(stub) was never used\(least == 1 ? "" : "; it must answer \(least.counted("request"))")."
      : "\(stub) answered \(uses.counted("request")) of \(least)."
    let nearest = taker(in: log, among: others).map { [$0] } ?? definition.matcher.nearestLines(in: log)
    let lines = [headline] + nearest + ["If that is fine, add .optional() to it."]
    return Problem(text: lines.joined(separator: "\n"), sourceLocation: definition.place.sourceLocation)
  }
}

extension StubEntry {
  /// What answered in place of a stub that was not used.
  private func taker(in log: [Exchange], among others: [StubEntry]) -> String? {
    guard uses == 0, definition.scenario == nil else { return nil }
    let own = log.suffix(1000).first { definition.matcher.matches(RequestReader($0.request)) }
    guard let own, case let reader = RequestReader(own.request) else { return nil }
    let earlier = others.prefix { $0.definition !== definition }
    guard let other = earlier.first(where: { $0.uses > 0 && $0.definition.matcher.matches(reader) }) else { return nil }
    return "\(own.title) was answered by \(other.definition.matcher.shownCode) "
      + "at \(other.definition.place.sourceLocation.place), which comes before it."
  }
}

extension Stub {
  /// What is wrong with stubs as they are written: each could never answer, or means something else than it says.
  ///
  /// - Parameters:
  ///   - stubs: The stubs that were added.
  ///   - hidden: Those of them that an earlier one hides.
  static func problems(of stubs: [Stub], hidden: [HiddenStubs.Pair]) -> [Problem] {
    stubs.compactMap { stub in
      stub.definition.matcher.problem.map { problem in
        Problem(
          text: "The stub \(stub.definition.matcher.shownCode) cannot be as it was meant: \(problem).",
          sourceLocation: stub.definition.place.sourceLocation)
      }
    }
      + hidden.map { pair in
        let hider = "\(pair.hider.matcher.shownCode) at \(pair.hider.place.sourceLocation.place)"
        return Problem(
          text: """
            The stub \(pair.stub.matcher.shownCode) can never answer: \(hider) comes before it, takes all its requests and \
            is never used up.
            Move it before that stub, or limit the other, as in .once() or .times(2).
            """,
          sourceLocation: pair.stub.place.sourceLocation)
      }
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
