/// The sessions that ask where a request goes on a queue, where no test is known: those of Apple platforms.
///
/// 1. The code that resumes a task is noted with it.
/// 2. A session asks two protocol classes about the task. They read the note, and ``SessionRoute`` decides.
/// 3. A protocol that refuses reports when it loads, and not when it is asked: a session may ask it several times.
package enum AskedSessions {
  private static let router = Guarded<(any SessionRouting)?>(nil)

  /// The classes to ask, in this order.
  package static let protocolClasses: [URLProtocol.Type] = [EverySessionProtocol.self, OfflineProtocol.self]

  /// Begins to note who sends, and to decide.
  package static func begin(_ new: any SessionRouting) {
    router.withLock { $0 = new }
    watchTasks()
  }

  /// Notes the code that resumes a task, in its context; returns whether the task goes on.
  static func willResume(_ task: URLSessionTask) -> Bool {
    guard let router = router.withLock({ $0 }) else { return true }
    AskedTask.noteSender(of: task, as: router.sender)
    guard let request = task.sentRequest else { return true }
    // No protocol can load such a task, so it ends here.
    guard task.isStream else {
      if LiveNetworkGuard.opensConnection(request) { AskedTask.beginWork(of: task) }
      return true
    }
    switch route(of: task) {
    case .open, .passed: return true
    case .refused(let refusal): router.report(refusal, of: request)
    case .answered(let scope): scope.context(of: .shared).report(MockedSessionError(.webSocket, request))
    }
    task.endUnsent()
    return false
  }

  /// Decides where a task's request goes.
  fileprivate static func route(of task: URLSessionTask) -> SessionRoute {
    guard let router = router.withLock({ $0 }), let request = task.sentRequest,
      LiveNetworkGuard.opensConnection(request)
    else { return .open }
    return AskedTask.route(of: request, for: task) { sender in
      router.route(AskedRequest(request, body: task.sentBody), from: sender)
    }
  }

  /// Decides where a request goes whose task is not known.
  static func route(of request: URLRequest) -> SessionRoute {
    router.withLock { $0 }?.route(AskedRequest(request, body: .unknown), from: nil) ?? .open
  }

  /// Reports a request that is refused, in the test of the code that sends it.
  fileprivate static func report(_ refusal: SessionRoute.Refusal, of request: URLRequest, _ task: URLSessionTask?) {
    guard let router = router.withLock({ $0 }) else { return }
    guard let sender = task.flatMap(AskedTask.sender) else { return router.report(refusal, of: request) }
    sender.enter { router.report(refusal, of: request) }
  }
}

/// Code that decides where the requests of all sessions go.
package protocol SessionRouting: Sendable {
  /// The code that runs now, as far as it is known.
  var sender: SessionRoute.Sender { get }
  /// Decides about a request of some code; nil if nobody saw which.
  func route(_ asked: AskedRequest, from sender: SessionRoute.Sender?) -> SessionRoute
  /// Reports a request that was refused, in the context of the code that sends it.
  func report(_ refusal: SessionRoute.Refusal, of request: URLRequest)
}

extension URLSessionTask {
  fileprivate var sentRequest: URLRequest? { currentRequest ?? originalRequest }
}

/// The protocol of any session, for requests that the stubs of a test answer.
final class EverySessionProtocol: SessionProtocol {
  private var found: SessionContext?

  /// The context of the test that the task belongs to. The task's session is not known, so it is that of the shared one.
  override var context: SessionContext? {
    if found == nil, let task, case .answered(let scope) = AskedSessions.route(of: task) {
      found = scope.context(of: .shared)
    }
    return found
  }

  override class func canInit(with request: URLRequest) -> Bool { SessionSend.current?.protocolClass == self }

  override class func canInit(with task: URLSessionTask) -> Bool {
    guard !task.isStream, case .answered = AskedSessions.route(of: task) else { return false }
    return true
  }
}

/// The protocol of any session, for requests that may not go out.
final class OfflineProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    if let send = SessionSend.current { return send.protocolClass == self }
    guard case .refused = AskedSessions.routeOfStray(request) else { return false }
    return true
  }

  override class func canInit(with task: URLSessionTask) -> Bool {
    guard !task.isStream, case .refused = AskedSessions.route(of: task) else { return false }
    return true
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    // A session ends a cancelled task itself.
    guard task?.state != .canceling else { return }
    // A session may load a task more than once.
    if case .refused(let refusal) = task.map(AskedSessions.route) ?? AskedSessions.route(of: request),
      task.map(AskedTask.takeReport) ?? true
    {
      AskedSessions.report(refusal, of: request, task)
    }
    client?.urlProtocol(self, didFailWithError: URLError(.notConnectedToInternet, of: request))
  }

  override func stopLoading() {}
}
