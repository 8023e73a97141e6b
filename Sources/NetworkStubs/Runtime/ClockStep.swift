/// One step of a clock, and all that it leads to: the tasks that it wakes, those that they wake, and what is done for them on
/// the main actor, on other actors, and on the queues of sessions.
///
/// The step is over when it has *settled*: nothing of it is ready or running. Each piece of its work counts from when it is made
/// ready until it has ended, and nothing else does. What belongs to it is what its threads make ready, what its tasks make ready
/// anywhere, and every job of its tasks.
///
/// Before it comes its *prelude*: what the task that moves the clock has started or woken since its last step, and what that has.
/// Tasks of a prelude stay where they are, and whether they wait is read from their notes; see ``TaskStatus``. What an actor has in
/// line is not known, so its work counts.
package final class ClockStep: Sendable {
  struct Contents {
    /// The addresses of its tasks, by their numbers.
    var tasks: [UInt64: UInt] = [:]
    /// Those that sleep on a virtual clock, or yield without end.
    var asleep: Set<UInt64> = []
    /// How often those of a prelude have yielded.
    var yields: [UInt64: Int] = [:]
    var mostTasks = 1_000
    /// The work under way, by the order in which it began.
    var works: [Int: Work.Kind] = [:]
    /// The number of pieces of work so far, and of those that may be another's.
    var count = 0, doubtful = 0
    /// Whether an actor has worked for a prelude: a task in its line that then yields is not seen.
    var mayHaveMore = false
    var hasGivenUp = false
    /// Several tasks can share a prelude, and move their clocks at the same time.
    var whenIdle: [@Sendable () -> Void] = []
  }

  struct Registry {
    /// The steps in progress, and the preludes, by the numbers of their tasks.
    var steps: [UInt64: ClockStep] = [:]
    /// The preludes, by the numbers of the tasks that have clocks, with the numbers of these.
    var preludes: [UInt64: (step: ClockStep, clocks: Int)] = [:]

    var isEmpty: Bool { steps.isEmpty && preludes.isEmpty }

    /// Whether a step is the prelude of a task that has no clock any more.
    func isOver(_ step: ClockStep) -> Bool { step.root.map { preludes[$0]?.step !== step } ?? false }

    /// What the work of a task belongs to.
    func step(of task: UInt64?) -> ClockStep? { task.flatMap { steps[$0] ?? preludes[$0]?.step } }

    /// Returns the step of a job: that of its task, or else of what makes it ready, the current task or a marked thread.
    ///
    /// An actor that works for one step may have a task of another in line, so the task comes first. A task that is older than all
    /// that use the clock belongs to no step of it, so it starts what is next, such as the next test, elsewhere.
    func step(ofJobOf own: UInt64?, by current: UInt64?, on marked: ClockStep?) -> ClockStep? {
      if let step = own.flatMap({ steps[$0] }) { return step }
      guard let step = current.flatMap({ steps[$0] }) ?? marked else { return nil }
      return step.root == nil && own.map { $0 < step.oldest } ?? false ? nil : step
    }
  }

  private static let mark = ThreadMark<ClockStep>()
  /// The mark of a thread that does something for no step.
  private static let none = ClockStep()
  static let registry = Guarded(Registry())

  let contents = Guarded(Contents())
  /// The number of the task that a prelude is of; nil for a step.
  let root: UInt64?
  /// The number of the oldest task that may belong to it: one that is older was there before the clock, as that which runs all tests.
  private let oldest: UInt64
  let harness: any Harness
  /// The longest wait, in seconds of real time: a busy machine is late.
  let patience: Double
  /// The number of extensions for a task that the pool has no thread for.
  let extensions: Int

  init(
    in harness: any Harness = ProgramHarness(), patience: Double = CaughtJobs.patience,
    extensions: Int = 5, preludeOf root: UInt64? = nil, oldest: UInt64 = 0
  ) {
    self.oldest = root ?? oldest
    self.harness = harness
    self.patience = patience
    self.extensions = extensions
    self.root = root
  }

  /// What the current thread does something for; a job that it makes ready, if any.
  private static func marked(for job: UnownedJob? = nil) -> ClockStep? {
    let marked = mark.current
    guard let prelude = MainQueue.prelude else { return marked }
    // The main queue may be at another job by now. A task that leaves for an actor is no longer current.
    if let task = CurrentTask.id ?? job.flatMap(CurrentTask.id(of:)), task != prelude.root {
      MainQueue.prelude = nil
      return marked
    }
    return prelude
  }

  /// A piece of a step's work, which has ended when no one holds it any more.
  package final class Work: Sendable {
    enum Kind {
      case job(TaskReference?, isOfMainActor: Bool)
      case session(String)
      case awakening
    }

    package let step: ClockStep
    private let id: Int

    fileprivate init(of step: ClockStep, id: Int) {
      self.step = step
      self.id = id
    }

    deinit { step.end(id) }

    /// Does some of it on the current thread.
    package func perform<Result>(_ body: () throws -> Result) rethrows -> Result { try step.perform(body) }
  }

  /// Begins a piece of work.
  func begin(_ kind: Work.Kind, isDoubtful: Bool = false) -> Work {
    Work(
      of: self,
      id: contents.withLock { contents in
        contents.count += 1
        if isDoubtful { contents.doubtful += 1 }
        contents.works[contents.count] = kind
        return contents.count
      })
  }

  private func end(_ id: Int) {
    let whenIdle: [@Sendable () -> Void] = contents.withLock { contents in
      contents.works[id] = nil
      guard contents.works.isEmpty else { return [] }
      defer { contents.whenIdle = [] }
      return contents.whenIdle
    }
    for end in whenIdle { end() }
  }

  /// Runs a body on the current thread as a part of the step.
  package func perform<Result>(_ body: () throws -> Result) rethrows -> Result { try Self.mark.with(self, body) }

  /// Runs a job of the main actor, which may belong to a step.
  static func perform(for step: ClockStep?, _ body: () -> Void) {
    mark.with(step ?? none, body)
    if MainQueue.prelude != nil { MainQueue.prelude = nil }
  }

  /// Begins work of a session, if the current thread or task, or the sender of the request, belongs to a step.
  package static func beginWork(for sender: TaskReference?, _ text: String) -> Work? {
    let step = current ?? sender.flatMap { sender in registry.withLock { $0.step(of: sender.id) } }
    if let sender { step?.add(sender) }
    return step?.beginWork(text)
  }

  package func beginWork(_ text: String) -> Work { begin(.session(text)) }

  /// Adds the task of a job, all of whose jobs belong to the step from now on.
  func addTask(of job: UnownedJob) { if let task = TaskReference(of: job) { add(task) } }

  func add(_ task: TaskReference) {
    guard task.id != root, root != nil || task.id >= oldest else { return }
    let isNew = contents.withLock { contents in
      contents.asleep.remove(task.id)
      return contents.tasks.updateValue(task.address, forKey: task.id) == nil
    }
    // One that is older than the root may wait for that.
    guard isNew, task.id >= oldest else { return }
    Self.registry.withLock { if !$0.isOver(self) { $0.steps[task.id] = self } }
  }

  /// Begins the awakening of tasks one after the other, which a step that comes next waits for.
  static func beginAwakening() -> Work? {
    registry.withLock { $0.step(of: CurrentTask.id) }?.begin(.awakening)
  }

  /// Stops waiting for tasks that do not come to an end.
  func giveUp() { contents.withLock { $0.hasGivenUp = true } }

  /// Notes that the current task is about to sleep on a virtual clock.
  static func noteSleep() {
    let known: (step: ClockStep, task: UInt64)? = registry.withLock { registry in
      guard !registry.steps.isEmpty, let id = CurrentTask.id else { return nil }
      return registry.steps[id].map { ($0, id) }
    }
    // A prelude has no job that tells when the task is asleep.
    if let known, known.step.root == nil { known.step.contents.withLock { _ = $0.asleep.insert(known.task) } }
  }

  /// The tasks of which no job is known, and which will continue by themselves; see ``TaskStatus``.
  var readyElsewhere: TaskReference? {
    contents.withLock { contents in
      if contents.hasGivenUp { return nil }
      let asleep = contents.asleep
      return contents.tasks.lazy.filter { !asleep.contains($0.key) }.map(TaskReference.init)
        .first { TaskStatus.state(of: $0) != .nothing }
    }
  }

  /// The step that the current thread does something for; nil for none.
  ///
  /// An actor that works for one step may run a task of another that was in line there, so the task comes first.
  package static var current: ClockStep? {
    let marked = marked()
    if let own = registry.withLock({ $0.isEmpty ? nil : $0.step(of: CurrentTask.id) }) { return own }
    return marked === none ? nil : marked
  }

  /// Whether a job that is made ready on a thread of this step belongs to another one in progress, or to none.
  func isOthers(_ job: UnownedJob) -> Bool {
    let current = CurrentTask.id, own = CurrentTask.id(of: job)
    let step = Self.registry.withLock { $0.step(ofJobOf: own, by: current, on: self) }
    return step !== self && step?.root == nil
  }

  /// Begins the work of a job that is made ready.
  ///
  /// - Returns: One for the step that it belongs to; none; or one for each step in progress, where nobody can tell: a task that
  /// leaves the main actor for another actor is no longer current then, and its job does not say whose it is. The main actor's
  /// jobs are followed by ``FollowedMainActor``, but not those of tasks that are older than the first clock.
  static func works(of job: UnownedJob) -> [Work] {
    let marked = marked(for: job)
    if let known = step(of: job, on: marked) { return known.beginJob(job).map { [$0] } ?? [] }
    guard marked == nil, MainQueue.isCurrent, CurrentTask.id(of: job) == nil else { return [] }
    var seen: Set<ObjectIdentifier> = []
    return registry.withLock { Array($0.steps.values) }.filter {
      $0.root == nil && seen.insert(ObjectIdentifier($0)).inserted
    }
    .compactMap { $0.beginJob(job, isDoubtful: true) }
  }

  /// Returns the step that a main actor's job belongs to, or the prelude that it is of, and begins its work.
  static func work(ofMainActorJob job: UnownedJob) -> (step: ClockStep?, work: Work?) {
    let step = step(of: job, on: marked(for: job))
    return (step, step?.beginJob(job, isOfMainActor: true))
  }

  /// The step or the prelude that a job belongs to.
  private static func step(of job: UnownedJob, on marked: ClockStep?) -> ClockStep? {
    registry.withLock { registry in
      let marked = marked === none || marked.map(registry.isOver) ?? false ? nil : marked
      if registry.isEmpty { return marked }
      let current = CurrentTask.id, own = CurrentTask.id(of: job)
      return registry.step(ofJobOf: own, by: current, on: marked)
        ?? (own.flatMap { registry.preludes[$0] } ?? current.flatMap { registry.preludes[$0] })?.step
    }
  }

  /// Begins the work of a job; nil for a task in a prelude, which only takes note of it.
  private func beginJob(_ job: UnownedJob, isOfMainActor: Bool = false, isDoubtful: Bool = false) -> Work? {
    if root != nil {
      if CurrentTask.id(of: job) != nil {
        note(job)
        return nil
      }
      contents.withLock { $0.mayHaveMore = true }
    }
    if !isDoubtful { addTask(of: job) }
    return begin(.job(TaskReference(of: job), isOfMainActor: isOfMainActor), isDoubtful: isDoubtful)
  }

  func forget() {
    let tasks = contents.withLock { contents in
      defer {
        contents.tasks = [:]
        contents.asleep = []
        contents.yields = [:]
        contents.mayHaveMore = false
      }
      return contents.tasks
    }
    Self.registry.withLock { registry in
      for id in tasks.keys where registry.steps[id] === self { registry.steps[id] = nil }
    }
  }
}
