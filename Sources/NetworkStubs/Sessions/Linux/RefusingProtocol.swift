#if canImport(FoundationNetworking)
  /// The protocol of requests that must not reach the live network.
  // Its state is used where a session calls its protocols, one call at a time.
  final class RefusingProtocol: URLProtocol {
    /// Requests whose refusal is not yet reported, and what waits for that.
    private static let unreported = Guarded<[ObjectIdentifier: [@Sendable () -> Void]]>([:])
    private var isStopped = false

    // It is registered, so the session's own classes were asked before; Foundation's may come before or after it.
    override class func canInit(with request: URLRequest) -> Bool {
      guard let send = SessionSend.current, send.protocolClass == nil else { return false }
      send.stop()
      return true
    }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    /// Resumes a task, and reports it if it is refused; only then is the code told that sent it, after which its test may end.
    static func resume(_ task: URLSessionTask, _ resume: () -> Void, report: () -> Void) {
      let id = ObjectIdentifier(task)
      // Another thread may resume the same task.
      unreported.withLock { $0[id] = $0[id] ?? [] }
      let send = SessionSend(to: nil)
      SessionSend.$current.withValue(send, operation: resume)
      if send.isStopped { report() }
      for next in unreported.withLock({ $0.removeValue(forKey: id) }) ?? [] { next() }
    }

    private static func whenReported(_ task: URLSessionTask, _ next: @escaping @Sendable () -> Void) {
      let waits = unreported.withLock { unreported in
        let waits = unreported[ObjectIdentifier(task)] != nil
        if waits { unreported[ObjectIdentifier(task)]?.append(next) }
        return waits
      }
      if !waits { next() }
    }

    override func startLoading() {
      isStopped = false
      guard let task, let queue = TaskReflection.workQueue(of: task) else { return fail() }
      let owner = LoadingBound(self)
      Self.whenReported(task) { queue.async { owner.value.fail() } }
    }

    private func fail() {
      guard !isStopped else { return }
      client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet, of: request))
    }

    // A session that cancels a task ends it itself, and a second end is a fatal error.
    override func stopLoading() { isStopped = true }
  }
#endif
