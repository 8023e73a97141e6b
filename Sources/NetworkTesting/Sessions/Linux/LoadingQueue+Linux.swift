#if canImport(FoundationNetworking)
  import Dispatch
  import FoundationNetworking

  /// Where a session of FoundationNetworking calls its protocols: its registry of tasks is safe nowhere else.
  struct LoadingQueue: Sendable {
    private let owner: LoadingBound<SessionProtocol>

    init(_ owner: SessionProtocol) {
      self.owner = LoadingBound(owner)
    }

    /// Runs a closure there.
    func run(_ body: @escaping @Sendable () -> Void) {
      guard let queue = owner.value.task.flatMap(TaskReflection.workQueue) else { return body() }
      queue.async(execute: body)
    }
  }
#endif
