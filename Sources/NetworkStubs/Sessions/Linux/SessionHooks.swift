#if canImport(FoundationNetworking)
  /// Two replaced methods of FoundationNetworking, by which every session of the process asks where a request goes.
  ///
  /// - `resume()` of tasks runs in the context of the code that sends, and so knows its test. It decides.
  /// - `canInit(with:)` of the protocols that open connections comes after the session's own protocols, and before the registered
  ///   ones. While a request that was decided about is sent, it says no, and the registered class that is meant takes it.
  ///
  /// Both are called through the tables of methods of classes that no one can subclass in between. Their slots are found by an
  /// experiment with subclasses of our own. If that does not lead to one slot each, or the tables cannot be written, nothing is
  /// changed.
  ///
  /// The methods stay replaced for the rest of the process: another thread may call one of them at any moment, and a store that
  /// puts it back would race with that call. While no test wants to be asked, they only call what was there before.
  package enum SessionHooks {
    private struct Use {
      /// The number of tests that want to be asked.
      var count = 0
      var areInstalled = false
      var router: (any SessionRouting)?
    }

    private static let use = Guarded(Use())

    /// Begins a use of the hooks, which are installed by the first.
    package static func begin(_ router: any SessionRouting) throws(SessionHookProblem) {
      _ = try plan.get()
      install()
      use.withLock { use in
        use.count += 1
        use.router = router
      }
    }

    /// Replaces the methods, unless they are replaced or cannot be.
    static func install() {
      guard case .success(let plan) = plan, !areInstalled else { return }
      // Before another thread finds the methods replaced, and a request is refused.
      _ = URLProtocol.registerClass(RefusingProtocol.self)
      use.withLock { use in
        guard !use.areInstalled else { return }
        use.areInstalled = true
        for method in plan.methods { method.replace() }
      }
    }

    /// Ends a use. After the last one, the replaced methods ask no router.
    package static func end() {
      use.withLock { use in
        use.count -= 1
        if use.count == 0 { use.router = nil }
      }
    }

    /// The reason why the hooks cannot be installed.
    package static var problem: SessionHookProblem? {
      if case .failure(let problem) = plan { problem } else { nil }
    }

    /// Whether they are installed; they stay.
    package static var areInstalled: Bool { use.withLock { $0.areInstalled } }

    /// Whether they ask where a request goes.
    package static var areUsed: Bool { use.withLock { $0.count > 0 } }

    private static let plan = Result { () throws(SessionHookProblem) in try Plan() }

    /// Sends a task's request where it belongs.
    @inline(never)
    fileprivate static func resume(_ task: URLSessionTask) {
      let resume: @Sendable () -> Void = { plan.resume(task) }
      if AppleAsking.isOn { return AskedSessions.resume(task, resume) }
      guard let router = use.withLock({ $0.router }), let request = task.currentRequest,
        LiveNetworkGuard.opensConnection(request)
      else { return SessionSend.$current.withValue(nil, operation: resume) }
      let asked = AskedRequest(request, of: TaskReflection.session(of: task), body: task.sentBody)
      switch router.route(asked, from: router.sender) {
      case .open, .passed:
        // The code may run in a task that another request has started.
        SessionSend.$current.withValue(nil, operation: resume)
      case .answered(let scope):
        let session = TaskReflection.session(of: task) ?? .shared
        if task is URLSessionWebSocketTask {
          return (session.ownContext ?? scope.context(of: session)).refuse(task)
        }
        AnsweredConfiguration.adopt(session.configuration)
        let send = SessionSend(to: scope.protocolClass(for: session))
        SessionSend.$current.withValue(send, operation: resume)
      case .refused(let refusal):
        if task.isStream {
          // Without WebSockets in libcurl, such a task asks no protocol.
          if let context = TaskReflection.session(of: task)?.ownContext { return context.refuse(task) }
          router.report(refusal, of: request)
          return task.endUnsent()
        }
        RefusingProtocol.resume(task, resume) { router.report(refusal, of: request) }
      }
    }

    /// Answers for a class of Foundation whether it loads a request.
    @inline(never)
    fileprivate static func canInit(_ protocolClass: URLProtocol.Type, with request: URLRequest) -> Bool {
      guard plan.original(of: protocolClass)?.canInit(with: request) == true else { return false }
      guard let send = SessionSend.current else { return true }
      send.stop()
      return false
    }
  }

  extension URLSession {
    /// The context of a mocked session.
    fileprivate var ownContext: SessionContext? {
      configuration.protocolClasses?.lazy.compactMap { ($0 as? SessionProtocol.Type)?.context }.first
    }
  }

  extension URLSessionTask {
    /// The body that the session sends for it.
    var sentBody: AskedRequest.Body {
      guard let upload = self as? URLSessionUploadTask else { return .ofRequest }
      switch TaskReflection.body(of: upload) {
      case .data(let data): return .data(data)
      case .file(let file): return (try? Data(contentsOf: file)).map { .data($0) } ?? .unknown
      case nil: return .unknown
      }
    }
  }

  extension Result where Success == Plan, Failure == SessionHookProblem {
    fileprivate func resume(_ task: URLSessionTask) { if case .success(let plan) = self { plan.resume(task) } }

    fileprivate func original(of protocolClass: URLProtocol.Type) -> URLProtocol.Type? {
      if case .success(let plan) = self { plan.originals[ObjectIdentifier(protocolClass)] } else { nil }
    }
  }

  /// The methods to replace, and those that were there before.
  private struct Plan: Sendable {
    fileprivate let methods: [ReplacedMethod]
    /// Classes whose `canInit(with:)` is that of each of Foundation's before.
    let originals: [ObjectIdentifier: URLProtocol.Type]
    /// The methods `resume()` before, of the classes of tasks.
    private let resumes: [ObjectIdentifier: UInt]

    init() throws(SessionHookProblem) {
      let canInit = try MethodSlot(
        of: "URLProtocol.canInit(with:)", plain: PlainProtocol.self, overriding: HookedProtocol.self,
        base: URLProtocol.self)
      let resume = try MethodSlot(
        of: "URLSessionTask.resume()", plain: PlainTask.self, overriding: HookedTask.self, base: URLSessionDataTask.self
      )
      guard let hookedProtocol = MethodTable(of: HookedProtocol.self), let hookedTask = MethodTable(of: HookedTask.self)
      else { throw SessionHookProblem(reason: "its classes have another layout") }
      let connecting = Self.connectingClasses
      let stands = Self.stands
      guard !connecting.isEmpty, connecting.count <= stands.count else {
        throw SessionHookProblem(reason: "\(connecting.count) of its protocol classes open connections")
      }
      var methods: [ReplacedMethod] = []
      var originals: [ObjectIdentifier: URLProtocol.Type] = [:]
      for (protocolClass, stand) in zip(connecting, stands) {
        let method = try ReplacedMethod(canInit, of: protocolClass, by: hookedProtocol)
        methods.append(method)
        // An ordinary class of ours in which the old method can be called.
        try ReplacedMethod(canInit, of: stand, by: method.original).replace()
        originals[ObjectIdentifier(protocolClass)] = stand
      }
      var resumes: [ObjectIdentifier: UInt] = [:]
      for task in Self.tasks {
        let method = try ReplacedMethod(resume, of: task, by: hookedTask)
        methods.append(method)
        resumes[ObjectIdentifier(task)] = method.original
      }
      self.methods = methods
      self.originals = originals
      self.resumes = resumes
      try check()
    }

    /// Makes sure, before anything of Foundation is changed, that the slots are those that calls go through.
    private func check() throws(SessionHookProblem) {
      guard let url = URL(string: "https://localhost"), let file = URL(string: "file:///") else { return }
      let answers = originals.values.map {
        ($0.canInit(with: URLRequest(url: url)), $0.canInit(with: URLRequest(url: file)))
      }
      guard answers.contains(where: \.0), !answers.contains(where: \.1) else {
        throw SessionHookProblem(reason: "calls of URLProtocol.canInit(with:) do not go through its table of methods")
      }
    }

    /// Calls the method `resume()` that a task had before.
    func resume(_ task: URLSessionTask) {
      var type: AnyClass? = Swift.type(of: task)
      while let current = type {
        if let method = resumes[ObjectIdentifier(current)] {
          return MethodTable.call(method, of: task)
        }
        type = _getSuperclass(current)
      }
    }

    /// Foundation's protocol classes for what leaves the process.
    private static var connectingClasses: [URLProtocol.Type] {
      let requests = LiveNetworkGuard.connectingSchemes.compactMap { URL(string: "\($0)://localhost") }.map {
        URLRequest(url: $0)
      }
      return (URLSessionConfiguration.default.protocolClasses ?? []).compactMap { $0 as? URLProtocol.Type }
        .filter { type in requests.contains { type.canInit(with: $0) } }
    }

    private static let stands: [URLProtocol.Type] = [
      FirstOriginal.self, SecondOriginal.self, ThirdOriginal.self, FourthOriginal.self, FifthOriginal.self,
    ]

    private static let tasks: [AnyClass] = [
      URLSessionDataTask.self, URLSessionUploadTask.self, URLSessionDownloadTask.self, URLSessionWebSocketTask.self,
    ]
  }

  /// One slot of one class, and the method that was in it.
  private struct ReplacedMethod: Sendable {
    private let table: MethodTable
    private let slot: Int
    let original: UInt
    private let replacement: UInt

    init(_ slot: MethodSlot, of type: AnyClass, by replacement: UInt) throws(SessionHookProblem) {
      guard let table = MethodTable(of: type), slot.index < table.count, table[slot.index] != 0 else {
        throw SessionHookProblem(reason: "\(type) has another layout")
      }
      guard table.isWritable(at: slot.index) else {
        throw SessionHookProblem(reason: "the table of methods of \(type) cannot be written")
      }
      self.table = table
      self.slot = slot.index
      self.replacement = replacement
      original = table[slot.index]
    }

    init(_ slot: MethodSlot, of type: AnyClass, by hook: MethodTable) throws(SessionHookProblem) {
      try self.init(slot, of: type, by: hook[slot.index])
    }

    func replace() { table[slot] = replacement }
  }

  // The classes of the experiment. Methods of the hooked ones are called with the classes and tasks of Foundation as `self`, so
  // they have no state.
  private class PlainProtocol: URLProtocol {}

  private class HookedProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { SessionHooks.canInit(self, with: request) }
  }

  private class FirstOriginal: URLProtocol {}
  private class SecondOriginal: URLProtocol {}
  private class ThirdOriginal: URLProtocol {}
  private class FourthOriginal: URLProtocol {}
  private class FifthOriginal: URLProtocol {}

  private class PlainTask: URLSessionDataTask, @unchecked Sendable {}

  private class HookedTask: URLSessionDataTask, @unchecked Sendable {
    override func resume() { SessionHooks.resume(self) }
  }
#endif
