#if canImport(FoundationNetworking)
  import NetworkEndpoints

  /// Runs the start of a task where it is made, until the task enters its actor, and the rest on the common threads.
  ///
  /// Most stubs have their answer at once. Two switches of threads would cost as much as half of a request.
  final class InlineExecutor: TaskExecutor {
    private struct State {
      var jobs: [UnownedJob] = []
      var isOpen = true
    }

    private let state = Guarded(State())

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let isTaken = state.withLock { state in
        if state.isOpen { state.jobs.append(job) }
        return state.isOpen
      }
      if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Takes no more jobs: code that may wait for the session's queue must not run on it.
    func close() {
      state.withLock { $0.isOpen = false }
    }

    /// Runs the jobs that are there, and those that they bring.
    func drain() {
      while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    private func next() -> UnownedJob? {
      state.withLock { state in
        guard state.jobs.isEmpty else { return state.jobs.removeFirst() }
        state.isOpen = false
        return nil
      }
    }
  }
#endif
