internal import Testing

extension CallbackError: CustomStringConvertible {
  /// What happened, what was there, and what to do.
  public var description: String {
    let limit = limit?.description ?? ""
    let site = FailureText.site(sourceLocation)
    let times = FailureText.times(calls)
    switch code {
    case .dropped:
      return """
        The callback was dropped without being called

        Awaited at \(site). Every copy of the closure has been released, so no call can come any more.

        Look for a path that ends without calling its completion handler: a guard, an early return, an error that
        is not passed on, a weak reference that was already gone.
        """
    case .timedOut:
      return """
        The callback was not called within \(limit)

        Awaited at \(site). The closure is still held, so a call may yet come.

        If the work is slow, pass a longer `timeout:`. If it is not, see that it was started (`resume()`), that
        its queue or run loop is free, and that nothing keeps the closure without using it.
        """
    case .calledWithoutValue:
      return """
        The callback was called with neither a value nor an error

        Awaited at \(site). It was called with \(answer).

        A completion handler must bring one or the other. If "nothing" is an answer, await the arguments as they
        are: withCallback { (done: @escaping @Sendable (Value?) -> Void) in … }
        """
    case .calledAgain:
      return """
        The callback was called \(times)

        Awaited at \(site). The first call was the answer; the others were ignored.

        A completion handler is called once: look for a call that is not followed by `return`. To await a handler
        that reports many times, use `callbacks`.
        """
    case .calledAfterTimeout:
      return """
        The callback was called \(times), after its time-out

        Awaited at \(site). There was no call within \(limit), and the time-out was thrown.

        The work is slow rather than lost: pass a longer `timeout:`.
        """
    default:
      return """
        The callback was called \(times) after the end

        Observed at \(site). The work had said that it was done.

        Look for a report that is sent after the completion handler was called, or for a completion handler that
        is called twice.
        """
    }
  }
}
