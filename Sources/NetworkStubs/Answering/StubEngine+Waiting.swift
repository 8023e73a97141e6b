extension StubEngine {
  /// Returns the answer to a taken request, as soon as its head is there.
  package func reply(_ answer: PendingAnswer, isolation: isolated (any Actor)?) async throws -> Answer.Reply {
    try await wait(for: answer, isolation: isolation) { try await $0.relay($1) }
  }

  /// Returns the answer to a request of a session in a simulation, which decides when it arrives.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isolation: The actor of the transport.
  ///   - note: Called with the turn of the answer.
  package func orderedReply(
    to request: URLRequest, isolation: isolated any Actor, _ note: @Sendable (any AnswerTurn) -> Void
  ) async throws -> Answer.Reply {
    let turn = try await turn(of: request, isolation: isolation)
    if let turn { note(turn) }
    // The session has told its caller of the cancellation, whose test may be over.
    if Task.isCancelled {
      turn?.end(.failed(URLError(.cancelled)), by: nil)
      throw URLError(.cancelled)
    }
    return switch try receive(request, turn) {
    case .answered(let response): .whole(response)
    case .waits(let answer): try await reply(answer, isolation: isolation)
    }
  }

  package func stream(_ answer: PendingAnswer, isolation: isolated (any Actor)?) async throws -> HTTPStream {
    switch try await reply(answer, isolation: isolation) {
    case .whole(let response): HTTPStream(response)
    case .stream(let stream): stream
    }
  }

  func wait<Result: Sendable>(
    for answer: PendingAnswer, isolation: isolated (any Actor)?,
    _ use: @Sendable (Call, Answer.Reply) async throws -> Result
  ) async throws -> Result {
    let call = answer.call
    let taken = answer.taken
    return try await withTaskCancellationHandler {
      do {
        let reply = try await reply(answer, after: delay(of: answer) ?? .zero, isolation: isolation).get()
        do { try answer.check?(reply.stream.status, reply.stream.headers) } catch { throw UnusableAnswer(cause: error) }
        return try await use(call, reply)
      } catch let error as UnusableAnswer {
        throw unusable(error.cause, of: call, taken.stub)
      } catch let fault as SocketFault {
        do { try answer.check?(fault.response.status, fault.response.headers) } catch {
          throw unusable(error, of: call, taken.stub)
        }
        call.settle(fault.outcome(of: call.request))
        throw fault
      } catch let answer as any SocketAnswer where call.timeline?.isOnSocket == true {
        call.settle(.answered(HTTPResponse(status: answer.status, url: call.request.url)))
        throw answer
      } catch {
        let error = call.late(error, after: delay(of: answer)) ?? call.cancelled(error) ?? error
        call.settle(.failed(error))
        throw call.described(error)
      }
    } onCancel: {
      answer.endWait()
    }
  }

  /// Notes that a request waits for its answer, and why.
  func noteWait(for answer: PendingAnswer) {
    let stub = answer.taken.stub
    let delay = delay(of: answer)
    let clock = chosenClock as? VirtualClock
    log.wait(answer.call.number) {
      let when = delay.map { " after \($0.inWords)" } ?? ""
      return "\(stub.shown) answers\(when)\(clock.map { ", on a clock that is at \($0.now)" } ?? "")."
    }
  }

  private func delay(of answer: PendingAnswer) -> Duration? {
    answer.taken.delay.map { $0.delay.duration(at: $0.index, run: seed) }
  }

  /// Returns the answer of the stub, when it has arrived.
  private func reply(
    _ answer: PendingAnswer, after delay: Duration, isolation: isolated (any Actor)?
  ) async throws -> Result<Answer.Reply, any Error> {
    let call = answer.call
    let taken = answer.taken
    let timeline = answer.timeline
    try await wait(.toService, of: answer, isolation: isolation)
    let arrival = timeline.elapsed
    let make: @Sendable () async throws -> Answer.Reply = {
      try await taken.answer.reply(to: call.request, on: timeline, after: delay)
    }
    call.turn?.repeats { _ = try await make() }
    let reply: Result<Answer.Reply, any Error>
    // A fault that takes time is a time-out, which the caller notices itself.
    do {
      reply = .success(try await make())
    } catch  where timeline.elapsed == arrival { reply = .failure(error) }
    try await wait(.back, of: answer, isolation: isolation)
    return reply.map { reply in
      let served = reply.served(to: call.request.urlRequest, isFile: taken.answer.kind.isFile)
      return call.turn?.cut(served.stream).map(Answer.Reply.stream) ?? served
    }
  }

  /// In a simulation, waits until the request or the answer may arrive; an answer with a delay arrives when that has passed.
  private func wait(_ way: AnswerWay, of answer: PendingAnswer, isolation: isolated (any Actor)?) async throws {
    guard let turn = answer.call.turn else { return }
    let takesTime = answer.taken.delay == nil
    let timeline = answer.timeline
    // Only then, since each limit adds a task.
    let limit = timeline.timeout.flatMap { takesTime && turn.latency >= $0 ? $0 : nil }
    do {
      try await timeline.limit(to: limit) { try await turn.wait(way, takesTime: takesTime) }
    } catch let loss as AnswerLoss {
      if loss.isSilent, timeline.timeout != nil { try await timeline.stall(after: .zero, waits: true) }
      throw URLError(.networkConnectionLost)
    } catch {
      throw error as? URLError ?? URLError(.cancelled)
    }
  }
}
