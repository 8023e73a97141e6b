/// The steps of clocks and the simulated run that a request of a session belongs to.
///
/// A session tells its caller on queues of its own. A step of a clock waits while something is on its way there, and what the
/// caller does then belongs to the step. A simulated run has it told on its own thread, between two of its choices.
struct SessionOrigin: Sendable {
  /// The simulated run.
  var order: (any AnswerOrder)?
  /// The task that has sent the request, which continues when it is answered.
  var sender: TaskReference?
  var beginning: ClockStep.Work?

  /// Begins work of a step, or nil outside of one and in a simulation.
  func beginWork(_ text: String) -> ClockStep.Work? { order == nil ? ClockStep.beginWork(for: sender, text) : nil }
}

/// The delegate queue of a mocked session that is given none, on which what is called belongs to the step or the run.
// Its one property is set once.
package final class SessionQueue: OperationQueue, @unchecked Sendable {
  private let order = SimulationContext.current.order
  /// The cancellations under way, whose ends a session tells on its own.
  private let cancellations = Guarded<[ClockStep.Work]>([])

  package override init() {
    super.init()
    maxConcurrentOperationCount = 1
  }

  /// Gives what is added from now on to the step of a cancellation, until the closure that is returned is called.
  func begin(_ cancellation: ClockStep.Work) -> @Sendable () -> Void {
    cancellations.withLock { $0.append(cancellation) }
    return { [self] in cancellations.withLock { $0.removeAll { $0 === cancellation } } }
  }

  package override func addOperation(_ block: @escaping @Sendable () -> Void) {
    if let order {
      return order.handOver {
        block()
        OperationQueue.main.waitForTurn()
      }
    }
    let step = ClockStep.current ?? cancellations.withLock { $0.last?.step }
    guard let work = step?.beginWork("a delegate or completion handler") else { return super.addOperation(block) }
    // An operation may live on for a while.
    let held = Guarded<ClockStep.Work?>(work)
    super.addOperation {
      held.withLock { $0 }?.perform(block)
      _ = held.take()
    }
  }
}

extension OperationQueue {
  /// Waits until all operations that it has now have ended, and returns whether they have: a busy machine is late, so one look
  /// ends the wait only if the queue is suspended, and ten looks, a second apart, in any case.
  @discardableResult func waitForTurn(lookingEvery seconds: Double = 1, atMost limit: Double = 9.5) -> Bool {
    waitForEnd(lookingEvery: seconds, atMost: limit, of: afterTurn)
  }

  /// Waits until something that is put into the queue has ended, and returns whether it has.
  @discardableResult func waitForEnd(
    lookingEvery seconds: Double = 1, atMost limit: Double = 9.5, of begin: (@escaping @Sendable () -> Void) -> Void
  ) -> Bool {
    let isDone = DispatchSemaphore(value: 0)
    let end = ContinuousClock.now + .seconds(limit)
    begin { isDone.signal() }
    return LimitedWait.run {
      while isDone.wait(timeout: .now() + seconds) != .success { if isSuspended || .now > end { return false } }
      return true
    }
  }

  /// The problem with a delegate queue that the app has suspended.
  func problemOfSuspension(at place: CodePlace) -> Problem {
    Problem(
      text: """
        A mocked session's delegate queue\(name.map { " \"\($0)\"" } ?? "") is suspended, so time goes on without what waits there

        Set its isSuspended to false before the time moves, or create the session without a delegate queue.
        """, place: place)
  }

  /// Calls back when all operations that it has now have ended, but for those that begin others.
  func afterTurn(_ end: @escaping @Sendable () -> Void) {
    if maxConcurrentOperationCount == 1 { addOperation(end) } else { addBarrierBlock(end) }
  }
}
