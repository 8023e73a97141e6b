extension ClockStep {
  /// The most turns of the main queue for tasks that may not be the step's.
  private static let doubtfulTurns = 100
  /// More yields than a task needs that makes progress.
  private static let manyYields = 50
  /// More pieces of work than a step has on a machine that is merely slow.
  private static let manyWorks = 1_000

  /// Real time in which nothing of a step has begun.
  ///
  /// A busy machine is late by more than any limit. So a step whose work goes on has as long again for what comes next, and one
  /// that stands still has longer where others wait for their turns as well.
  struct Patience {
    /// The pieces of work that the step had begun when the wait began.
    let first: Int
    var start = ContinuousClock.now
    /// Those that it had begun then.
    var count: Int
    var extensions: Int

    /// Begins anew if something has begun since; not for work that goes on and on.
    mutating func begins(at now: Int) -> Bool {
      guard now != count, now - first < ClockStep.manyWorks else { return false }
      count = now
      start = .now
      return true
    }

    /// Takes an extension of some seconds at least, or as long as others had to wait for a turn; returns whether one was left.
    mutating func extend(by turn: Duration?, of seconds: Double) -> Bool {
      guard extensions > 0, let turn else { return false }
      extensions -= 1
      // So that a task which yields without end has hardly more.
      start = .now - .seconds(seconds) + max(turn, .seconds(min(seconds, 1)))
      return true
    }
  }

  /// Calls back when the step has settled, or has not within the patience of real time, which is a problem.
  ///
  /// - Parameters:
  ///   - look: Is called with the tasks of the step before it forgets them.
  ///   - end: Called at the end.
  func whenSettled(_ look: (@Sendable ([TaskReference]) -> Void)? = nil, _ end: @escaping @Sendable () -> Void) {
    let count = contents.withLock { $0.count }
    whenSettled(turn: 0, Patience(first: count, count: count, extensions: extensions)) { [self] in
      look?(contents.withLock { $0.tasks.map(TaskReference.init) })
      forget()
      end()
    }
  }

  private func whenSettled(turn: Int, _ left: Patience, _ end: @escaping @Sendable () -> Void) {
    whenIdle(left) { [self] left in
      let before = contents.withLock { ($0.count, $0.doubtful) }
      // A task that is older than the first clock may have been woken on the main actor: it comes before this in the queue.
      QueueTurns.main.wait { [self] in
        // Twice: one that waited at the first look may have been woken by the next, on an actor that was busy.
        let ready = readyElsewhere ?? readyElsewhere
        let after = contents.withLock { ($0.count, $0.doubtful) }
        let isOthers = after.0 - before.0 == after.1 - before.1
        if let task = ready {
          guard ContinuousClock.now < left.start + .seconds(patience) else {
            // One that yields without end is not waited for; on a busy machine its turns take long.
            if contents.withLock({ $0.yields[task.id, default: 0] > Self.manyYields }) { return end() }
            return extend(left) { [self] left in
              if let left { return whenSettled(turn: 0, left, end) }
              giveUp(saying: [Self.name(of: task, isOfMainActor: false)])
              end()
            }
          }
          RealTime.shared.run(at: .now + .microseconds(20 << min(turn, 9))) { [self] in
            whenSettled(turn: turn + 1, left, end)
          }
        } else if after.0 == before.0 || isOthers && turn >= Self.doubtfulTurns {
          end()
        } else {
          whenSettled(turn: isOthers ? turn + 1 : 0, left, end)
        }
      }
    }
  }

  /// A wait until no work is under way.
  private final class IdleWait: Sendable {
    private struct State {
      var left: Patience
      var timeout: Int?
      var isOver = false
    }

    private let state: Guarded<State>

    init(_ left: Patience) { state = Guarded(State(left: left)) }

    var isOver: Bool { state.withLock { $0.isOver } }

    func note(_ left: Patience, timeout: Int) {
      state.withLock { state in
        state.left = left
        state.timeout = timeout
      }
      if isOver { RealTime.shared.cancel(timeout) }
    }

    /// Ends the wait, and returns the patience that is left.
    func end() -> Patience {
      let (left, timeout) = state.withLock { state in
        state.isOver = true
        return (state.left, state.timeout)
      }
      if let timeout { RealTime.shared.cancel(timeout) }
      return left
    }
  }

  /// Calls back when no work is under way, or is no longer awaited.
  private func whenIdle(_ left: Patience, _ end: @escaping @Sendable (Patience) -> Void) {
    if contents.withLock({ $0.works.isEmpty }) { return end(left) }
    let wait = IdleWait(left)
    let hasEnded = contents.withLock { contents in
      if !contents.works.isEmpty { contents.whenIdle.append { end(wait.end()) } }
      return contents.works.isEmpty
    }
    if hasEnded { return end(left) }
    watch(wait, left)
  }

  /// Ends a wait for work when its patience is over.
  private func watch(_ wait: IdleWait, _ left: Patience) {
    // Not earlier, or a machine that is late would find nothing to give up.
    let timeout = RealTime.shared.run(at: left.start + .seconds(patience)) { [self] in
      if wait.isOver { return }
      extend(left) { [self] left in
        if let left { return watch(wait, left) }
        let (ends, works) = contents.withLock { contents in
          defer { contents.whenIdle = [] }
          return (contents.whenIdle, contents.works.sorted { $0.key < $1.key }.map(\.value))
        }
        if !ends.isEmpty { giveUp(saying: works.map(Self.name)) }
        for end in ends { end() }
      }
    }
    wait.note(left, timeout: timeout)
  }

  /// Calls back with the patience that an extension gives, or with nil after the last one.
  private func extend(_ left: Patience, _ end: @escaping @Sendable (Patience?) -> Void) {
    var left = left
    if left.begins(at: contents.withLock { $0.count }) { return end(left) }
    guard left.extensions > 0 else { return end(nil) }
    let last = left
    measureTurn { [patience] turn in
      var left = last
      end(left.extend(by: turn, of: patience) ? left : nil)
    }
  }

  /// Calls back with the time that new work waits for its turn on the pool and on the main queue.
  ///
  /// After a minute without a turn, it is the time so far if the process is busy, and nil if the process is blocked.
  private func measureTurn(_ end: @escaping @Sendable (Duration?) -> Void) {
    let asked = ContinuousClock.now
    let work = ProcessorTime.now
    let last = Guarded<(@Sendable (Duration?) -> Void)?>(end)
    let finish: @Sendable (Duration?) -> Void = { turn in
      let end = last.withLock { last in
        defer { last = nil }
        return last
      }
      end?(turn)
    }
    RealTime.shared.run(at: asked + .seconds(CaughtJobs.patience)) {
      let waited = asked.duration(to: .now)
      finish(ProcessorTime.isBusy(working: ProcessorTime.now - work, of: waited) ? waited : nil)
    }
    Task.detached { QueueTurns.main.wait { finish(asked.duration(to: .now)) } }
  }

  private func giveUp(saying works: [String]) {
    giveUp()
    let text = """
      A step of a virtual clock has not settled for \(Int(patience)) seconds. Time goes on without what still runs:
      \(works.prefix(10).map { "  \($0)" }.joined(separator: "\n"))

      Maybe it blocks its thread until the test does something after the step: a lock, a semaphore, a queue. Let the test \
      do that before it moves the time, or wait with `await`. See the article Time.
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
