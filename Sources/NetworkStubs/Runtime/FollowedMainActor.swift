/// The executor of the main actor in a process with virtual clocks: the main queue, which says whose each job is.
///
/// The runtime's own says nothing, so that a step of a clock would lose sight of a task that goes to the main actor. Code reads
/// its executor when a function begins, and keeps it: this one is in place from the first clock on, and stays. Isolation is
/// checked by the queue, as ever. Not yet run on Apple platforms.
@available(macOS 14, iOS 17, tvOS 17, watchOS 10, visionOS 1, *)
final class FollowedMainActor: SerialExecutor {
  static let shared = FollowedMainActor()

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // Who else sets the hooks, as `withMainSerialExecutor`, works on the main actor.
    RuntimeHooks.look()
    let (step, work) = ClockStep.work(ofMainActorJob: job)
    DispatchQueue.main.async { [self] in
      ClockStep.perform(for: step) { job.runSynchronously(on: asUnownedSerialExecutor()) }
      withExtendedLifetime(work) {}
    }
  }

  func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
}

/// The main queue, whose thread under `swift test` on Linux is not the main one.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the current thread runs its work.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) ?? false }

  private static let preludeKey = DispatchSpecificKey<ClockStep>()

  /// The prelude of the task that has made a clock in the job that the queue is at; nil on other threads.
  ///
  /// It is the queue's, not the thread's: `DispatchQueue.main.sync` runs such a job on its caller's thread.
  static var prelude: ClockStep? {
    get { DispatchQueue.getSpecific(key: preludeKey) }
    set { DispatchQueue.main.setSpecific(key: preludeKey, value: newValue) }
  }
}
