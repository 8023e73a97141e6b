extension VirtualClock {
  /// Whether something has ever slept on it.
  var hasSleepers: Bool { contents.withLock { $0.lastID > 0 } }

  /// Warns once that tasks sleep in real time while a test moves a clock.
  func warnOfRealSleeps(of tasks: [TaskReference], in harness: any Harness) {
    if hasWarnedOfRealSleeps.withLock({ $0 }) { return }
    // The rest of a trace is read for the text only.
    let sleeping = tasks.filter { FunctionName.isRealSleep(AsyncBacktrace.functions(of: $0, most: 6)) }
      .map { AsyncBacktrace.functions(of: $0) }
    guard !sleeping.isEmpty, hasWarnedOfRealSleeps.becomesTrue() else { return }
    let names = Set(sleeping.compactMap(FunctionName.author)).sorted().prefix(5)
    let subject = names.isEmpty ? "a task that the test has started" : Array(names).inWords
    let start =
      hasSleepers
      ? "The test moves a virtual clock, but not all that waits is on it: \(subject)"
      : "The test moves a virtual clock on which nothing has slept yet, but \(subject)"
    let order = hasSleepers ? "So what this clock delays comes before the end of that sleep, however long it is. " : ""
    let text = """
      \(start) sleeps in real time: with Task.sleep, or on \
      a ContinuousClock or SuspendingClock, which a virtual clock does not move

      \(order)Give the code a parameter for its clock, and pass this clock in the test.
      """
    harness.warn(Problem(text: text, place: harness.place))
  }
}

/// The answers that take real time: where a test moves a clock, they wait for something else.
package final class RealAnswers: Sendable {
  package static let shared = RealAnswers()

  private struct Contents {
    var lastID = 0
    var waiting: [Int: (harness: any Harness, text: @Sendable () -> String)] = [:]
  }

  private let contents = Guarded(Contents())

  /// Notes an answer while an operation waits for it.
  func note(
    in harness: any Harness, _ text: @escaping @Sendable () -> String, _ operation: () async throws -> Void
  ) async rethrows {
    guard harness.isOfTest else { return try await operation() }
    let id = contents.withLock { contents in
      contents.lastID += 1
      contents.waiting[contents.lastID] = (harness, text)
      return contents.lastID
    }
    defer { contents.withLock { _ = $0.waiting.removeValue(forKey: id) } }
    try await operation()
  }

  /// Returns what is said of the answers that a test waits for in real time, the first of them; empty for none.
  func remark(in harness: any Harness) -> String {
    let test = harness.testName
    guard !test.isEmpty else { return "" }
    let waiting = contents.withLock { $0.waiting }.filter { $0.value.harness.testName == test }
    guard let first = waiting.min(by: { $0.key < $1.key })?.value else { return "" }
    let others = waiting.count == 1 ? "" : ", and \((waiting.count - 1).counted("more answer")) as well"
    return """
      In real time, \(first.text())\(others), and no virtual clock can change that. Give the transport this clock, as in \
      `MockTransport(…, clock: clock)`.
      """
  }
}
