import Testing

extension StubEntry {
  /// What is to be said of a stub that was not used as often as it must be; nil if it was.
  ///
  /// - Parameter log: What its transport was asked.
  func shortfall(_ log: [Exchange]) -> Problem? {
    guard !isFulfilled else { return nil }
    let least = stub.least(isPromise: isPromise)
    let headline =
      uses == 0 && least == 1
      ? "The stub \(stub.shownCode) was never used."
      : "The stub \(stub.shownCode) was used \(counted(uses, "time")), not \(least)."
    return Problem(
      text: [headline, nearest(in: log), "If that is fine, add .optional() to the stub."].joined(separator: "\n"),
      sourceLocation: stub.sourceLocation)
  }

  /// The request that came closest to it.
  private func nearest(in log: [Exchange]) -> String {
    guard !log.isEmpty else { return "Nothing was received." }
    let received = "\(counted(log.count, "request")) \(log.count == 1 ? "was" : "were") received"
    // The last thousand are enough to explain, whatever a test sends.
    let candidates = log.suffix(1000).map { ($0.request, stub.matcher.findings(RequestReader($0.request))) }
      .filter { !$0.1.allSatisfy(\.isMatch) }
    guard let best = candidates.max(by: { Candidate.score($0.1) < Candidate.score($1.1) }) else {
      return "\(received)."
    }
    return (["\(received). Closest: \("\(best.0)".shortened(to: 200))"] + Candidate.lines(best.1)).joined(
      separator: "\n")
  }
}

extension Stub {
  /// The stub's code, cut where it is long.
  var shownCode: String { "\(self)".shortened(to: 300) }
}

extension Problem {
  /// A stub's answer could not be made.
  static func unusableAnswer(of stub: Stub, to request: ReceivedRequest, _ error: any Error) -> Problem {
    Problem(
      text: "The stub \(stub.shownCode) takes \("\(request)".shortened(to: 200)), but its answer could not be made:\n"
        + "\(error)".shortened(to: 2000),
      sourceLocation: stub.sourceLocation)
  }
}
