extension Stub {
  /// Problems of stubs as they are written: each could never answer, or means something else than it appears to.
  static func problems(of stubs: [Stub], hidden: [HiddenStubs.Pair]) -> [(stub: StubDefinition, problem: Problem)] {
    stubs.compactMap { stub in
      let answers = stub.definition.answers
      return (stub.definition.matcher.problem ?? answers.lazy.compactMap(\.problem).first).map { problem in
        let text = "The stub \(stub.definition.matcher.shownCode) is invalid: \(problem)."
        return (stub.definition, Problem(text: text, place: stub.definition.place.code))
      }
    }
      + hidden.map { pair in
        let hider = pair.hider.shown
        let stub = pair.stub.matcher
        let isTwin = stub.identity.map { $0 == pair.hider.matcher.identity } ?? false
        let cure =
          isTwin
          ? """
          For one answer after the other, write both in one stub: \(stub.shownCode).respond(inOrder: …, …). If one is too \
          many, remove it.
          """ : "Move it before that stub, or limit the other, as in .once() or .times(2)."
        let problem = Problem(
          text: """
            The stub \(stub.shownCode) can never answer: \(hider) comes before it, takes all its requests and \
            is never used up.
            \(cure)
            """,
          place: pair.stub.place.code)
        return (pair.stub, problem)
      }
  }
}

extension Problem {
  package static func unusableAnswer(of stub: StubDefinition, to request: ReceivedRequest, _ error: any Error)
    -> Problem
  {
    Problem(
      text: """
        The stub \(stub.matcher.shownCode) matches \("\(request)".shortened(to: 200)), but its answer could not be made:
        \("\(error)".printableLines.cut(toBytes: 2000))
        """,
      place: stub.place.code)
  }

  /// Returns the problem of an answer from a test that could not be created.
  package static func unusableAnswer(to request: ReceivedRequest, _ error: any Error, _ place: CodePlace) -> Problem {
    Problem(
      text: """
        The test answers \("\(request)".shortened(to: 200)), but its answer could not be made:
        \("\(error)".printableLines.cut(toBytes: 2000))
        """,
      place: place)
  }
}

extension StubDefinition {
  package var shown: String { "\(matcher.shownCode) at \(place.code.shown)" }

  package var named: String { if case .recording = place { "the recording" } else { "the stub \(shown)" } }
}

extension RequestMatcher {
  var shownCode: String { Secrets.masked(code: description).shortened(to: 300) }
}
