#if canImport(FoundationNetworking)
  // Only used where `AppleAsking` makes sessions ask as on Apple platforms.
  extension AskedSessions {
    /// The reason why nobody knows who sends a request.
    package static var problem: SessionHookProblem? {
      AppleDifference.unseenSenders.isOnInTest
        ? SessionHookProblem(reason: "no class of its tasks has a method resume()") : nil
    }

    /// Whether all sessions of the process ask on a queue.
    package static let areAllSessions = AppleAsking.isOnForProcess

    /// Has the tasks of sessions noted also where no test is watched, which other tests than these must not notice.
    static func watchTasks() { if areAllSessions { SessionHooks.install() } }

    private static let areRegistered = protocolClasses.allSatisfy(URLProtocol.registerClass)

    /// Resumes a task of a session that asks on a queue.
    static func resume(_ task: URLSessionTask, _ resume: @escaping @Sendable () -> Void) {
      guard areRegistered, AppleDifference.unseenSenders.isOnInTest || willResume(task) else { return }
      // A mocked session's own class comes first, and is asked once more as the task begins. Any session has the registered ones too.
      let classes = task.isStream ? [] : TaskReflection.session(of: task)?.configuration.protocolClasses ?? []
      let own = classes.compactMap { $0 as? SessionProtocol.Type }.filter { $0 != EverySessionProtocol.self }
      AppleAsking.ask(own + protocolClasses, about: task) { taken in
        let send = taken.flatMap { taken in own.contains { $0 == taken } ? nil : SessionSend(to: taken) }
        SessionSend.$current.withValue(send, operation: resume)
      }
    }

    /// Decides about a request that another loader than a session sends: on Linux, there is none.
    static func routeOfStray(_ request: URLRequest) -> SessionRoute { .open }
  }

  extension URLSessionTask {
    /// Ends a task that was not resumed.
    func endUnsent() {
      // A session of FoundationNetworking crashes for some that are cancelled before their beginning.
      guard let socket = self as? URLSessionWebSocketTask else { return cancel() }
      socket.cancel(with: .goingAway, reason: nil)
    }
  }
#endif
