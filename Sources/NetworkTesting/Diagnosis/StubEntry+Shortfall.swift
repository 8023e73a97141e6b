extension StubEntry {
  /// What is to be said of a stub that was not used as often as it must be; nil if it was.
  ///
  /// - Parameter log: What its transport was asked.
  func shortfall(_ log: [Exchange]) -> Problem? {
    guard !isFulfilled else { return nil }
    let least = definition.least(isPromise: isPromise)
    let headline =
      uses == 0
      ? "The stub \(definition.matcher.shownCode) was never used\(least == 1 ? "" : "; it must answer \(counted(least, "request"))")."
      : "The stub \(definition.matcher.shownCode) answered \(counted(uses, "request")) of \(least)."
    let lines =
      [headline] + NearestRequest(to: definition.matcher, in: log).lines + ["If that is fine, add .optional() to it."]
    return Problem(text: lines.joined(separator: "\n"), sourceLocation: definition.place.sourceLocation)
  }
}

extension RequestMatcher {
  /// The matcher's code, cut where it is long.
  var shownCode: String { description.shortened(to: 300) }
}

extension Problem {
  /// A stub's answer could not be made.
  static func unusableAnswer(of stub: StubDefinition, to request: ReceivedRequest, _ error: any Error) -> Problem {
    Problem(
      text:
        "The stub \(stub.matcher.shownCode) takes \("\(request)".shortened(to: 200)), but its answer could not be made:\n"
        + "\(error)".shortened(to: 2000),
      sourceLocation: stub.place.sourceLocation)
  }
}
