#if canImport(FoundationNetworking)
  /// The tests that callbacks on delegate queues belong to.
  ///
  /// A completion handler, or a delegate, has no task-locals. What it sends belongs to the test whose request was answered. A
  /// session adds its callbacks to a serial queue, so an operation before them and one behind them enclose these callbacks only.
  package enum CallbackOwners {
    private static let owners = Guarded<[ObjectIdentifier: SessionScope]>([:])

    /// The scope of the callback that runs now, if it is one.
    package static var current: SessionScope? {
      guard let queue = OperationQueue.current else { return nil }
      return owners.withLock { $0[ObjectIdentifier(queue)] }
    }

    fileprivate static func set(_ scope: SessionScope?, on queue: OperationQueue) {
      owners.withLock { $0[ObjectIdentifier(queue)] = scope }
    }
  }

  extension SessionProtocol {
    /// Delivers something to the session, and has what its callbacks send belong to the same test.
    func markCallbacks(_ deliver: () -> Void) {
      guard let scope = Self.context?.scope, let task, TaskReflection.resumesCaller(task) != true,
        let queue = TaskReflection.session(of: task)?.delegateQueue,
        // Work of all kinds comes in between on the main queue.
        queue.maxConcurrentOperationCount == 1, queue !== OperationQueue.main
      else { return deliver() }
      queue.addOperation { CallbackOwners.set(scope, on: queue) }
      deliver()
      queue.addOperation { CallbackOwners.set(nil, on: queue) }
    }
  }
#endif
