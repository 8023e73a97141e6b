#if canImport(FoundationNetworking)
  /// The tests that callbacks on delegate queues belong to.
  ///
  /// A completion handler, or a delegate, has no task-locals. What it sends belongs to the test whose request was answered. A
  /// session adds its callbacks to a serial queue, so an operation before them and one behind them enclose these callbacks only.
  package enum CallbackOwners {
    private struct Owner {
      let scope: SessionScope
      weak var queue: OperationQueue?
    }

    private static let owners = Guarded<[ObjectIdentifier: Owner]>([:])

    /// The scope of the callback that runs now, if it is one.
    package static var current: SessionScope? {
      guard let queue = OperationQueue.current, let owner = owners.withLock({ $0[ObjectIdentifier(queue)] }),
        // Another queue may have had the address.
        owner.queue === queue
      else { return nil }
      return owner.scope
    }

    fileprivate static func set(_ scope: SessionScope?, on queue: OperationQueue) {
      // The last reference to an old scope is let go of outside of the lock.
      let old = owners.withLock { owners in
        let old = owners[ObjectIdentifier(queue)]
        owners[ObjectIdentifier(queue)] = scope.map { Owner(scope: $0, queue: queue) }
        return old
      }
      withExtendedLifetime(old) {}
    }
  }

  /// An operation that runs even if a callback calls `cancelAllOperations()`.
  // Its one property is constant.
  private final class Mark: Operation, @unchecked Sendable {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    override func main() { body() }
    override func cancel() {}
  }

  extension SessionProtocol {
    /// Delivers something to the session, and has what its callbacks send belong to the same test.
    func markCallbacks(_ deliver: () -> Void) {
      guard let scope = context?.scope, let task, TaskReflection.resumesCaller(task) != true,
        let queue = TaskReflection.session(of: task)?.delegateQueue,
        // Work of all kinds comes in between on the main queue.
        queue.maxConcurrentOperationCount == 1, queue !== OperationQueue.main
      else { return deliver() }
      // A simulated run takes blocks out of the queue, and runs them as one.
      let isSimulated = load.withLock { $0.origin.order != nil }
      let add = { (body: @escaping @Sendable () -> Void) in
        if isSimulated { queue.addOperation(body) } else { queue.addOperation(Mark(body)) }
      }
      add { CallbackOwners.set(scope, on: queue) }
      deliver()
      add { CallbackOwners.set(nil, on: queue) }
    }
  }
#endif
