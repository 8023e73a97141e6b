/// Hooks for the jobs of Swift's runtime, so that a simulation, or a step of a virtual clock, can keep them.
///
/// Child tasks inherit the executor of a simulation. Two kinds of work do not: tasks created with `Task { }` go to the global
/// pool, and code on the main actor goes to the main queue. The runtime has a variable for a function that every enqueueing
/// on the pool goes through, and one for a function that provides the main actor's executor. Both are looked up by name; if
/// one is missing, that kind of work is not kept, and nothing else changes. The second exists since Swift 6.2, which on Apple
/// platforms depends on the system's version; neither has been run there.
///
/// A job that no one keeps is passed on to the function that was installed before.
package enum RuntimeHooks {
  private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
  private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void
  private typealias GetExecutor = @convention(thin) () -> UnownedSerialExecutor
  private typealias GetExecutorHook = @convention(thin) (GetExecutor) -> UnownedSerialExecutor

  /// The function that simulations keep jobs with, and their executors of the main actor.
  ///
  /// Unchecked, because they are written once, before the first simulation.
  package nonisolated(unsafe) static var takesJob: (@Sendable (UnownedJob) -> Bool)?
  package nonisolated(unsafe) static var mainExecutor: (@Sendable () -> UnownedSerialExecutor?)?

  /// The functions of others: the runtime's variables hold one of each, or none.
  private struct Hooks {
    var enqueue: EnqueueHook?
    var getExecutor: GetExecutorHook?
  }

  private struct Use {
    /// The number of uses of the functions.
    var count = 0
    /// The function for jobs before the first use.
    var before: EnqueueHook?
    /// The functions that jobs are passed on to: those in place when this type's were last installed.
    ///
    /// A job may still be on its way when the last use has ended.
    var previous = Hooks()
  }

  private static let use = Guarded(Use())

  /// The runtime's variable for its function. Unchecked, because it is changed under the lock.
  private nonisolated(unsafe) static let enqueueVariable = variable(
    "swift_task_enqueueGlobal_hook", of: EnqueueHook?.self)
  private nonisolated(unsafe) static let getExecutorVariable = variable(
    "swift_task_getMainExecutor_hook", of: GetExecutorHook?.self)

  private static let enqueue: EnqueueHook = { job, original in
    if RuntimeHooks.keeps(job) {
    } else if let previous = RuntimeHooks.use.withLock({ $0.previous.enqueue }) {
      previous(job, original)
    } else {
      original(job)
    }
  }

  /// Gives a job to the step of a clock or the simulation that it belongs to.
  ///
  /// - Returns: Whether there is one.
  static func keeps(_ job: UnownedJob) -> Bool {
    if let caught = CaughtJobs.current {
      caught.add(job)
      return true
    }
    return takesJob?(job) ?? false || CaughtJobs.take(job)
  }

  private static let getExecutor: GetExecutorHook = { original in
    RuntimeHooks.mainExecutor?() ?? RuntimeHooks.followed ?? RuntimeHooks.use.withLock({ $0.previous.getExecutor })?(
      original) ?? original()
  }

  /// Begins a use of the functions, and installs them if necessary.
  ///
  /// Each use looks again: others set the same variables, such as `withMainSerialExecutor`, and restore the previous values. That
  /// function only checks whether a value is set, so nothing may be left behind when there is no use.
  ///
  /// - Returns: Whether jobs on their way to the pool can be kept.
  package static func begin() -> Bool {
    use.withLock { use in
      if use.count == 0 {
        use.before = enqueueVariable?.pointee
      }
      use.count += 1
      if let variable = enqueueVariable, !isSame(variable.pointee, enqueue) {
        use.previous.enqueue = variable.pointee
        variable.pointee = enqueue
      }
    }
    followMainActor()
    return enqueueVariable != nil
  }

  /// Provides the main actor's executor from now on; see ``FollowedMainActor``.
  static func followMainActor() {
    guard let variable = getExecutorVariable else { return }
    use.withLock { use in
      guard !isSame(variable.pointee, getExecutor) else { return }
      use.previous.getExecutor = variable.pointee
      variable.pointee = getExecutor
    }
  }

  private static var followed: UnownedSerialExecutor? {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return nil }
    return FollowedMainActor.shared.asUnownedSerialExecutor()
  }

  /// Ends a use; the last one restores the functions from before the first.
  package static func end() {
    use.withLock { use in
      use.count -= 1
      guard use.count == 0 else { return }
      if let variable = enqueueVariable, isSame(variable.pointee, enqueue) { variable.pointee = use.before }
      use.previous.enqueue = use.before
    }
  }

  private static func isSame<Hook>(_ hook: Hook?, _ other: Hook) -> Bool {
    unsafeBitCast(hook, to: UInt.self) == unsafeBitCast(other, to: UInt.self)
  }

  private static func variable<Hook>(_ name: String, of _: Hook.Type) -> UnsafeMutablePointer<Hook>? {
    RuntimeSymbol.address(name)?.assumingMemoryBound(to: Hook.self)
  }

  /// Returns the runtime's unique number of the task of a job; nil for a job without a task, such as an actor's.
  package static func taskID(of job: UnownedJob) -> UInt64? {
    guard let getJobTaskID else { return Int(job.description.filter(\.isNumber)).map(UInt64.init) }
    let id = getJobTaskID(job)
    return id == 0 ? nil : id
  }

  /// The address of the current thread's task; nil if it has none.
  static var currentTask: UInt? { getCurrentTask?().map { UInt(bitPattern: $0) } }

  /// Its number.
  package static var currentTaskID: UInt64? {
    currentTask.flatMap { taskID(of: unsafeBitCast($0, to: UnownedJob.self)) }
  }

  /// The name that its author gave the task of the current thread; nil where it has none, as before Swift 6.2.
  package static var currentTaskName: String? { getTaskName?().map { String(cString: $0) } }

  private static let getTaskName = RuntimeSymbol.function(
    "swift_task_getCurrentTaskName", as: (@convention(thin) () -> UnsafePointer<CChar>?).self)

  private static let getCurrentTask = RuntimeSymbol.function(
    "swift_task_getCurrent", as: (@convention(thin) () -> UnsafeRawPointer?).self)

  private static let getJobTaskID = RuntimeSymbol.function(
    "swift_task_getJobTaskId", as: (@convention(thin) (UnownedJob) -> UInt64).self)
}

extension UnownedSerialExecutor {
  /// No actor in particular, as on the threads of the pool: the null executor of Swift's ABI.
  package static var generic: Self { unsafeBitCast((0, 0), to: Self.self) }
}
