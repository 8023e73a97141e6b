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
  private typealias EnqueueHook = RuntimeVariables.EnqueueHook
  private typealias GetExecutorHook = RuntimeVariables.GetExecutorHook

  /// Simulations, where their module is in the process: found by name, since jobs are read before the first of them begins.
  private static let simulations = NSClassFromString("NetworkSimulation.SimulatedJobs") as? any JobKeeping.Type

  private struct Use {
    /// The number of uses of the function for jobs.
    var count = 0
    /// The function for jobs that another library has set, before the first use or since.
    var before: EnqueueHook?
    /// The function that another library has set during a use.
    ///
    /// `withMainSerialExecutor` and its like only ask whether a function was there before; so when they end, they put their own
    /// back for good. That second time is the sign that they have ended.
    var guest: EnqueueHook?
    /// The function for the main actor's executor that was there before.
    var getExecutor: GetExecutorHook?
    var hasSaid = false

    /// The function that jobs are passed on to.
    var next: EnqueueHook? { guest ?? before }
  }

  private static let use = Guarded(Use())

  private static let enqueue: EnqueueHook = { job, original in
    if !RuntimeHooks.keeps(job) { forward(job, original) }
  }

  /// The function for jobs where no use is left, but a guest is.
  private static let forward: EnqueueHook = { job, original in
    if let next = RuntimeHooks.use.withLock({ $0.next }) { next(job, original) } else { original(job) }
  }

  /// Gives a job to the step of a clock or the simulation that it belongs to; returns whether there is one.
  static func keeps(_ job: UnownedJob) -> Bool {
    if let caught = CaughtJobs.current, caught.takes(job) { return true }
    return simulations?.takes(job) ?? false || CaughtJobs.take(job)
  }

  private static let getExecutor: GetExecutorHook = { original in
    RuntimeHooks.simulations?.mainExecutor ?? RuntimeHooks.followed ?? RuntimeHooks.use.withLock({ $0.getExecutor })?(
      original)
      ?? original()
  }

  /// Begins a use of the functions, installed if necessary; returns whether jobs on their way to the pool can be kept.
  package static func begin() -> Bool {
    let left = use.withLock { use in
      let left = look(&use)
      use.count += 1
      RuntimeVariables.enqueue?.pointee = enqueue
      return left
    }
    say(left)
    return RuntimeVariables.enqueue != nil
  }

  /// Ends a use; the last one restores what would be there without it.
  package static func end() {
    let (left, hasGuest) = use.withLock { use in
      let left = look(&use)
      use.count -= 1
      restore(use)
      return (left, use.count == 0 && use.guest != nil)
    }
    say(left)
    if hasGuest { RealTime.shared.run(at: .now + .seconds(5), dismissGuest) }
  }

  /// Installs the function again if another library has set its own, which gets the jobs that are not kept.
  package static func look() { say(use.withLock(look)) }

  /// Forgets a guest that has shown no sign of its end: most likely it had ended before it was seen.
  static func dismissGuest() {
    let left = use.withLock { use in
      let left = look(&use)
      guard use.count == 0, use.guest != nil else { return left }
      use.guest = nil
      restore(use)
      return left
    }
    say(left)
  }

  /// - Returns: The function of another library that was taken away, if that is to be said: each job takes this lock, so it is said
  ///   outside.
  private static func look(_ use: inout Use) -> EnqueueHook? {
    guard let variable = RuntimeVariables.enqueue, !RuntimeVariables.isSame(variable.pointee, enqueue),
      !RuntimeVariables.isSame(variable.pointee, forward)
    else {
      return nil
    }
    let found = variable.pointee
    if use.count == 0, use.guest == nil {
      use.before = found
      return nil
    }
    var left: EnqueueHook?
    if let found, let guest = use.guest, RuntimeVariables.isSame(guest, found) {
      use.guest = nil
      left = use.hasSaid ? nil : found
      use.hasSaid = true
    } else if found == nil {
      // Whoever was there before the first use has ended.
      use.before = nil
      use.guest = nil
    } else {
      use.guest = found
    }
    restore(use)
    return left
  }

  private static func restore(_ use: Use) {
    RuntimeVariables.enqueue?.pointee = use.count > 0 ? enqueue : use.guest == nil ? use.before : forward
  }

  private static func say(_ hook: EnqueueHook?) {
    guard let hook else { return }
    StandardError.print(
      """
      NetworkTesting: \(RuntimeVariables.name(of: hook)) set the function that Swift's runtime calls for \
      each job, as `withMainSerialExecutor` does, during a step of a clock or a simulated run, and left it there. It was taken away.
      """)
  }

  /// Provides the main actor's executor from now on; see ``FollowedMainActor``.
  static func followMainActor() {
    guard let variable = RuntimeVariables.getExecutor else { return }
    use.withLock { use in
      guard !RuntimeVariables.isSame(variable.pointee, getExecutor) else { return }
      use.getExecutor = variable.pointee
      variable.pointee = getExecutor
    }
  }

  private static var followed: UnownedSerialExecutor? {
    guard #available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *) else { return nil }
    return FollowedMainActor.shared.asUnownedSerialExecutor()
  }
}

/// Code that keeps jobs of its tasks from the pool and the main queue.
package protocol JobKeeping: AnyObject, Sendable {
  /// Keeps a job, if it belongs to such a task; returns whether it does.
  static func takes(_ job: UnownedJob) -> Bool

  /// The executor of the main actor for the current task; nil for the usual one.
  static var mainExecutor: UnownedSerialExecutor? { get }
}
