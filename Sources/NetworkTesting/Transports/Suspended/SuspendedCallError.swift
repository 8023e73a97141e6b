public import Testing

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

      Awaited at \(FailureText.site(sourceLocation)). The calls so far:
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

      Awaited at \(FailureText.site(sourceLocation)). \(state)

      A caller leaves when its task is cancelled, or when its request times out. See that the code under test cancels \
      the task that makes this request.
      """
  }
}

extension SuspendedCallError: CustomStringConvertible {
  /// What happened, what was there, and what to do.
  public var description: String { text }
}
