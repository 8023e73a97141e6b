/// A reader of events connects again whenever its stream ends, and so never ends by itself in a test whose stub has no end either.
extension StubEngine {
  /// The connections of a reader in a row that one stub has answered.
  struct Repetition {
    let stub: StubDefinition
    let since = ContinuousClock.now
    var count = 0
  }

  /// Lets some time pass before a reader of events connects again.
  ///
  /// - Parameters:
  ///   - duration: The time.
  ///   - request: The request that comes then; nil for a pause of another kind.
  /// - Throws: An error that ends the reader, if nothing else would.
  package func pause(for duration: Duration, before request: URLRequest?) async throws {
    let clock = chosenClock ?? ContinuousClock()
    let timeline = Timeline(on: clock, in: log.harness)
    // A simulation ends a run that does not end, and a demo mode goes on as long as its program.
    guard let request, SimulationContext.current.order == nil, log.harness.isOfTest else {
      return try await timeline.sleep(until: duration)
    }
    if let error = endOfRepetition(before: request, on: clock) { throw error }
    try await timeline.sleep(for: duration, before: request)
  }

  /// Returns the error that ends a reader of events; nil if it may connect again.
  private func endOfRepetition(before request: URLRequest, on clock: any Clock<Duration>) -> (any Error)? {
    let isSame = { (other: ReceivedRequest) in "\(other.method)" == request.httpMethod && other.url == request.url }
    guard let last = log.exchanges.last(where: { isSame($0.request) }) else { return nil }
    if case .unanswered = last.outcome {
      // It is an issue already. A session makes another error of it, which looks like that of a failed connection.
      let text = "No stub answers \("\(last.request)".shortened(to: 300))."
      return UnansweredRequest(request: last.request, explanation: text)
    }
    guard let stub = last.stub as? StubDefinition, stub.goesOnForEver else { return nil }
    let repetition = state.withLock { state in
      let title = request.title
      var repetition = state.repetitions[title].flatMap { $0.stub === stub ? $0 : nil } ?? Repetition(stub: stub)
      repetition.count += 1
      state.repetitions[title] = repetition
      return repetition
    }
    if let clock = clock as? VirtualClock {
      // The test has been told that it does not move its clock.
      guard clock.movesByItself, repetition.count >= 4 else { return nil }
    } else {
      guard repetition.count >= 10, repetition.since.duration(to: .now) >= patience else { return nil }
      log.report(Problem(text: Self.text(about: repetition, of: request, last), place: stub.place.code))
    }
    let error = URLError(.timedOut).naming(request)
    log.judge { $0.noteUnusable(error) }
    return error
  }

  /// The number of requests after each of which a poll is looked for.
  static let pollStep = 10

  /// Warns once of code that asks one stub alone again and again, as a poll does that waits for another answer: its test would hang
  /// in silence. It is no issue, since a test may mean it.
  func warnOfPoll() {
    guard log.harness.isOfTest, let (stub, last, first) = log.onlyStub(ofLast: Self.pollStep) else {
      return state.withLock { $0.poll = nil }
    }
    let isLong = state.withLock { state in
      guard let poll = state.poll, poll.stub === stub else {
        state.poll = (stub, first, false)
        return false
      }
      guard !poll.isTold, poll.since.duration(to: .now) >= patience else { return false }
      state.poll?.isTold = true
      return true
    }
    guard isLong, stub.goesOnForEver else { return }
    let text = """
      For ten seconds, nothing was sent but \(last.request), again and again: \(stub.named) answers it\
      \(last.told.map { " \($0)" } ?? "") each time.
      If the code waits for another answer, give the stub one: `.respond(inOrder: …, …)`. To stop a test that hangs, give it a \
      `.timeLimit(.minutes(1))`.
      """
    log.harness.warn(Problem(text: last.request.masking.masked(report: text), place: stub.place.code))
  }

  private static func text(about repetition: Repetition, of request: URLRequest, _ last: Exchange) -> String {
    """
    A reader of events would connect to \(request.title) for ever: \(repetition.stub.named) has answered it \
    \(repetition.count) times in a row\(last.told.map { ", the last time \($0)" } ?? "").
    A reader of events connects again when a stream ends. If the events should end, let the next response say so:
      .respond(inOrder: .events(…), .status(204))
    If they need no end, stop reading in the test, or cancel the task that reads.
    """
  }
}

extension StubDefinition {
  /// Whether it gives the same answer from now on, however often it is asked.
  fileprivate var goesOnForEver: Bool {
    limit == nil && !isInSequence && (answers.count == 1 || repeatsLast) && answers.last?.kind.isOfCode == false
  }
}
