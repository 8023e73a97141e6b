import Foundation
import NetworkEndpoints

/// What a mock transport changes when a request comes, under a lock.
///
/// A session asks from a thread that can neither wait for an actor nor lend itself to one: whoever waited for the actor too
/// would go on there, in the middle of the session.
struct MockState {
  var table = StubTable()
  var log: [Exchange] = []
  var problems = ProblemKeeper()
  var waiters: [RequestWaiter] = []
  var firstNumber = 1
  /// The clock of the test, if it was known when the transport was made.
  var testClock = VirtualClock.current

  var chosenClock: (any Clock<Duration>)? { testClock ?? VirtualClock.current }

  /// A request that came in: its answer or why there is none, and who waited for it.
  enum Arrival {
    case taken(MockCall, RequestWaiter?)
    case unanswered(explanation: String, RequestWaiter?)
  }

  /// Takes a request: from now on it is in the log, and its stub is used.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - clock: The transport's own clock, if it has one.
  ///   - turn: When the answer arrives, in a simulation.
  mutating func receive(
    _ request: ReceivedRequest, on clock: (any Clock<Duration>)?, _ turn: (any AnswerTurn)? = nil
  ) -> Arrival {
    let number = firstNumber + log.count
    guard let taken = table.take(request, number: number) else {
      let waiter = note(Exchange(number: number, request: request, outcome: .unanswered))
      return .unanswered(explanation: UnansweredReport(request, table: table, log: log).text, waiter)
    }
    guard turn == nil, taken.delay == nil, var response = taken.answer.readyResponse else {
      // Its time begins before anybody knows of it: who waits for the request may move the time at once.
      let timeline = Timeline(on: clock ?? chosenClock ?? ContinuousClock())
      let waiter = note(Exchange(number: number, request: request, outcome: .pending))
      return .taken(MockCall(request: request, number: number, taken: taken, timeline: timeline, turn: turn), waiter)
    }
    if response.url == nil { response.url = request.url }
    let waiter = note(Exchange(number: number, request: request, outcome: .answered(response)))
    return .taken(MockCall(request: request, number: number, taken: taken, response: response), waiter)
  }

  /// Adds a request to the log.
  ///
  /// - Returns: The first who waits for one like it; it is theirs.
  private mutating func note(_ exchange: Exchange) -> RequestWaiter? {
    log.append(exchange)
    guard !waiters.isEmpty else { return nil }
    let reader = RequestReader(exchange.request)
    guard let index = waiters.firstIndex(where: { $0.matcher.matches(reader) }) else { return nil }
    log[log.count - 1].isTaken = true
    return waiters.remove(at: index)
  }

  /// What its stubs leave to be said.
  var shortfalls: [Problem] { table.entries.compactMap { $0.shortfall(log) } }

  /// Notes what became of a request, unless the log was reset meanwhile.
  mutating func settle(_ call: MockCall, _ outcome: Exchange.Outcome) {
    change(call) { exchange in
      exchange.outcome = outcome
      exchange.duration = call.timeline?.elapsed ?? .zero
    }
  }

  /// Changes the exchange of a call, unless the log was reset meanwhile.
  mutating func change(_ call: MockCall, _ body: (inout Exchange) -> Void) {
    let index = call.number - firstNumber
    if log.indices.contains(index) { body(&log[index]) }
  }
}

extension Answer {
  /// The response, where nothing has to be done for it.
  fileprivate var readyResponse: HTTPResponse? {
    switch storage {
    case .response(let response): response
    case .file(let read): try? read()
    default: nil
    }
  }
}

/// Somebody who waits for a request.
struct RequestWaiter {
  let id: UUID
  let matcher: RequestMatcher
  let continuation: CheckedContinuation<ReceivedRequest, any Error>
}

extension MockTransport {
  /// The next request that a matcher takes: waits until it arrives.
  ///
  /// Each call takes the first such request that no call took before, also one that has arrived already: there is no race
  /// between the code that sends and the test that waits.
  ///
  /// - Parameter matcher: The matcher.
  /// - Returns: The request.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func nextRequest(matching matcher: RequestMatcher = .any) async throws -> ReceivedRequest {
    let wait = SimulationContext.current.order?.waiting { "a request that matches \(matcher.shownCode)" }
    defer { withExtendedLifetime(wait) {} }
    let id = UUID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let arrived: Result<ReceivedRequest, any Error>? = state.withLock { state in
          if let request = state.takeArrived(matcher) { return .success(request) }
          if Task.isCancelled { return .failure(CancellationError()) }
          state.waiters.append(RequestWaiter(id: id, matcher: matcher, continuation: continuation))
          return nil
        }
        if let arrived { continuation.resume(with: arrived) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        state.waiters.firstIndex { $0.id == id }.map { state.waiters.remove(at: $0) }
      }
      waiter?.continuation.resume(throwing: CancellationError())
    }
  }
}

extension MockState {
  fileprivate mutating func takeArrived(_ matcher: RequestMatcher) -> ReceivedRequest? {
    let index = log.firstIndex { !$0.isTaken && matcher.matches(RequestReader($0.request)) }
    guard let index else { return nil }
    log[index].isTaken = true
    return log[index].request
  }
}
