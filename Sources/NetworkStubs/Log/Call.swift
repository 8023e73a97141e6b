/// A request on its way to its answer.
package struct Call: Sendable {
  package let request: ReceivedRequest
  package let number: Int
  let log: RequestLog
  /// The stub that answers; nil where the test or a recording does.
  package var stub: StubDefinition?
  /// The time since the request came; nil where the answer takes none.
  var timeline: Timeline?
  /// The time at which the answer arrives, in a simulation.
  var turn: (any AnswerTurn)?

  package init(
    request: ReceivedRequest, number: Int, log: RequestLog, stub: StubDefinition? = nil, timeline: Timeline? = nil,
    turn: (any AnswerTurn)? = nil
  ) {
    self.request = request
    self.number = number
    self.log = log
    self.stub = stub
    self.timeline = timeline
    self.turn = turn
  }

  /// Records the outcome of the request.
  package func settle(_ outcome: Exchange.Outcome) {
    turn?.end(outcome, by: stub)
    log.settle(number, outcome, after: timeline?.elapsed ?? .zero, by: stub)
  }

  /// Returns the time-out of a request that does not wait as long as its stub takes, with both times; nil for another error.
  func late(_ error: any Error, after delay: Duration?) -> URLError? {
    guard let stub, let error = error as? URLError, error.code == .timedOut, let delay,
      let patience = timeline?.timeout, delay >= patience
    else {
      return nil
    }
    return error.described { [request] in
      "\(ErrorText.of(error)): \(stub.named) answers \("\(request)".shortened(to: 200)) after \(delay.inWords), "
        + "but the request times out after \(patience.inWords)"
    }
  }

  /// Returns the error of a request whose task was cancelled, which no stub gave; nil for another error.
  func cancelled(_ error: any Error) -> URLError? {
    guard let error = error as? URLError, error.code == .cancelled, Task.isCancelled else { return nil }
    return error.described { [request] in
      "\(ErrorText.of(error)): the task that sent \("\(request)".shortened(to: 200)) was cancelled"
    }
  }

  /// Returns an error of the answer; a `URLError`, which has no text of its own, says which stub gave it.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - count: The bytes of the answer's body before it; nil if there was no answer before it.
  func described(_ error: any Error, after count: Int? = nil) -> any Error {
    guard let stub, let error = error as? URLError else { return error }
    if error.isDescribed { return error }
    return error.described { [request] in
      let title = "\(request)".shortened(to: 200)
      let what = count.map { "whose answer to \(title) broke off after \($0.counted("byte"))" }
      return "\(ErrorText.of(error)) from \(stub.named), \(what ?? "in answer to \(title)")"
    }
  }

  /// Waits for the whole answer, and records it.
  package func finish(_ reply: Answer.Reply) async throws -> HTTPResponse {
    var response =
      switch reply {
      case .whole(let response): response
      case .stream(let stream): try await stream.response()
      }
    if response.url == nil { response.url = request.url }
    settle(.answered(response))
    return response
  }

  /// Records an answer, and the chunks of a streamed one as they are read.
  package func relay(_ reply: Answer.Reply) async throws -> Answer.Reply {
    switch reply {
    case .whole: return .whole(try await finish(reply))
    case .stream(var stream):
      stream.url = stream.url ?? request.url
      return .stream(relay(stream))
    }
  }

  /// Says why a streamed answer is under way, while its reader waits for more of it.
  @Sendable private func unfinished() -> String {
    let time = timeline.flatMap { $0.isReal ? nil : " after \($0.elapsed.inWords)" } ?? ""
    return "\(stub?.shown ?? "its sender") has not ended its body\(time)."
  }

  /// Records an answer and its chunks as they are read.
  package func relay(_ stream: HTTPStream) -> HTTPStream {
    settle(.answered(HTTPResponse(status: stream.status, headers: stream.headers, url: stream.url)))
    return HTTPStream(status: stream.status, headers: stream.headers, url: stream.url) {
      var chunks = stream.makeAsyncIterator()
      var count = 0
      return StreamIterator {
        // The client of a server may have left unseen.
        if timeline?.isOnSocket != true { log.wait(number, for: unfinished) }
        defer { log.endWait(number) }
        do {
          let chunk = try await withTaskCancellationHandler {
            try await chunks.next()
          } onCancel: {
            log.endWait(number)
          }
          if let chunk { log.note(chunk, of: number, after: timeline?.elapsed ?? .zero) }
          count += chunk?.count ?? 0
          return chunk
        } catch {
          settle(.failed(error))
          throw described(error, after: count)
        }
      }
    }
  }
}
