#if canImport(FoundationNetworking)
  /// A protocol whose task may be cancelled at any moment, and ends once.
  class LoadingURLProtocol: URLProtocol {
    let record = TaskRecord(Guarded(SessionLoad()))
    var load: Guarded<SessionLoad> { record.load }
    private var ending: EndingClient?

    override var client: (any URLProtocolClient)? {
      get {
        if let ending { return ending }
        ending = super.client.map { EndingClient($0, record) }
        return ending
      }
      set { super.client = newValue }
    }

    /// The task, set once with its task-locals by the code that resumes it, before it can be cancelled.
    override var task: URLSessionTask? {
      didSet {
        guard let task else { return }
        MockedTask.adopt(task, record)
        guard task.state == .running else { return }
        sendRequest()
        // An awaiting task does nothing until it is answered, and a simulated run orders its tasks itself.
        if TaskReflection.resumesCaller(task) != true, load.withLock({ $0.origin.order == nil }) {
          record.noteResumption()
        }
      }
    }

    func sendRequest() {}

    /// Notes that the session has chosen the class for a request.
    class func noteChoice() { CacheLook.begin() }

    /// The request as the session provides it.
    var provided: URLRequest { request.asProvided }
  }

  /// The queue on which a session of FoundationNetworking calls its protocols, the only safe place for its registry of tasks.
  struct LoadingQueue: Sendable {
    private let owner: LoadingBound<SessionProtocol>

    init(_ owner: SessionProtocol) { self.owner = LoadingBound(owner) }

    /// Runs a closure on the queue, which steps of a clock wait for.
    func run(_ body: @escaping @Sendable () -> Void) {
      guard let task = owner.value.task, let queue = TaskReflection.workQueue(of: task) else { return body() }
      let origin = owner.value.load.withLock { $0.origin }
      if let order = origin.order {
        order.handOver {
          task.followDelegate()
          FollowedQueue.deliver(in: order) { queue.sync(execute: body) }
          // The session may go on by itself.
          queue.sync {}
          task.waitForDelegate(in: owner.value.context?.harness)
        }
      } else {
        let work = origin.beginWork("an answer on its way to its caller")
        queue.async { perform(work, body) }
      }
    }

    /// Runs a closure, already on the queue, that steps of a clock wait for, with everything that it calls; first, the thread that has
    /// resumed the task has its chance to cancel it.
    func perform(_ work: ClockStep.Work?, _ body: @escaping @Sendable () -> Void) {
      let task = owner.value.task
      if let pause = owner.value.record.pauseBeforeAnswer(), let queue = task.flatMap(TaskReflection.workQueue) {
        // First what waits for the session, such as its invalidation.
        let next = task.flatMap(TaskReflection.sessionQueue) ?? queue
        let look: @Sendable () -> Void = { queue.async { perform(work, body) } }
        return pause == .zero
          ? next.async(execute: look) : next.asyncAfter(deadline: .now() + pause / .seconds(1), execute: look)
      }
      guard let work else { return body() }
      let queue = task?.followDelegate()
      work.perform(body)
      queue?.keep(work)
    }
  }

  extension OperationQueue {
    /// Keeps a step waiting until it has done what it has to do now.
    fileprivate func keep(_ work: ClockStep.Work) {
      let held = Guarded<ClockStep.Work?>(work)
      afterTurn { _ = held.take() }
      guard isSuspended else { return }
      _ = RealTime.shared.run(at: .now + .seconds(1)) { [self] in
        if isSuspended { held.take()?.step.record(problemOfSuspension) }
      }
    }
  }

  extension URLSessionTask {
    /// Waits until the delegate queue has done what it has to do now.
    func waitForDelegate(in harness: (any Harness)? = nil) {
      guard let queue = otherDelegateQueue else { return }
      if !queue.waitForTurn(), queue.isSuspended, let harness {
        harness.record(queue.problemOfSuspension(at: harness.place))
      }
      if queue !== OperationQueue.main { OperationQueue.main.waitForTurn() }
    }

    /// Waits until the session has told the caller of a cancellation, and calls back before the delegate queue has its turn.
    func waitForCancellation(_ end: () -> Void) {
      guard let queue = TaskReflection.workQueue(of: self) else { return end() }
      // The first turn may be what begins the second.
      for _ in 0..<2 { queue.sync {} }
      end()
      waitForDelegate()
    }

    /// Keeps a step waiting until then, and calls back.
    func keepForCancellation(_ work: ClockStep.Work, _ end: @escaping @Sendable () -> Void) {
      guard let queue = TaskReflection.workQueue(of: self) else { return end() }
      queue.async {
        queue.async {
          end()
          self.otherDelegateQueue?.keep(work)
        }
      }
    }

    /// Whether it is more than a request and its answer.
    var isStream: Bool { self is URLSessionWebSocketTask }
  }

  extension HTTPResponse {
    /// The header fields as a session returns them: repeated ones joined where they are spelled alike, and no blanks before a value.
    var joinedFields: [String: String] {
      var fields: [String: String] = [:]
      for field in headers {
        let value = field.value.withoutBlanksBefore
        fields[field.name] = fields[field.name].map { "\($0), \(value)" } ?? value
      }
      return fields
    }
  }

  extension String {
    fileprivate var withoutBlanksBefore: String {
      utf8.first == UInt8(ascii: " ") || utf8.first == UInt8(ascii: "\t")
        ? String(drop { $0 == " " || $0 == "\t" }) : self
    }
  }

  extension SessionProtocol {
    /// Whether the task is already cancelled: the session ends it by itself, and a second end is a fatal error. The handler of its
    /// progress cancels it a moment later.
    var isCancelled: Bool { task?.state == .canceling || task?.progress.isCancelled == true }

    /// Returns whether the session cancels the task at once, since its caller, who awaits it, is cancelled already.
    func isInVain(for sender: TaskSender?) -> Bool {
      (sender?.isCancelled ?? Task.isCancelled) && task.flatMap(TaskReflection.resumesCaller) == true
    }

    /// Whether `stopLoading()` is a pause.
    var isPausing: Bool { task?.state == .suspended || task?.state == .running }

    static func head(of response: HTTPResponse, from url: URL?) -> HTTPURLResponse? {
      response.status == 401 ? UnchallengedResponse(response, from: url) : HTTPURLResponse(response, from: url)
    }

    /// Reports that the answer is complete.
    func finish(_ client: any URLProtocolClient) {
      UnchallengedResponse.withoutChallenge { client.urlProtocolDidFinishLoading(self) }
    }
  }

  extension SessionProtocol {
    /// Tells the delegate of an upload how much of the body is on its way, as FoundationNetworking does.
    func tellUpload(_ sent: Int, of expected: Int) {
      record.show { $0.bytesExpectedToSend = Int64(expected) }
      guard let task, let (session, delegate) = TaskReflection.toldDelegate(of: task), let delegate else { return }
      let pieces = stride(from: 0, to: sent, by: Self.pieceOfUpload).map { min($0 + Self.pieceOfUpload, sent) }
      // The body goes out again after a challenge.
      let before = record.shown.bytesSent ?? 0
      record.show { $0.bytesSent = before + Int64(sent) }
      var told = 0
      for total in pieces {
        let count = total - told
        told = total
        session.delegateQueue.addOperation {
          delegate.urlSession(
            session, task: task, didSendBodyData: Int64(count), totalBytesSent: before + Int64(total),
            totalBytesExpectedToSend: Int64(expected))
        }
      }
    }

    /// The size of libcurl's buffer for what it sends.
    private static var pieceOfUpload: Int { 65_536 }

    /// Returns an answer that a delegate has kept from redirecting: only the session's delegate gets its body.
    func keptBody(of response: HTTPResponse) -> HTTPResponse {
      guard context?.settings.platform != .apple, let task, !TaskReflection.callsDelegate(task) else {
        return response
      }
      var response = response
      response.body = Data()
      return response
    }

    /// Ends a task with an answer that redirects nowhere: the task has it, no delegate is told of it, and its body is lost.
    func deliverLost(_ response: HTTPResponse, from url: URL?, to client: any URLProtocolClient) {
      let head = HTTPURLResponse(response, from: url)
      record.show(head)
      finish(client)
    }

    /// Ends a task with an answer whose body cannot be decoded: its delegate is told of the head, and of what comes before the fault.
    func deliverUndecodable(
      _ response: HTTPResponse, from url: URL?, _ error: any Error, to client: any URLProtocolClient
    ) {
      if let task, context?.settings.platform == .linux {
        if TaskReflection.callsDelegate(task) {
          guard deliver(head: response, from: url, to: client) else { return }
          if !response.body.isEmpty { client.urlProtocol(self, didLoad: response.body) }
        } else if let head = HTTPURLResponse(response, from: url) {
          record.show { $0.expectBytes(of: head) }
        }
      }
      client.urlProtocol(self, didFailWithError: error)
    }
  }
#endif
