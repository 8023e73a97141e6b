import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  /// Calls are cancelled at every moment of theirs, thousands of times, and no caller is told an answer after that.
  ///
  /// A full run counts 3,000 rounds of each case, idle and beside load.
  @Suite("A mocked session's calls, cancelled at every moment")
  struct CancellationCountTests {
    /// Where the call is made and cancelled.
    enum Caller: String, CaseIterable, Sendable { case thread, mainActor, staticSession }

    private static let rounds = Effort.count(30, full: 3_000)
    private static let loads = Effort.isFull() ? [false, true] : [false]

    @Test(
      "are told nothing else afterwards", .timeLimit(.minutes(5)), arguments: CancelledForm.allCases,
      CancelledQueue.allCases)
    func thread(form: CancelledForm, queue: CancelledQueue) async {
      await count(form, queue, .thread)
    }

    // In full runs alone, since the main actor is everyone's: tests of time beside it wait for their turns.
    @Test(
      "are told nothing else on the main actor", .enabled("this run is not full") { Effort.isFull() },
      .timeLimit(.minutes(5)), arguments: CancelledForm.allCases, CancelledQueue.allCases)
    func mainActor(form: CancelledForm, queue: CancelledQueue) async {
      await count(form, queue, .mainActor)
    }

    @Test(
      "are told nothing else over a session in a static property", .quiet, .timeLimit(.minutes(5)),
      arguments: CancelledForm.allCases)
    func staticSession(form: CancelledForm) async {
      await count(form, .usual, .staticSession)
    }

    @Test(
      "are told nothing else where they are cancelled in the line after resume()", .timeLimit(.minutes(5)),
      arguments: CancelledForm.ofTasks, CancelledQueue.allCases)
    func atOnce(form: CancelledForm, queue: CancelledQueue) async {
      await count(form, queue, .thread, isAtOnce: true)
    }

    @Test(
      "are told nothing else where the main actor cancels them in the line after resume()",
      .enabled("this run is not full") { Effort.isFull() }, .timeLimit(.minutes(5)), arguments: CancelledForm.ofTasks,
      CancelledQueue.allCases)
    func atOnceOnMainActor(form: CancelledForm, queue: CancelledQueue) async {
      await count(form, queue, .mainActor, isAtOnce: true)
    }

    // A session, and its transport, that belong to no test.
    private static let calls = CancelledForm.allCases.reduce(into: [CancelledForm: CancelledCalls]()) { calls, form in
      calls[form] = CancelledCalls(form, nil)
    }

    private func count(_ form: CancelledForm, _ queue: CancelledQueue, _ caller: Caller, isAtOnce: Bool = false) async {
      for isLoaded in Self.loads {
        let load = isLoaded ? BusyThreads() : nil
        let shared = caller == .staticSession ? Self.calls[form] : nil
        let calls = shared ?? CancelledCalls(form, queue.queue)
        let counts: CancelledCalls.Counts
        switch caller {
        case .thread, .staticSession:
          counts = await withCheckedContinuation { done in
            Thread.detachNewThread { done.resume(returning: calls.run(rounds: Self.rounds, isAtOnce)) }
          }
        case .mainActor: counts = await calls.runOnMainActor(rounds: Self.rounds, isAtOnce)
        }
        load?.end()
        if Effort.isFull() {
          print("\(isAtOnce ? "at once, " : "")\(caller) \(form) \(queue) \(isLoaded ? "loaded" : "idle"): \(counts)")
        }
        // Between the look at the state and the resumption of an awaited call, a thread may lose its processor. A cancelled task holds
        // the lock that resuming it needs, so its cancellation cannot wait for that, and over a bare session neither: beside load, one
        // of 20,000 is late.
        let lateOnes = form.isAwaited ? max(1, Self.rounds / 500) : 0
        #expect(
          counts.late <= lateOnes && counts.wrong == 0 && counts.missing == 0, "\(counts), beside load: \(isLoaded)")
        // What was told before `cancel()` returned was told before the thread could go on.
        if isAtOnce { #expect(counts.told == 0, "\(counts), beside load: \(isLoaded)") }
        if caller != .staticSession { calls.end() }
      }
    }
  }

  /// Threads that keep every processor busy.
  private final class BusyThreads: Sendable {
    private let isOver = Guarded(false)

    init() {
      for _ in 0..<4 { Thread.detachNewThread { [isOver] in while !isOver.withLock({ $0 }) {} } }
    }

    func end() { isOver.withLock { $0 = true } }
  }

  /// An executor that notes when its task is resumed: its code runs a moment later, but what it gets is decided then.
  private final class NotingExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "NotingExecutor", attributes: .concurrent)
    private let note: @Sendable () -> Void

    init(_ note: @escaping @Sendable () -> Void) { self.note = note }

    func enqueue(_ job: consuming ExecutorJob) {
      note()
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }

  /// Calls over one session, whose answers come at once.
  private final class CancelledCalls: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    struct Counts: CustomStringConvertible {
      var cancelled = 0
      /// The calls whose caller was told another end before `cancel()` had returned.
      var told = 0
      /// The calls whose caller was told another end after that.
      var late = 0
      /// The calls whose caller was told another end than was decided.
      var wrong = 0
      /// The calls whose caller was told nothing, or two ends.
      var missing = 0
      var description: String {
        "\(cancelled) cancelled, \(told) told before, \(late) late, \(wrong) wrong, \(missing) missing"
      }
    }

    private struct Round {
      var isReturned = false
      /// Whether it had returned when the awaiting task was last resumed.
      var isReturnedAtResume = false
      var ends = 0
      var isCancelled = false
      var isLate = false
    }

    private let form: CancelledForm
    // One round at a time.
    private let round = Guarded(Round())
    private let ended = DispatchSemaphore(value: 0)
    private let onEnd = Guarded<CheckedContinuation<Void, Never>?>(nil)
    // Set once, before any call.
    private var session = URLSession.shared
    private var counts = Counts()

    init(_ form: CancelledForm, _ queue: OperationQueue?) {
      self.form = form
      super.init()
      session = form.session(self, queue)
    }

    /// Runs on a thread that may wait.
    func run(rounds: Int, _ isAtOnce: Bool) -> Counts {
      for number in 0..<rounds {
        let call = begin()
        if !isAtOnce { spin(number) }
        cancel(call)
        if !hasEnded() { counts.missing += 1 }
        note(call)
      }
      defer { counts = Counts() }
      return counts
    }

    /// Waits for the end of a call, and returns whether it came. On a busy machine the session's queue may be late, so it gets turns.
    private func hasEnded() -> Bool {
      for _ in 1...3 {
        if ended.wait(timeout: .now() + 10) == .success { return true }
        let turn = DispatchSemaphore(value: 0)
        session.delegateQueue.addOperation { turn.signal() }
        turn.wait()
      }
      return false
    }

    @MainActor
    func runOnMainActor(rounds: Int, _ isAtOnce: Bool) async -> Counts {
      for number in 0..<rounds {
        let call = begin()
        if !isAtOnce { spin(number) }
        cancel(call)
        await withCheckedContinuation { done in
          let isOver = onEnd.withLock { onEnd in
            if round.withLock({ $0.ends > 0 }) { return true }
            onEnd = done
            return false
          }
          if isOver { done.resume() }
        }
        note(call)
      }
      defer { counts = Counts() }
      return counts
    }

    func end() { session.finishTasksAndInvalidate() }

    private enum Call {
      case task(URLSessionTask)
      case awaited(Task<Void, Never>)
    }

    private func begin() -> Call {
      round.withLock { $0 = Round() }
      if form.isAwaited { return .awaited(startAwaited()) }
      let task = form.task(of: session) { [weak self] in self?.end($2) }
      task.resume()
      return .task(task)
    }

    private func startAwaited() -> Task<Void, Never> {
      let executor = NotingExecutor { [self] in round.withLock { $0.isReturnedAtResume = $0.isReturned } }
      return Task.detached(executorPreference: executor) { [self] in
        do {
          try await form.call(over: session)
          end(nil)
        } catch {
          end(error)
        }
      }
    }

    /// Lets a moment pass, another one in each round.
    private func spin(_ number: Int) {
      for _ in 0..<(number * 7_919) % 1_009 { _ = round.withLock { $0.ends } }
    }

    private func cancel(_ call: Call) {
      switch call {
      case .task(let task): task.cancel()
      case .awaited(let task): task.cancel()
      }
      round.withLock { $0.isReturned = true }
    }

    private func end(_ error: (any Error)?) {
      let isCancelled = (error as? URLError)?.code == .cancelled
      let done = onEnd.withLock { onEnd in
        round.withLock { round in
          round.ends += 1
          round.isCancelled = isCancelled
          let isLate = form.isAwaited ? round.isReturnedAtResume : round.isReturned
          round.isLate = !isCancelled && isLate
        }
        defer { onEnd = nil }
        return onEnd
      }
      done?.resume()
      ended.signal()
    }

    private func note(_ call: Call) {
      let round = round.withLock { $0 }
      counts.cancelled += round.isCancelled ? 1 : 0
      counts.told += round.isCancelled || round.isLate ? 0 : 1
      counts.late += round.isLate ? 1 : 0
      counts.missing += round.ends == 1 ? 0 : 1
      if case .task(let task) = call, MockedTask.record(of: task)?.isCancelled != round.isCancelled {
        counts.wrong += 1
      }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      end(error)
    }
  }
#endif
