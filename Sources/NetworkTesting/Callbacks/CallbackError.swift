/// A problem with a callback that a test awaited.
///
/// If the test gets no value, the error is thrown. It is recorded as an issue at the line of the bridge if the callback was called
/// too often, since the test has its value and can continue, and if it never came, which no test is to take for an error of its code.
public struct CallbackError: Error, Sendable {
  /// The kind of error.
  public let code: Code
  /// The location of the bridge's call.
  package let sourceLocation: SourceLocation
  package internal(set) var calls = 0
  /// The longest wait of the bridge.
  let limit: TimeLimit?
  /// Whether it is an issue of the test that gets it.
  var isReported = false
  /// The arguments that the callback passed instead of a value.
  var answer = ""
  /// The stubs of the test that were never used.
  private let unused: String

  package init(_ code: Code, limit: TimeLimit? = nil, sourceLocation: SourceLocation) {
    self.code = code
    self.limit = limit
    self.sourceLocation = sourceLocation
    unused = code == .timedOut ? ProcessEnd.unusedNote : ""
  }

  package func counting(_ calls: Int) -> Self {
    var copy = self
    copy.calls = calls
    return copy
  }

  /// A kind of ``CallbackError``.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    enum Kind: String { case dropped, timedOut, calledWithoutValue, calledAgain, calledAfterTimeout, calledAfterEnd }

    let kind: Kind

    /// The name of the code.
    public var description: String { kind.rawValue }

    /// The callback was released without having been called; thrown at once, and an issue.
    public static let dropped = Self(kind: .dropped)
    /// The callback was not called in time; thrown at the time-out, and an issue.
    public static let timedOut = Self(kind: .timedOut)
    /// The callback was called with neither a value nor an error; thrown at once.
    public static let calledWithoutValue = Self(kind: .calledWithoutValue)
    /// The callback was called more than once; recorded as an issue.
    public static let calledAgain = Self(kind: .calledAgain)
    /// The callback was called after its time-out was thrown; recorded as an issue.
    public static let calledAfterTimeout = Self(kind: .calledAfterTimeout)
    /// An observer was called after its completion handler; recorded as an issue.
    public static let calledAfterEnd = Self(kind: .calledAfterEnd)
  }
}

extension CallbackError: CustomStringConvertible {
  /// The cause, the state and the remedy.
  public var description: String {
    if isReported { return "The callback was \(cause). The issue recorded at \(sourceLocation.place) says more." }
    let verb = code == .calledAfterEnd ? "Observed" : "Awaited"
    return ErrorLayout(
      "The callback was \(cause)", there: ["\(verb) at \(sourceLocation.place). \(state)"], remedy: remedy + unused
    ).description
  }

  private var cause: String {
    switch code.kind {
    case .dropped: "dropped without being called"
    case .timedOut: "not called within \(limit?.description ?? "")"
    case .calledWithoutValue: "called with neither a value nor an error"
    case .calledAgain: "called \(calls.times)"
    case .calledAfterTimeout: "called \(calls.times), after its time-out"
    case .calledAfterEnd: "called \(calls.times) after the end"
    }
  }

  private var state: String {
    switch code.kind {
    case .dropped: "Every copy of the closure has been released, so no call can come."
    case .timedOut: "The closure is still held, so a call may still come."
    case .calledWithoutValue: "It was called with \(answer)."
    case .calledAgain: "The first call was the answer; the others were ignored."
    case .calledAfterTimeout: "There was no call within \(limit?.description ?? ""), so the time-out was thrown."
    case .calledAfterEnd: "Its completion handler was called before."
    }
  }

  private var remedy: String {
    switch code.kind {
    case .dropped:
      """
      Look for a path that ends without calling its completion handler: a guard, an early return, an error that
      is not passed on, a weak reference that was already gone.
      """
    case .timedOut:
      """
      Check that the work was started (`resume()`), that its queue or run loop is free, and that the closure is
      not merely stored. If the work is only slow, pass a longer `timeout:`.
      """
    case .calledWithoutValue:
      """
      A completion handler must pass one or the other. If "nothing" is an answer, await the arguments as they
      are: withCallback { (done: @escaping @Sendable (Value?) -> Void) in … }
      """
    case .calledAgain:
      """
      A completion handler is called once: look for a call that is not followed by `return`. To await a handler
      that reports many times, use `callbacks`.
      """
    case .calledAfterTimeout: "The work is slow, not lost: pass a longer `timeout:`."
    case .calledAfterEnd:
      """
      Look for a report that is sent after the completion handler was called, or for a completion handler that
      is called twice.
      """
    }
  }
}
