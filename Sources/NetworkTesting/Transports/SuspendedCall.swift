/// A request whose caller waits until the test answers it.
///
/// It comes from ``SuspendedTransport/nextCall(matching:timeout:sourceLocation:)``. Releasing it without an answer is an issue,
/// and an error for its caller.
public final class SuspendedCall: Sendable {
  /// The request.
  public let request: ReceivedRequest
  /// Its number among the requests of its transport, from 1.
  public let number: Int

  package let wait: SuspendedWait
  private let log: RequestLog

  init(_ request: ReceivedRequest, number: Int, log: RequestLog, origin: CodePlace) {
    self.request = request
    self.number = number
    self.log = log
    wait = SuspendedWait(of: request, number: number, origin: origin)
  }

  deinit {
    // A test that was cancelled has promised no answer.
    if let problem = wait.drop(because: "was released without an answer"), !log.harness.isCancelled {
      log.report(problem)
    }
  }

  package var title: String { wait.title }

  /// Answers the request; nothing happens if its caller gave up.
  ///
  /// The other forms take the parameters of the ``/NetworkStubs/Answer`` of the same name.
  ///
  /// - Parameters:
  ///   - answer: The answer, in the same form as for a stub.
  ///   - sourceLocation: The location of the issue about a second answer.
  public func answer(with answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
    guard wait.finish(.answered, .success(answer)) == .answered else { return }
    let text = """
      The call \(title) was answered twice

      A request has one answer. To send an answer in parts, answer with a stream.
      """
    log.report(Problem(text: text, sourceLocation: sourceLocation))
  }

  /// Answers the request with a status and no body; nothing happens if its caller gave up.
  ///
  /// - Parameters:
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - sourceLocation: The line that failures name.
  public func answer(
    status: Int, headers: HTTPHeaders = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    answer(with: .status(status, headers: headers), sourceLocation: sourceLocation)
  }

  /// Answers the request with JSON; nothing happens if its caller gave up.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - sourceLocation: The line that failures name.
  public func answer(
    json value: JSONValue, status: Int = 200, headers: HTTPHeaders = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    answer(with: .json(value, status: status, headers: headers), sourceLocation: sourceLocation)
  }

  /// Answers the request with a value as JSON; nothing happens if its caller gave up.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - encoder: The encoder of the value.
  ///   - sourceLocation: The line that failures name.
  @_disfavoredOverload public func answer(
    json value: some Encodable, status: Int = 200, headers: HTTPHeaders = [:], encoder: JSONEncoder = .stable,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    answer(with: .json(value, status: status, headers: headers, encoder: encoder), sourceLocation: sourceLocation)
  }

  /// Answers the request with an object of mixed values as JSON; nothing happens if its caller gave up.
  ///
  /// - Parameters:
  ///   - object: The object, whose values may be nil.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - sourceLocation: The line that failures name.
  @_disfavoredOverload public func answer(
    json object: [String: Any?], status: Int = 200, headers: HTTPHeaders = [:],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    answer(with: .json(object, status: status, headers: headers), sourceLocation: sourceLocation)
  }

  /// Answers the request with a list of mixed values as JSON; nothing happens if its caller gave up.
  ///
  /// - Parameters:
  ///   - list: The list, whose elements may be nil.
  ///   - status: The status code.
  ///   - headers: The header fields.
  ///   - sourceLocation: The line that failures name.
  @_disfavoredOverload public func answer(
    json list: [Any?], status: Int = 200, headers: HTTPHeaders = [:], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    answer(with: .json(list, status: status, headers: headers), sourceLocation: sourceLocation)
  }

  /// Answers the request with the response that a closure creates, or its error; nothing happens if the caller has left.
  public func answer(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ respond: @escaping @Sendable (ReceivedRequest) async throws -> HTTPResponse
  ) {
    answer(with: .closure(respond), sourceLocation: sourceLocation)
  }

  /// Explains the word for an answer.
  @available(*, unavailable, message: "write answer(status: …), answer(json: …), or answer(with: …)")
  public func respond(_ answer: Any? = nil, with other: Any? = nil, status: Int = 200, json: Any? = nil) {}

  /// Ends the request with an error of any type; nothing happens if its caller gave up.
  public func fail(_ error: any Error, sourceLocation: SourceLocation = #_sourceLocation) {
    answer(with: .error(error), sourceLocation: sourceLocation)
  }

  /// Ends the request with an error; nothing happens if its caller gave up.
  ///
  /// - Parameters:
  ///   - code: The error's code, such as `.networkConnectionLost`.
  ///   - sourceLocation: The location of the issue about a second answer.
  public func fail(_ code: URLError.Code, sourceLocation: SourceLocation = #_sourceLocation) {
    answer(with: .error(code), sourceLocation: sourceLocation)
  }

  /// Whether the caller has left: it was cancelled, or its request timed out.
  public var isAbandoned: Bool { wait.end == .left }

  /// Waits until the caller has left: it was cancelled, or its request timed out.
  ///
  /// - Parameters:
  ///   - timeout: The longest wait, in real time.
  ///   - sourceLocation: The line that a failure names.
  /// - Throws: ``/NetworkStubs/RequestWaitError`` if the caller stays, at once if it is answered; `CancellationError` if the task is
  ///   cancelled.
  public func waitForAbandonment(
    timeout: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let state = CallbackState()
    let limit = TimeLimit.ofWait(timeout)
    wait.watch(state)
    let note = TimedWaits.note(limit)
    defer { withExtendedLifetime(note) {} }
    await limit.waitForEnd(of: state, isolation: nil)
    switch state.outcome?.end {
    case .called where isAbandoned: return
    case .called, .timedOut:
      throw RequestWaitError(
        notAbandoned: title, hasEnded: wait.end != nil, within: limit, place: CodePlace(sourceLocation))
    default: throw CancellationError()
    }
  }
}

/// The error of a call that has waited for too long, and the problem that its task records.
struct HungCall: Error {
  let error: UnansweredRequest
  let problem: Problem?
}

/// The state of a suspended transport's call, shared by the waiting caller and the test that answers. It does not keep the call.
package struct SuspendedWait: Sendable {
  package enum End {
    case answered
    /// The caller was cancelled, or its request timed out.
    case left
    /// The test released the call.
    case dropped
  }

  private struct State {
    var caller: CheckedContinuation<Answer, any Error>?
    var result: Result<Answer, any Error>?
    var end: End?
    var watchers: [CallbackState] = []
  }

  private let state = Guarded(State())
  private let request: ReceivedRequest
  private let number: Int
  /// The line of the transport.
  private let origin: CodePlace

  init(of request: ReceivedRequest, number: Int, origin: CodePlace) {
    self.request = request
    self.number = number
    self.origin = origin
  }

  package var title: String { "#\(number) \(request)" }
  /// The end of the wait; nil as long as the caller waits.
  package var end: End? { state.withLock { $0.end } }

  /// Ends the wait of a caller that gets no answer any more.
  ///
  /// - Parameter reason: What the test did in place of answering.
  /// - Returns: The problem; nil if the caller does not wait.
  func drop(because reason: String) -> Problem? {
    let text = text(because: reason)
    let error = UnansweredRequest(request: request, explanation: text)
    guard finish(.dropped, .failure(error)) == nil else { return nil }
    return Problem(text: text, place: origin)
  }

  /// Ends the wait of a caller that the test has let wait for ten seconds, by an error that says so.
  ///
  /// - Parameter others: The number of other calls that wait as well; nil if another one says this.
  func hang(besides others: Int?) {
    let more = others.map { $0 == 0 ? "" : "\n\($0.counted("more call")) of this transport waited as well." } ?? ""
    let text = text(because: "has waited for the test for ten seconds of real time") + more
    let error = UnansweredRequest(request: request, explanation: text)
    let problem = others.map { _ in Problem(text: text, place: origin) }
    finish(.dropped, .failure(HungCall(error: error, problem: problem)))
  }

  private func text(because reason: String) -> String {
    """
    The call \(title) \(reason)

    Its caller got an error, so that it does not wait forever. Answer each call of the transport made at \
    \(origin.shown): `call.answer(status: 204)`, or `call.fail(.cancelled)`.
    """
  }

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
      leave()
    }
  }

  /// Notes that the caller was cancelled, or that its request timed out.
  func leave() { finish(.left, .failure(URLError(.cancelled))) }

  /// Ends the wait, unless it has ended; returns the previous end, nil for the first.
  @discardableResult func finish(_ end: End, _ result: Result<Answer, any Error>) -> End? {
    let (before, caller, watchers) = state.withLock { state in
      let before = state.end
      guard before == nil else { return (before, CheckedContinuation<Answer, any Error>?.none, [CallbackState]()) }
      defer {
        state.caller = nil
        state.watchers = []
      }
      state.end = end
      state.result = result
      return (before, state.caller, state.watchers)
    }
    caller?.resume(with: result)
    for watcher in watchers { watcher.call {} }
    return before
  }

  /// Tells a watcher of the end, whatever it is.
  func watch(_ watcher: CallbackState) {
    let hasEnded = state.withLock { state in
      if state.end == nil { state.watchers.append(watcher) }
      return state.end != nil
    }
    if hasEnded { watcher.call {} }
  }
}
