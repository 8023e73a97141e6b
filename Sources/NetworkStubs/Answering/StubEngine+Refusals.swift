// What a session would not send, or sends in a form that no server understands.
extension StubEngine {
  /// Checks a request as the client would that the transport stands in for.
  ///
  /// - Throws: The error that a session throws in place of sending it.
  func check(_ request: URLRequest) throws {
    guard client == .urlSession else { return }
    if let error = refusal(of: request) { throw error }
    log.reportDefects(of: request, at: reportPlace)
  }

  /// Returns the error that a session throws in place of sending a request; nil if it sends it.
  ///
  /// If a stub would have answered the request, the test waits for an answer that the app never gets, and that is reported. If none
  /// would have, the test may be about the error.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isUpload: Whether an upload task sends it.
  ///   - platform: The platform of a mocked session that sends it; nil for code that sends it by the transport itself.
  package func refusal(
    of request: URLRequest, isUpload: Bool = false, bySessionOn platform: SessionPlatform? = nil
  ) -> URLError? {
    guard let (refusal, error) = log.refusal(of: request, isUpload: isUpload, on: platform)
    else { return nil }
    let isOfSession = platform != nil
    let request = request.withoutUnreadBody
    guard let stub = stub(waitingFor: request) else { return error }
    let text = refusal.problem(
      of: request, over: isOfSession ? "this mocked one" : "this transport", answeredBy: "The stub \(stub.shown)",
      otherClient: isOfSession ? nil : "client: .other to the transport, or the trait .client(.other) to the test")
    if log.report(Problem(text: text, place: stub.place.code)) { log.judge { $0.noteUnusable(error) } }
    log.judge { $0.explain(stub) }
    return error
  }

  /// Reports a request of this test that was kept from the live network, because its session does not use this network.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - error: What its caller is told.
  ///   - place: The line of the report.
  ///   - text: Returns the text, for the stub that would answer.
  /// - Returns: Whether it is certain to fail the test.
  package func reportStray(
    _ request: URLRequest, _ error: URLError, at place: CodePlace, _ text: (StubDefinition?) -> String
  ) -> Bool {
    let stub = stub(waitingFor: request.withoutUnreadBody)
    let text = text(stub)
    // One cause is one issue, as for a request without an answer: the unused stub is no issue then, nor the error that ends the test.
    let owner = log.harness.owner(andTask: true)
    guard log.judge({ $0.isNew(text, to: owner) }) else { return false }
    let fails = log.report(Problem(text: text.sent(by: .current()), place: place))
    log.judge { verdicts in
      verdicts.noteUnanswered(text, of: owner, fails: fails, near: stub)
      if fails { verdicts.noteUnusable(error) }
    }
    return fails
  }

  /// Notes a request that no test's task sent and that was kept from the live network, and that a stub here would answer.
  package func noteUnowned(_ request: URLRequest) {
    log.noteUnowned(request)
  }

  /// Returns the stub for a request that no test's task has sent; nil without one.
  package func stub(forUnowned request: URLRequest) -> StubDefinition? {
    let reader = RequestReader(ReceivedRequest(request.withoutUnreadBody))
    // A stub for any address says nothing about this one. And the request may be another test's, which no closure here may see.
    return state.withLock { $0.table }.entries.first {
      !$0.isUsedUp && !$0.matcher.takesAnyTarget && $0.matcher.identity != nil && $0.matcher.matches(reader)
    }?.definition
  }

  /// Notes that a request was refused for a reason that is reported, so that the stub which waits for it is no second problem.
  package func noteRefused(_ request: URLRequest) {
    if let stub = stub(waitingFor: request) { log.judge { $0.explain(stub) } }
  }

  /// Returns the stub that would answer a request now, whatever the client; nothing is used up.
  private func stub(waitingFor request: URLRequest) -> StubDefinition? {
    state.withLock { $0.table }.stub(for: RequestReader(ReceivedRequest(request)))
  }
}
