/// The known reasons why a double has received nothing.
struct Silence {
  /// The clock that answers of the double wait on, or that of the test; nil for real time.
  let clock: VirtualClock?
  /// The request that a session was asked for in a task that was cancelled before; nil if there was none.
  let unsent: String?
  /// Whether the task that asks was cancelled.
  let isCancelled = Task.isCancelled

  /// The reason, as a line; nil if none is known.
  var reason: String? {
    if isCancelled { return "The task of this check was cancelled, and maybe the task that sends the request, too." }
    if let unsent {
      return """
        \(unsent) was not sent: its task was already cancelled, so the session sent nothing. If the app should not cancel it, \
        fix the app.
        """
    }
    if let text = OwnClocks.shared.remarkOnSeveral { return text }
    guard let clock else { return nil }
    let use = clock.use
    let cancelled = use.lastCancelled.map { "A task that slept on the virtual clock until \($0) was cancelled." }
    if let next = use.deadlines.first {
      let sleeps = """
        The virtual clock is at \(use.now), and a task sleeps on it until \(next). If the code should not wait that long, fix its \
        delay. If it should, move the clock: `await clock.advance(by: …)`.
        """
      // Perhaps it is the one that would have sent.
      let cause = cancelled.map { "\($0) If it was going to send the request, its caller gave up." }
      return [sleeps, cause].compactMap { $0 }.joined(separator: " ")
    }
    if let cancelled { return cancelled }
    if use.isMoved, !use.hasSleepers {
      return """
        The virtual clock moved to \(use.now) while nothing slept on it. If the code under test had not started yet, wait for it \
        before you move the clock: `try await clock.waitForSleepers(1)`. If it had, it sleeps with `Task.sleep` or on another \
        clock: pass it this one.
        """
    }
    return nil
  }

  /// The advice for a request that did not come.
  ///
  /// - Parameters:
  ///   - matcher: The stub's.
  ///   - trait: The name of the trait that has the stub; nil for a transport that a test made.
  func advice(waitingFor matcher: RequestMatcher, in trait: String? = nil) -> String {
    let other =
      switch trait {
      case "everySession":
        "If a detached task, a queue or a timer sends it, write .everySession(…).fromAnywhere()."
      case "loopbackServer":
        "Otherwise, check that the code under test sends it to the server: LoopbackServer.current.host."
      default: "Otherwise, check that the code under test uses this transport."
      }
    return """
      If a task that the test does not await sends it, wait for it: `try await transport.nextRequest(matching: \(matcher.matcherCode))`. \
      \(other)
      """
  }
}

extension VirtualClock {
  /// The use of a clock by a test and the code under test.
  struct Use {
    let now: Instant
    let isMoved: Bool
    /// Whether a task has ever slept on it.
    let hasSleepers: Bool
    let deadlines: [Instant]
    /// The deadline of the last sleep that was cancelled.
    let lastCancelled: Instant?
  }

  /// The use of the clock so far.
  var use: Use {
    contents.withLock { contents in
      Use(
        now: contents.now, isMoved: contents.isMoved, hasSleepers: contents.lastID > 0,
        deadlines: contents.sleepers.deadlines, lastCancelled: contents.lastCancelled)
    }
  }
}
