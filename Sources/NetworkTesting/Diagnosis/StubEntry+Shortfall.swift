extension StubEntry {
  /// What is to be said of a stub that was not used as often as it must be; nil if it was.
  ///
  /// - Parameter log: What its transport was asked.
  func shortfall(_ log: [Exchange]) -> Problem? {
    guard !isFulfilled else { return nil }
    let least = stub.least(isPromise: isPromise)
    let headline =
      uses == 0
      ? "The stub \(stub.shownCode) was never used\(least == 1 ? "" : "; it must answer \(counted(least, "request"))")."
      : "The stub \(stub.shownCode) answered \(counted(uses, "request")) of \(least)."
    let lines =
      [headline] + NearestRequest(to: stub.matcher, in: log).lines + ["If that is fine, add .optional() to it."]
    return Problem(text: lines.joined(separator: "\n"), sourceLocation: stub.sourceLocation)
  }
}

extension Stub {
  /// The stub's code, cut where it is long.
  var shownCode: String { matcher.shownCode }
}

extension RequestMatcher {
  /// The matcher's code, cut where it is long.
  var shownCode: String { description.shortened(to: 300) }
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
