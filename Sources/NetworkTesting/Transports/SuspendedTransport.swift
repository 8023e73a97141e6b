import Foundation
public import NetworkEndpoints
public import Testing

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A transport that hands each request to the test, which answers it when it likes.
///
/// So a race is written down as a test: the older answer arrives after the newer one, every time.
///
/// ```swift
/// @Test func olderAnswerDoesNotWin() async throws {
///   let transport = SuspendedTransport()
///   let search = Search(loader: EndpointLoader(transport: transport, host: "test"))
///   search.type("s")
///   let older = try await transport.nextCall()
///   search.type("swift")
///   let newer = try await transport.nextCall()
///   newer.answer(json: ["Swift"])
///   older.answer(json: ["Sweden"])
///   …
/// }
/// ```
public actor SuspendedTransport: HTTPTransport {
  private struct Waiter {
    let matcher: RequestMatcher
    let state: CallbackState
    let received: Guarded<SuspendedCall?>
  }

  private struct Record {
    let title: String
    let wait: SuspendedWait
  }

  private var arrived: [SuspendedCall] = []
  private var waiters: [Waiter] = []
  private var records: [Record] = []
  private let problems = Guarded(ProblemKeeper())
  private let clock: any Clock<Duration>
  private let sourceLocation: SourceLocation

  /// Creates a transport for the current test.
  ///
  /// - Parameters:
  ///   - clock: The clock on which requests time out and delays of answers pass; nil for ``VirtualClock/current``, and
  ///     else real time.
  ///   - sourceLocation: Where calls that nobody answered are recorded.
  public init(clock: (any Clock<Duration>)? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    self.clock = clock ?? VirtualClock.current ?? ContinuousClock()
    self.sourceLocation = sourceLocation
  }

  deinit {
    arrived.removeAll()
    for problem in problems.withLock({ $0.take() }) { problem.record() }
  }

  /// The next call that a matcher takes: waits until it comes.
  ///
  /// Each call is handed out once, also one that has come already.
  ///
  /// - Parameters:
  ///   - matcher: The matcher.
  ///   - timeout: How long to wait in real time, so that a test that is wrong does not hang.
  ///   - sourceLocation: The line that a failure names.
  /// - Returns: The call, for the test to answer.
  /// - Throws: ``SuspendedCallError`` if none comes; `CancellationError`.
  public func nextCall(
    matching matcher: RequestMatcher = .any, timeout: Duration = .seconds(10),
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> SuspendedCall {
    // A caller that has left needs no answer any more.
    arrived.removeAll { $0.isAbandoned }
    if let index = arrived.firstIndex(where: { matcher.matches(RequestReader($0.request)) }) {
      return arrived.remove(at: index)
    }
    let waiter = Waiter(matcher: matcher, state: CallbackState(), received: Guarded(nil))
    waiters.append(waiter)
    let limit = TimeLimit(duration: timeout, clock: ContinuousClock())
    let note = SimulationContext.current.order?.waiting { "a call that matches \(matcher.shownCode)" }
    await limit.waitForEnd(of: waiter.state, isolation: self)
    withExtendedLifetime(note) {}
    if let call = waiter.received.withLock({ $0 }) { return call }
    waiters.removeAll { $0.state.hasEnded }
    guard case .timedOut = waiter.state.outcome?.end else { throw CancellationError() }
    throw SuspendedCallError(noCall: matcher, within: limit, seen: seen, sourceLocation: sourceLocation)
  }

  /// How many callers wait for an answer.
  public var waitingCount: Int { records.count { $0.wait.end == nil } }

  /// Waits until the test answers.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer that the test gives.
  /// - Throws: The error that the test answers with; `URLError.timedOut`; `URLError.cancelled` when the task is cancelled.
  public func send(_ request: URLRequest) async throws -> HTTPResponse {
    var response =
      switch try await reply(to: request) {
      case .whole(let response): response
      case .stream(let stream): try await stream.response()
      }
    if response.url == nil { response.url = request.url }
    return response
  }

  /// Waits until the test answers, and hands the chunks of a streamed answer on as they come.
  ///
  /// - Parameter request: The request. Its `timeoutInterval` is kept, on the transport's clock.
  /// - Returns: The answer that the test gives.
  /// - Throws: As ``send(_:)``.
  public func stream(_ request: URLRequest) async throws -> HTTPStream {
    var stream =
      switch try await reply(to: request) {
      case .whole(let response): HTTPStream(response)
      case .stream(let stream): stream
      }
    if stream.url == nil { stream.url = request.url }
    return stream
  }

  private func reply(to request: URLRequest) async throws -> Answer.Reply {
    // As a session, which sends nothing then.
    if Task.isCancelled { throw URLError(.cancelled) }
    let timeout = request.timeLimit
    // Its time begins before the test knows of it, and may move the time.
    let waiting = Timeline(on: clock)
    let (received, wait) = take(ReceivedRequest(request))
    let answer = try await waiting.limit(to: timeout) { try await wait.answer() }
    let timeline = Timeline(on: clock)
    let delay = answer.delay?.duration(at: 0) ?? .zero
    return try await answer.reply(
      to: received, Answer.Timing(timeline: timeline, delay: delay, timeout: timeout, faultsWait: true))
  }

  private func take(_ request: ReceivedRequest) -> (ReceivedRequest, SuspendedWait) {
    let call = SuspendedCall(request, number: records.count + 1, problems: problems, origin: sourceLocation)
    records.append(Record(title: call.title, wait: call.wait))
    let reader = RequestReader(request)
    waiters.removeAll { $0.state.hasEnded }
    if let index = waiters.firstIndex(where: { $0.matcher.matches(reader) }) {
      let waiter = waiters.remove(at: index)
      waiter.state.call { waiter.received.withLock { $0 = call } }
      // One that was cancelled meanwhile leaves the call to the next.
      if waiter.received.withLock({ $0 == nil }) { arrived.append(call) }
    } else {
      arrived.append(call)
    }
    return (request, call.wait)
  }

  private var seen: [String] {
    records.map { record in
      switch record.wait.end {
      case nil: "\(record.title) (waits)"
      case .answered: "\(record.title) (answered)"
      case .left: "\(record.title) (its caller left)"
      case .dropped: "\(record.title) (let go)"
      }
    }
  }
}

extension SuspendedTransport {
  /// Reports callers that still wait for an answer, and calls that were let go or answered twice.
  ///
  /// In a Swift Testing test each problem is recorded as an issue, once. Elsewhere, as in XCTest, they are thrown.
  ///
  /// - Throws: ``VerificationError`` outside a Swift Testing test.
  public func verify() throws {
    let waiting = records.filter { $0.wait.end == nil }.map { record in
      Problem(
        text: """
          Nobody answered \(record.title)

          Its caller still waits. Take each call with `nextCall()` and answer it, or cancel the task that made it.
          """, sourceLocation: sourceLocation)
    }
    try (problems.withLock { $0.take() } + waiting).reported()
  }
}

/// How the call of a suspended transport stands: its caller waits here, and the test answers here.
struct SuspendedWait: Sendable {
  enum End {
    case answered
    /// The caller was cancelled, or its request timed out.
    case left
    /// The test let go of the call.
    case dropped
  }

  private struct State {
    var caller: CheckedContinuation<Answer, any Error>?
    var result: Result<Answer, any Error>?
    var end: End?
    var watchers: [CallbackState] = []
  }

  private let state = Guarded(State())

  /// How the wait ended; nil as long as the caller waits.
  var end: End? { state.withLock { $0.end } }

  /// Waits for the answer, on the caller's side.
  func answer() async throws -> Answer {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.caller = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      finish(.left, .failure(URLError(.cancelled)))
    }
  }

  /// Ends the wait, unless it has ended.
  ///
  /// - Returns: How it had ended before; nil if this was the end.
  @discardableResult
  func finish(_ end: End, _ result: Result<Answer, any Error>) -> End? {
    let (before, caller, watchers) = state.withLock { state in
      let before = state.end
      guard before == nil else { return (before, CheckedContinuation<Answer, any Error>?.none, [CallbackState]()) }
      defer { (state.caller, state.watchers) = (nil, []) }
      (state.end, state.result) = (end, result)
      return (before, state.caller, end == .left ? state.watchers : [])
    }
    caller?.resume(with: result)
    for watcher in watchers { watcher.call {} }
    return before
  }

  /// Has somebody told when the caller leaves.
  func watch(_ watcher: CallbackState) {
    let hasLeft = state.withLock { state in
      if state.end != .left { state.watchers.append(watcher) }
      return state.end == .left
    }
    if hasLeft { watcher.call {} }
  }
}
