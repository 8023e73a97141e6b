// Where an error of a test came from, which may be an issue already.

extension RequestLog {
  /// Returns whether an error that ends a test, or one that it wraps, is already an issue of that test: one cause is one issue.
  package func hasReported(_ error: any Error) -> Bool {
    let causes = ErrorText.causes(of: error)
    return judge { verdicts in causes.contains(where: verdicts.isReported) }
  }

  /// Notes the error of a request that a recording or a server refuses, which is an issue already.
  package func noteUnrecorded(_ error: any Error) { judge { $0.noteUnrecorded(error) } }

  /// Returns the stub and the request whose answer was an error that ends a test, or one that it wraps, or nil.
  package func origin(of error: any Error) -> String? {
    let causes = ErrorText.causes(of: error)
    for exchange in exchanges.reversed() {
      guard case .failed(let own) = exchange.outcome, let stub = exchange.stub,
        causes.contains(where: { ErrorText.areSame($0, own) })
      else { continue }
      if let own = own as? URLError, own.isDescribed { return "\(own)." }
      let name = (own as? URLError).map(ErrorText.of) ?? "This error"
      return "\(name) came from \(stub.named), in answer to \(exchange.title)."
    }
    return nil
  }

  /// Whether an error that ended the test may explain all that did not come: it followed an answer, or a request that was not sent.
  var explainsEarlyEnd: Bool {
    !refusals.isEmpty
      || exchanges.contains {
        switch $0.outcome {
        case .answered, .failed: true
        case .pending, .unanswered: false
        }
      }
  }

  /// Returns the last answer of a stub before an error, as a sentence; nil if no stub has answered.
  ///
  /// - Parameter error: The error, which the answer may explain.
  /// - Returns: The sentence, the time of the request, and whether the stub is invalid, which is an issue already.
  package func lastAnswer(before error: any Error) -> (text: String, started: Date, isOfFaultyStub: Bool)? {
    for exchange in exchanges.reversed() {
      guard let stub = exchange.stub, let text = exchange.told else { continue }
      let isFaulty = (stub as? StubDefinition).map { stub in judge { $0.isFaulty(stub) } } ?? false
      let end = exchange.outcome.isOfEvents && !exchange.isRunning ? ", and then ended" : ""
      let sentence = "Before this error, \(stub.named) answered \(exchange.title) \(text)\(end)."
      let hint = exchange.outcome.decodingHint(for: error).map { "\n\($0)" } ?? ""
      return (exchange.request.masking.masked(report: sentence + hint), exchange.started, isFaulty)
    }
    return nil
  }

  /// Returns what gave an answer, as in "the stub … at ItemTests.swift:12"; nil if no stub did.
  func source(of response: HTTPResponse, to request: URLRequest, isUnread: Bool = false) -> String? {
    exchanges.last { exchange in
      guard case .answered(var answer) = exchange.outcome, exchange.request.url == request.url else { return false }
      // One that is kept in part is compared in part.
      if isUnread { answer.body = Data() }
      if exchange.fullBodyCount == response.body.count, response.body.prefix(answer.body.count) == answer.body {
        answer.body = response.body
      }
      return answer.isReceived(as: response)
    }?.stub?.named
  }
}
