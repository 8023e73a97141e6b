/// The code that resumed a session's task.
///
/// A session of Apple platforms asks its protocols about a task on one queue, and has them load on another, and no test is current on
/// either. Only the task leads back to the code that sends it, with which this is kept.
struct TaskSender: Sendable {
  /// What decides where its requests go.
  let code: SessionRoute.Sender
  let task = TaskReference.current
  let order = SimulationContext.current.order
  /// Whether its task was cancelled before.
  let isCancelled = Task.isCancelled
  /// Its test.
  let harness = DefaultHarness.current
  private let sites = Callers.sites()
  /// The step of a clock that it belongs to.
  private let step = ClockStep.current

  /// Creates the sender that runs now.
  init(_ code: SessionRoute.Sender) { self.code = code }

  /// Whether it runs in a test.
  var isOfTest: Bool { harness.isOfTest }

  /// Runs a body in the sender's test and step, with the functions that the request came through.
  func enter(_ body: @escaping @Sendable () -> Void) {
    let enter = { harness.enter { [sites] in Callers.$ofSender.withValue(sites, operation: body) } }
    if let step { step.perform(enter) } else { enter() }
  }
}

/// A task that a session asks its protocols about.
final class AskedTask: Sendable {
  private static let notes = TaskNotes<AskedTask>()

  /// The code that resumed the task; nil until that was seen.
  private let sender = Guarded<TaskSender?>(nil)
  private let decided = Guarded<(request: URLRequest, hasSender: Bool, route: SessionRoute)?>(nil)
  private let hasReported = Guarded(false)
  /// The work of a step of a clock until the session loads; nil before it has begun, and an inner nil once it has ended.
  private let beginning = Guarded<ClockStep.Work??>(nil)

  private init() {}

  /// Notes that the current code resumes a task. A session asks at the first time, so that one counts.
  static func noteSender(of task: URLSessionTask, as code: @autoclosure () -> SessionRoute.Sender) {
    let asked = of(task)
    guard asked.sender.withLock({ $0 == nil }) else { return }
    let new = TaskSender(code())
    asked.sender.withLock { if $0 == nil { $0 = new } }
  }

  /// Has a step of the sender's clock wait until the session loads the task: it asks its protocols on the way there.
  ///
  /// Some sessions never do: one that was made before its protocols were known, or whose task is cancelled first.
  static func beginWork(of task: URLSessionTask) {
    guard let asked = notes.note(of: task), asked.beginning.withLock({ $0 == nil }),
      let sender = asked.sender.withLock({ $0 }), sender.order == nil
    else { return }
    let work = ClockStep.beginWork(for: sender.task, "a request on its way to its session")
    asked.beginning.withLock { if $0 == nil { $0 = .some(work) } }
    guard work != nil else { return }
    // Five seconds, unless a test has less patience.
    RealTime.shared.run(at: .now + WaitWatch.interval * 5) { [weak asked] in asked?.endWork() }
  }

  /// Ends that.
  static func endWork(of task: URLSessionTask) { notes.note(of: task)?.endWork() }

  private func endWork() {
    // It is released outside of the lock.
    let work: ClockStep.Work? = beginning.withLock { beginning in
      defer { beginning = .some(nil) }
      return beginning ?? nil
    }
    withExtendedLifetime(work) {}
  }

  /// The code that resumed a task, if that was seen.
  static func sender(of task: URLSessionTask) -> TaskSender? { notes.note(of: task)?.sender.withLock { $0 } }

  private static func of(_ task: URLSessionTask) -> AskedTask { notes.note(of: task) { AskedTask() } }

  /// Returns where a task's request goes: one decision, however often and by whom it is asked for.
  static func route(
    of request: URLRequest, for task: URLSessionTask, _ decide: (SessionRoute.Sender?) -> SessionRoute
  ) -> SessionRoute {
    let asked = of(task)
    let sender = asked.sender.withLock { $0 }
    // After a redirect, the task has another request. A session may also ask before the task is resumed.
    if let decided = asked.decided.withLock({ $0 }), decided.request == request, decided.hasSender == (sender != nil) {
      return decided.route
    }
    let route = decide(sender?.code)
    // The old one is released outside of the lock.
    let old = asked.decided.withLock { decided in
      defer { decided = (request: request, hasSender: sender != nil, route: route) }
      return decided
    }
    withExtendedLifetime(old) {}
    if case .answered = route { return route }
    endWork(of: task)
    return route
  }

  /// Returns whether a task has yet to be reported, and notes that it is.
  static func takeReport(of task: URLSessionTask) -> Bool { of(task).hasReported.becomesTrue() }
}
