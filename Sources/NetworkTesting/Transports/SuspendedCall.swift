public import Foundation
public import NetworkEndpoints
public import Testing

/// A request whose caller waits until the test answers it.
///
/// It comes from ``SuspendedTransport/nextCall(matching:timeout:sourceLocation:)``. Letting go of it without an answer is
/// an issue, and an error for its caller.
public final class SuspendedCall: Sendable {
  /// The request.
  public let request: ReceivedRequest
  /// Its place among the requests of its transport, from 1.
  public let number: Int

  let wait = SuspendedWait()
  private let problems: Guarded<ProblemKeeper>
  private let origin: SourceLocation

  init(_ request: ReceivedRequest, number: Int, problems: Guarded<ProblemKeeper>, origin: SourceLocation) {
    self.request = request
    self.number = number
    self.problems = problems
    self.origin = origin
  }

  deinit {
    let text = """
      The call \(title) was let go without an answer

      Its caller would wait for ever, and got an error instead. Answer each call that the transport made at \
      \(origin.place) hands out: `call.answer(with: .status(204))`, or `call.fail(.cancelled)`.
      """
    guard wait.end == nil else { return }
    wait.finish(.dropped, .failure(UnansweredRequest(request: request, explanation: text)))
    problems.withLock { $0.report(Problem(text: text, sourceLocation: origin)) }
  }

  var title: String { "#\(number) \(request)" }

  /// Answers the request; nothing happens if its caller has left.
  ///
  /// - Parameters:
  ///   - answer: The answer, as a stub would give it.
  ///   - sourceLocation: Where a second answer is recorded, which is an issue.
  public func answer(with answer: Answer, sourceLocation: SourceLocation = #_sourceLocation) {
    guard wait.finish(.answered, .success(answer)) == .answered else { return }
    let text = """
      The call \(title) was answered before

      A request has one answer. For several parts of one, answer with a stream.
      """
    problems.withLock { $0.report(Problem(text: text, sourceLocation: sourceLocation)) }
  }

  /// Answers the request with JSON; nothing happens if its caller has left.
  ///
  /// - Parameters:
  ///   - value: The body, as a literal such as `["title": "Tea"]`.
  ///   - status: The status code.
  ///   - sourceLocation: Where a second answer is recorded, which is an issue.
  public func answer(json value: JSONValue, status: Int = 200, sourceLocation: SourceLocation = #_sourceLocation) {
    answer(with: .json(value, status: status), sourceLocation: sourceLocation)
  }

  /// Ends the request with an error; nothing happens if its caller has left.
  ///
  /// - Parameters:
  ///   - code: The error's code, such as `.networkConnectionLost`.
  ///   - sourceLocation: Where a second answer is recorded, which is an issue.
  public func fail(_ code: URLError.Code, sourceLocation: SourceLocation = #_sourceLocation) {
    answer(with: .error(code), sourceLocation: sourceLocation)
  }

  /// Whether the caller waits no more, as it was cancelled or its request timed out.
  public var isAbandoned: Bool { wait.end == .left }

  /// Waits until the caller has left: it was cancelled, or its request timed out.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for that, so that a test that is wrong does not hang.
  ///   - sourceLocation: Where the failure is recorded.
  /// - Throws: ``SuspendedCallError`` if the caller stays; `CancellationError`.
  public func abandonment(
    timeout: Duration = .seconds(10), sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let state = CallbackState()
    let limit = TimeLimit(duration: timeout, clock: ContinuousClock())
    wait.watch(state)
    await limit.waitForEnd(of: state, isolation: nil)
    switch state.outcome?.end {
    case .called: return
    case .timedOut:
      throw SuspendedCallError(notAbandoned: self, within: limit, sourceLocation: sourceLocation)
    default: throw CancellationError()
    }
  }
}

/// Something that a test awaited of a ``SuspendedTransport`` and that did not happen.
public struct SuspendedCallError: Error, Sendable {
  /// A kind of ``SuspendedCallError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Storage { case noCall, notAbandoned }
    private let storage: Storage

    /// The name of the code.
    public var description: String { "\(storage)" }

    /// No such call came.
    public static let noCall = Self(storage: .noCall)

    /// The caller did not leave.
    public static let notAbandoned = Self(storage: .notAbandoned)
  }

  /// What kind of error it is.
  public let code: Code
  /// Where it was awaited.
  public let sourceLocation: SourceLocation

  private let text: String

  init(noCall matcher: RequestMatcher, within limit: TimeLimit, seen: [String], sourceLocation: SourceLocation) {
    code = .noCall
    self.sourceLocation = sourceLocation
    let calls = seen.isEmpty ? ["  (none)"] : seen.suffix(8).map { "  \($0)" }
    text = """
      No call came that matches \(matcher.shownCode), within \(limit)

      Awaited at \(sourceLocation.place). The calls so far:
      \(calls.joined(separator: "\n"))

      See that the code under test was given this transport, and that it gets as far as this request without an answer \
      to another one.
      """
  }

  init(notAbandoned call: SuspendedCall, within limit: TimeLimit, sourceLocation: SourceLocation) {
    code = .notAbandoned
    self.sourceLocation = sourceLocation
    let state = call.wait.end == .answered ? "It was answered." : "It still waits for its answer."
    text = """
      The caller of \(call.title) did not leave within \(limit)

      Awaited at \(sourceLocation.place). \(state)

      A caller leaves when its task is cancelled, or when its request times out. See that the code under test cancels \
      the task that makes this request.
      """
  }
}

extension SuspendedCallError: CustomStringConvertible {
  /// What happened, what was there, and what to do.
  public var description: String { text }
}
