/// A clock is watched while something waits on it. If its test does not move it, the test would hang.
extension VirtualClock: Watched {
  /// The most moves of a clock by itself: a poll would go on for ever.
  private static let mostMoves = 200
  /// The most sleeps that a clock ends which has moved by itself that often: code that swallows the error would spin for ever.
  private static let mostEnded = 100

  package var progress: [Int]? {
    // What a test leaves behind hangs nothing.
    if home.isOver == true { return nil }
    let isBusy = steps.withLock { $0 > 0 } || TimedWaits.includes(home.testName)
    return contents.withLock { contents in
      guard contents.sleepers.next != nil, contents.moves <= Self.mostMoves else { return nil }
      contents.looks += 1
      return [contents.progress, contents.lastID, isBusy ? contents.looks : 0]
    }
  }

  /// A number that grows with each move, and with each request on the clock.
  package var moves: Int { contents.withLock { $0.progress } }

  /// Moves the clock to the next deadline. The task that sleeps until then records that the test did not move it.
  package func endWait() {
    guard let next = contents.withLock({ $0.sleepers.next }) else { return }
    // A clock that several tests share may wake tasks of each, and each test is told.
    let told =
      home.isShared
      ? contents.withLock { $0.sleepers.watched(until: next.deadline) }
      : contents.withLock { $0.moves == 0 } ? [next] : []
    let problems = told.map { (id: $0.id, problem: hang(until: $0)) }
    let isLast = contents.withLock { contents in
      contents.moves += 1
      return contents.moves == Self.mostMoves + 1
    }
    if isLast {
      Task.detached { [self] in
        home.enter { [self] in home.warn(endless(until: next)) }
        endSleeps()
      }
      return
    }
    // From now on it does not wait. A clock that several tests share waits for each of them.
    if !home.isShared { watch.withLock { $0 = WaitWatch(interval: .milliseconds(1), patience: 1) } }
    move(noting: nil) { contents in
      // It may have been cancelled, or the test has moved the clock.
      guard contents.sleepers.next?.id == next.id else { return contents.now }
      for (id, problem) in problems { contents.hangs[id] = problem }
      guard home.isShared else { return next.deadline }
      // Those that have fallen asleep meanwhile.
      for sleeper in contents.sleepers.watched(until: next.deadline) where contents.hangs[sleeper.id] == nil {
        contents.hangs[sleeper.id] = problems.first?.problem
      }
      return next.deadline
    }
    watchSleepers()
  }

  /// Whether the test did not move the clock for so long that it moves by itself.
  var movesByItself: Bool { contents.withLock { $0.moves > 0 } }

  /// Ends the sleeps in an error, so that a test ends whose code sleeps again and again.
  private func endSleeps() {
    let sleepers = contents.withLock { contents in
      contents.sleepsLeft = Self.mostEnded
      return contents.sleepers.numbersOfCode.compactMap { contents.sleepers.remove($0) }
    }
    for sleeper in sleepers { sleeper.continuation.resume(throwing: CancellationError()) }
  }

  /// Records that the test did not move the clock, in the task that slept on it, and so in its test and its known issues.
  ///
  /// - Parameters:
  ///   - sleep: The number of the sleep.
  ///   - isOfSleep: Whether the code itself sleeps, and does not wait for an answer.
  func reportHang(of sleep: Int, isOfSleep: Bool) {
    guard let problem = contents.withLock({ $0.hangs.removeValue(forKey: sleep) }) else { return }
    let owner = home.owner(andTask: true)
    guard contents.withLock({ $0.givenUpBy.insert(owner).inserted }), !home.isCancelled else { return }
    // An answer is awaited, and a sleep may be what a test has left behind.
    if isOfSleep { home.recordHang(problem) } else { home.record(problem) }
  }

  /// Begins to watch the clock, if it is one that a test moves.
  func watchSleepers() { if isWatched { watch.withLock { $0 }.begin(for: self) } }

  private func hang(until next: Sleeper) -> Problem {
    let (now, last, others) = contents.withLock { ($0.now, $0.lastMove, $0.sleepers.watchedDeadlines.dropFirst()) }
    let isMoved = contents.withLock { $0.isMoved }
    let state = isMoved ? "has stopped moving its clock" : "does not move its clock"
    let move = last.map { "The last move was at \($0.place.shown), from \($0.start) to \($0.end). " } ?? ""
    let more =
      others.isEmpty ? "" : "\(others.count.counted("more wait")) on this clock would last until \(others.inWords). "
    let cure =
      next.nextRequest != nil
      ? """
      A reader of events connects again when a stream ends. If the events should end, let the next response say so: \
      `.respond(inOrder: .events(…), .status(204))`. If they go on, move the clock further: `await clock.advance(by: …)`.
      """
      : isMoved
        ? """
        If the code should not wait that long, fix its delay or time-out. If it should, move the clock further: \
        `await clock.advance(by: …)`.
        """
        : """
        Move it in the test, while the code waits: `async let value = …`, `try await transport.nextRequest()`, \
        `await clock.advance(by: …)`.
        """
    let text = """
      This test \(state): it is at \(now), and \(next.shownSubject) \(next.deadline)

      \(move)\(more)Nothing happened for ten seconds of real time. So that the test can end, the clock has moved to \
      \(next.deadline), and moves by itself from now on.
      \(cure)\(OwnClocks.shared.remarkOnSeveral(of: home.testName).map { "\n\($0)" } ?? "")
      """
    return Problem(text: text, place: last?.place ?? home.place)
  }

  private func endless(until next: Sleeper) -> Problem {
    let text = """
      The clock of this test has moved by itself \(Self.mostMoves) times, to \(now), and stands still now; \
      \(next.shownSubject) \(next.deadline)

      So that the test can end, sleeps on this clock throw a CancellationError from now on. If the code swallows it and \
      sleeps again, give the test a `.timeLimit(.minutes(1))`.
      If the code should stop by itself, fix the app. If it should go on for ever, cancel its task in the test.
      """
    return Problem(text: text, place: contents.withLock { $0.lastMove?.place } ?? home.place)
  }
}

extension VirtualClock.Sleeper {
  /// What waits, and the beginning of its deadline.
  fileprivate var shownSubject: String {
    if let subject { return "\(subject()) is due at" }
    if let nextRequest { return "a reader of events, which connects to \(nextRequest.title) again, waits until" }
    let function = task.flatMap { FunctionName.author(of: AsyncBacktrace.functions(of: $0)) }
    return "a task\(function.map { " in \($0)" } ?? "") sleeps on it until"
  }
}

extension Collection<VirtualClock.Instant> {
  /// The first few instants in a sentence.
  fileprivate var inWords: String {
    count > 5 ? (prefix(5).map(\.description) + ["later"]).inWords : map(\.description).inWords
  }
}
