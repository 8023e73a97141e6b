// What a session would not send, or sends in a form that no server understands.
extension StubEngine {
  /// Checks a request as the client would that the transport stands in for.
  ///
  /// - Throws: The error that a session throws in place of sending it.
  func check(_ request: URLRequest) throws {
    guard client == .urlSession else { return }
    if let error = refusal(of: request) { throw error }
    log.reportDefects(of: request, at: trait?.traitLocation ?? place)
  }

  /// Returns the error that a session throws in place of sending a request; nil if it sends it.
  ///
  /// Where a stub waits for the request, the test expects an answer that the app never gets: that is a problem. Where none does,
  /// the error is what the test may be about.
  package func refusal(of request: URLRequest, isUpload: Bool = false, isOfSession: Bool = false) -> URLError? {
    guard let (refusal, error) = log.refusal(of: request, isUpload: isUpload) else { return nil }
    let request = request.withoutUnreadBody
    guard let stub = stub(waitingFor: request) else { return error }
    let title = "\(ReceivedRequest(request))".shortened(to: 200)
    let code = ErrorText.of(URLError(refusal.code))
    var text = """
      \(title) never leaves a URLSession: \(refusal.reason).
      The session throws \(code), and so does this \(isOfSession ? "mocked one" : "transport"). \
      The stub \(stub.shown) would have answered it.
      \(refusal.remedy)
      """
    if !isOfSession {
      text +=
        " If the app sends it through another client than URLSession, say so: add client: .other to the transport, or the "
        + "trait .client(.other) to the test."
    }
    if log.report(Problem(text: text, place: stub.place.code)) { log.judge { $0.noteUnusable(error) } }
    log.judge { $0.explain(stub) }
    return error
  }

  /// Returns the stub that would answer a request now, whatever the client; nothing is used up.
  private func stub(waitingFor request: URLRequest) -> StubDefinition? {
    var table = state.withLock { $0.table }
    return table.take(RequestReader(ReceivedRequest(request)), number: log.exchanges.count + 1)?.stub
  }
}
