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

  /// The code that resumed it; nil if nobody saw that.
  private let sender: TaskSender?
  private let decided = Guarded<(request: URLRequest, route: SessionRoute)?>(nil)
  private let hasReported = Guarded(false)
  /// The work of a step of a clock until the session loads; nil before it has begun, and an inner nil once it has ended.
  private let beginning = Guarded<ClockStep.Work??>(nil)

  private init(_ sender: TaskSender?) { self.sender = sender }

  /// Notes that the current code resumes a task. A session asks at the first time, so that one counts.
  static func noteSender(of task: URLSessionTask, as code: @autoclosure () -> SessionRoute.Sender) {
    if sender(of: task) == nil { notes.keep(AskedTask(TaskSender(code())), with: task) }
  }

  /// Has a step of the sender's clock wait until the session loads the task: it asks its protocols on the way there.
  static func beginWork(of task: URLSessionTask) {
    guard let asked = notes.note(of: task), let sender = asked.sender, sender.order == nil else { return }
    asked.beginning.withLock { beginning in
      guard beginning == nil else { return }
      beginning = .some(ClockStep.beginWork(for: sender.task, "a request on its way to its session"))
    }
  }

  /// Ends that.
  static func endWork(of task: URLSessionTask) {
    // It is released outside of the lock.
    let work = notes.note(of: task)?.beginning.withLock { beginning in
      defer { beginning = .some(nil) }
      return beginning ?? nil
    }
    withExtendedLifetime(work) {}
  }

  /// The code that resumed a task, if that was seen.
  static func sender(of task: URLSessionTask) -> TaskSender? { notes.note(of: task)?.sender }

  private static func of(_ task: URLSessionTask) -> AskedTask {
    if let known = notes.note(of: task) { return known }
    let new = AskedTask(nil)
    notes.keep(new, with: task)
    return new
  }

  /// Returns where a task's request goes: one decision, however often and by whom it is asked for.
  static func route(
    of request: URLRequest, for task: URLSessionTask, _ decide: (SessionRoute.Sender?) -> SessionRoute
  ) -> SessionRoute {
    let asked = of(task)
    // After a redirect, the task has another request.
    if let decided = asked.decided.withLock({ $0 }), decided.request == request { return decided.route }
    let route = decide(asked.sender?.code)
    asked.decided.withLock { $0 = (request, route) }
    if case .answered = route { return route }
    endWork(of: task)
    return route
  }

  /// Returns whether a task has yet to be reported, and notes that it is.
  static func takeReport(of task: URLSessionTask) -> Bool { of(task).hasReported.becomesTrue() }
}
