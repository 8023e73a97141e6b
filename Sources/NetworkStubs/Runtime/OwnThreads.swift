/// Threads of the package's own, for the tasks of mocked sessions.
///
/// Swift's pool has as many threads as there are cores. Tests that block them, such as tests with semaphores, would wait for
/// answers that no thread is left to give.
// The jobs and the count of threads are behind a lock; nothing else changes.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class OwnThreads: TaskExecutor {
  static let shared = OwnThreads()

  private struct State {
    var jobs: ArraySlice<UnownedJob> = []
    /// The number of threads that wait for a job and have not been promised one.
    var idle = 0
    var threads = 0
    /// The number of started jobs, which shows whether all threads are blocked.
    var begun = 0
    var isWatched = false
  }

  /// The action that a new job requires.
  private enum Next { case wake, start, watch, nothing }

  private let state = Guarded(State())
  private let wake = DispatchSemaphore(value: 0)
  private let usualThreads = max(2, ProcessInfo.processInfo.activeProcessorCount)
  private static let mostThreads = 256
  /// The longest wait of a thread for a job before it ends, in seconds.
  private let patience: Double

  init(patience: Double = 5) { self.patience = patience }

  /// The number of threads, and of those that wait for a job.
  var counts: (threads: Int, idle: Int) { state.withLock { ($0.threads, $0.idle) } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    // An exchange of a step or a simulation continues there.
    if RuntimeHooks.keeps(job) { return }
    let next: Next = state.withLock { state in
      state.jobs.append(job)
      if state.idle > 0 {
        state.idle -= 1
        return .wake
      }
      if state.threads < usualThreads {
        state.threads += 1
        return .start
      }
      if state.isWatched { return .nothing }
      state.isWatched = true
      return .watch
    }
    switch next {
    case .wake: wake.signal()
    case .start: start()
    case .watch: watch(state.withLock { $0.begun })
    case .nothing: break
    }
  }

  private func start() {
    let thread = Thread { [self] in work() }
    thread.name = "NetworkTesting"
    thread.start()
  }

  private func work() {
    while true {
      let job: UnownedJob? = state.withLock { state in
        let job = state.jobs.popFirst()
        if job == nil { state.idle += 1 } else { state.begun += 1 }
        return job
      }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else if wake.wait(timeout: .now() + patience) == .timedOut, ends() {
        return
      }
    }
  }

  /// Returns whether a thread that has waited in vain ends, which it does not if it has just been promised a job.
  private func ends() -> Bool {
    let isPromised = state.withLock { state in
      guard state.idle > 0 else { return true }
      state.idle -= 1
      state.threads -= 1
      return false
    }
    if isPromised { wake.wait() }
    return !isPromised
  }

  /// Adds a thread if all of them are blocked: jobs wait, and none has started for a moment.
  private func watch(_ begun: Int) {
    RealTime.shared.run(at: .now + .milliseconds(20)) { [self] in
      let (isBlocked, next) = state.withLock { state in
        let isBlocked = state.begun == begun && !state.jobs.isEmpty && state.threads < Self.mostThreads
        if isBlocked { state.threads += 1 }
        state.isWatched = !state.jobs.isEmpty
        return (isBlocked, state.isWatched ? state.begun : nil)
      }
      if isBlocked { start() }
      if let next { watch(next) }
    }
  }
}

/// Starts a task on the package's own threads; on systems where a task cannot choose them, on the pool's.
@discardableResult
package func startOnOwnThreads(_ operation: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
  guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return Task { await operation() } }
  return Task(executorPreference: OwnThreads.shared) { await operation() }
}
