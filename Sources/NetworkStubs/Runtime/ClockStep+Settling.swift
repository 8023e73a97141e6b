extension ClockStep {
  /// The most turns of the main queue for tasks that may not be the step's.
  private static let doubtfulTurns = 100
  /// More yields than a task needs that makes progress.
  private static let manyYields = 50

  /// Calls back when the step has settled, or has not within the patience of real time, which is a problem.
  func whenSettled(_ end: @escaping @Sendable () -> Void) {
    whenSettled(turn: 0, since: .now, extensions: extensions) { [self] in
      forget()
      end()
    }
  }

  private func whenSettled(
    turn: Int, since start: ContinuousClock.Instant, extensions: Int, _ end: @escaping @Sendable () -> Void
  ) {
    whenIdle(since: start) { [self] in
      let before = contents.withLock { ($0.count, $0.doubtful) }
      // A task that is older than the first clock may have been woken on the main actor: it comes before this in the queue.
      QueueTurns.main.wait { [self] in
        // Twice: one that waited at the first look may have been woken by the next, on an actor that was busy.
        let ready = readyElsewhere ?? readyElsewhere
        let after = contents.withLock { ($0.count, $0.doubtful) }
        let isOthers = after.0 - before.0 == after.1 - before.1
        if let task = ready {
          guard ContinuousClock.now < start + .seconds(patience) else {
            // One that yields without end is not waited for; on a busy machine its turns take long.
            if contents.withLock({ $0.yields[task.id, default: 0] > Self.manyYields }) { return end() }
            // The pool may have no thread for one that does not run, which has its turn before this.
            if extensions > 0, TaskStatus.state(of: task) != .runs {
              let asked = ContinuousClock.now
              Task.detached { [self] in
                // As long again as that took, so that one which yields without end has hardly more.
                let wait = max(asked.duration(to: .now), .seconds(min(patience, 1)))
                whenSettled(turn: 0, since: .now - .seconds(patience) + wait, extensions: extensions - 1, end)
              }
              return
            }
            giveUp(saying: [Self.name(of: task, isOfMainActor: false)])
            return end()
          }
          RealTime.shared.run(at: .now + .microseconds(20 << min(turn, 9))) { [self] in
            whenSettled(turn: turn + 1, since: start, extensions: extensions, end)
          }
        } else if after.0 == before.0 || isOthers && turn >= Self.doubtfulTurns {
          end()
        } else {
          whenSettled(turn: isOthers ? turn + 1 : 0, since: start, extensions: extensions, end)
        }
      }
    }
  }

  private func whenIdle(since start: ContinuousClock.Instant, _ end: @escaping @Sendable () -> Void) {
    if contents.withLock({ $0.works.isEmpty }) { return end() }
    let timeout = Guarded<Int?>(nil)
    let last: @Sendable () -> Void = {
      if let timeout = timeout.withLock({ $0 }) { RealTime.shared.cancel(timeout) }
      end()
    }
    let hasEnded = contents.withLock { contents in
      if !contents.works.isEmpty { contents.whenIdle.append(last) }
      return contents.works.isEmpty
    }
    if hasEnded { return end() }
    // Not earlier, or a machine that is late would find nothing to give up.
    let number = RealTime.shared.run(at: start + .seconds(patience)) { [self] in
      let (ends, works) = contents.withLock { contents in
        defer { contents.whenIdle = [] }
        return (contents.whenIdle, contents.works.sorted { $0.key < $1.key }.map(\.value))
      }
      if !ends.isEmpty { giveUp(saying: works.map(Self.name)) }
      for end in ends { end() }
    }
    timeout.withLock { $0 = number }
  }

  private func giveUp(saying works: [String]) {
    giveUp()
    let text = """
      A step of a virtual clock has not settled for \(Int(patience)) seconds, and the time goes on without what it still does:
      \(works.prefix(10).map { "  \($0)" }.joined(separator: "\n"))

      Perhaps it waits, with its thread, for something that the test does after the step: a lock, a semaphore, a queue. Let the \
      test do that before it moves the time, or wait with `await`. See the article Time.
      """
    record { Problem(text: text, place: $0) }
  }

  /// Records a problem at the place of the step.
  package func record(_ problem: (CodePlace) -> Problem) { harness.record(problem(harness.place)) }

  private static func name(of work: Work.Kind) -> String {
    switch work {
    case .job(let task?, let isOfMainActor): name(of: task, isOfMainActor: isOfMainActor)
    case .job(nil, _): "a job of an actor"
    case .session(let text): "\(text), on a queue of a mocked session"
    case .awakening: "tasks that wake one after the other"
    }
  }

  private static func name(of task: TaskReference, isOfMainActor: Bool) -> String {
    let name = FunctionName.author(of: AsyncBacktrace.functions(of: task)) ?? "a task"
    return isOfMainActor ? "\(name), on the main actor" : name
  }
}
