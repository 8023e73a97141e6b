#if canImport(FoundationNetworking)
  /// What is known of a mocked session's task beyond what the session knows: who comes first, its end or its cancellation, and what
  /// the task shows.
  ///
  /// A session hands the end of a task over to its delegate queue, and the caller is told when that queue gets to it. Until then
  /// a cancellation must win, and the session itself would let it lose. It looks at the task's state right before it tells the
  /// caller, and tells nothing where the task is completed. So that look is the moment that decides: a task whose answer is
  /// withdrawn shows itself as completed to that one look, and then the session tells of the cancellation.
  final class TaskRecord: Sendable {
    private enum Phase {
      /// The session has no end to tell.
      case open
      /// It has one, which its caller does not know yet.
      case handedOver
      /// The caller knows the end.
      case told
      /// A cancellation came before the caller knew the end that was handed over.
      case withdrawn
      /// Only the cancellation is left to tell.
      case cancelled
      /// The cancellation is handed over.
      case over
    }

    /// Who looks at the state right before the caller is told.
    enum Teller {
      case thread(ObjectIdentifier)
      case queue(OperationQueue)

      static var currentThread: Self { .thread(ObjectIdentifier(Thread.current)) }

      fileprivate var isCurrent: Bool {
        switch self {
        case .thread(let thread): thread == ObjectIdentifier(Thread.current)
        case .queue(let queue): OperationQueue.current === queue
        }
      }
    }

    private struct State {
      var phase = Phase.open
      var teller: Teller?
      /// Hands the cancellation over to the session, if it has the end already.
      var cancel: (@Sendable () -> Void)?
      /// Whether it is handed over only when the end is withdrawn: on a queue that does several things at once.
      var cancelsLater = false
      /// The thread that hands the cancellation to the session; nil again once the session has looked at the state there.
      var cancelsOn: ObjectIdentifier?
      /// The thread that has resumed the task, if the caller is not told its end before that had its chance to go on.
      var resumed: ResumingThread?
      /// The thread that tells the caller its end.
      var toldOn: ObjectIdentifier?
      /// Whether it has told it.
      var isTold = false
      /// The threads that wait until it has.
      var waiting: [DispatchSemaphore] = []
      var shown = ShownTask()

      /// Whether another thread tells the caller its end now.
      var isBeingToldElsewhere: Bool {
        phase == .told && !isTold && toldOn != nil && toldOn != ObjectIdentifier(Thread.current)
      }
    }

    /// The record whose task's end is being handed over to the delegate queue.
    @TaskLocal static var handedOver: TaskRecord?

    let load: Guarded<SessionLoad>
    private let state = Guarded(State())

    init(_ load: Guarded<SessionLoad>) { self.load = load }

    /// What the task shows, where its session does not know it.
    var shown: ShownTask {
      get { state.withLock { $0.shown } }
      set { state.withLock { $0.shown = newValue } }
    }

    /// Whether the cancellation came before the caller knew another end.
    var isCancelled: Bool {
      state.withLock { state in
        switch state.phase {
        case .withdrawn, .cancelled, .over: true
        case .open, .handedOver, .told: false
        }
      }
    }

    /// Shows an answer that the session is not told of, and its length.
    func show(_ head: HTTPURLResponse?) {
      show { shown in
        shown.response = head
        shown.expectBytes(of: head)
      }
    }

    func show(_ change: (inout ShownTask) -> Void) { state.withLock { change(&$0.shown) } }

    /// Notes that the current thread resumes the task.
    func noteResumption() {
      let thread = ResumingThread.current
      state.withLock { $0.resumed = thread }
    }

    /// Begins to hand an end over, unless there is one already, or the task is cancelled.
    ///
    /// - Parameters:
    ///   - teller: Who looks at the state next; nil if that is said later.
    ///   - isAwaited: Whether an async call is resumed, whose task has nothing to do until then.
    ///   - cancelsLater: Whether the session may be told of a cancellation only when the end is withdrawn.
    ///   - cancel: What tells the session of a cancellation.
    func handOver(
      to teller: Teller?, isAwaited: Bool = false, cancelsLater: Bool, orCancel cancel: @escaping @Sendable () -> Void
    ) -> Bool {
      state.withLock { state in
        guard state.phase == .open else { return false }
        state.phase = .handedOver
        if isAwaited { state.resumed = nil }
        state.teller = teller
        state.cancelsLater = cancelsLater
        state.cancel = cancel
        return true
      }
    }

    /// Notes who looks at the state next.
    func expect(_ teller: Teller) {
      state.withLock { state in
        guard state.phase == .handedOver || state.phase == .withdrawn else { return }
        state.teller = teller
      }
    }

    /// Notes that nobody is told.
    func expectNobody() {
      state.withLock { state in
        guard state.phase == .handedOver else { return }
        state.phase = .told
        state.cancel = nil
      }
    }

    /// Waits, right before the caller is told, until the thread that has resumed the task had its chance to cancel it.
    private func waitForResumingThread() {
      let thread = state.withLock { state -> ResumingThread? in
        guard state.phase == .handedOver, state.teller?.isCurrent == true else { return nil }
        defer { state.resumed = nil }
        return state.resumed
      }
      thread?.wait { state.withLock { $0.phase != .handedOver } }
    }

    /// Returns whether the session is about to tell its caller an end that is withdrawn.
    func isWithdrawn() -> Bool {
      waitForResumingThread()
      let (isWithdrawn, cancel) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
        if state.cancelsOn == ObjectIdentifier(Thread.current) { state.cancelsOn = nil }
        guard let teller = state.teller, teller.isCurrent else { return (false, nil) }
        state.teller = nil
        defer { state.cancel = nil }
        switch state.phase {
        case .handedOver:
          state.phase = .told
          state.toldOn = ObjectIdentifier(Thread.current)
          return (false, nil)
        case .withdrawn:
          state.phase = .over
          return (true, state.cancel)
        case .open, .told, .cancelled, .over: return (false, nil)
        }
      }
      cancel?()
      return isWithdrawn
    }

    /// Notes that the caller has been told its end.
    func noteTold() {
      let waiting = state.withLock { state in
        guard state.phase == .told else { return [DispatchSemaphore]() }
        state.isTold = true
        defer { state.waiting = [] }
        return state.waiting
      }
      for thread in waiting { thread.signal() }
    }

    /// Waits while another thread tells the caller its end, so that no end begins to be told after a cancellation has returned.
    ///
    /// A thread may lose its processor between its look at the state and the first line of the caller's code. Nothing tells when that
    /// line has run, only when all of it has. Code that waits there for the cancellation is left alone after a tenth of a second.
    ///
    /// - Parameters:
    ///   - task: The task.
    ///   - isOver: Whether the session is done with the task.
    func waitForTeller(of task: URLSessionTask, isOver: () -> Bool) {
      guard state.withLock(\.isBeingToldElsewhere), !isOver(), TaskReflection.resumesCaller(task) == false else {
        return
      }
      let isTold = DispatchSemaphore(value: 0)
      let isAwaited = state.withLock { state in
        if state.isBeingToldElsewhere { state.waiting.append(isTold) }
        return state.isBeingToldElsewhere
      }
      guard isAwaited else { return }
      // A queue that does several things at once says only when all of them are done.
      if let queue = TaskReflection.session(of: task)?.delegateQueue, queue.maxConcurrentOperationCount != 1,
        OperationQueue.current !== queue
      {
        queue.addBarrierBlock { [self] in noteTold() }
      }
      _ = isTold.wait(timeout: .now() + .milliseconds(100))
    }

    /// Lets the cancellation win, unless the caller knows the end; what is returned tells the session, if it would not know by itself.
    func withdraw() -> (@Sendable () -> Void)? {
      state.withLock { state in
        switch state.phase {
        case .open: state.phase = .cancelled
        case .handedOver:
          state.phase = .withdrawn
          guard !state.cancelsLater else { return nil }
          defer { state.cancel = nil }
          return state.cancel
        case .told, .withdrawn, .cancelled, .over: break
        }
        return nil
      }
    }

    /// Hands the cancellation to the session, and returns whether the session will tell a delegate or a handler.
    ///
    /// With a delegate or a handler, the session checks the task's state later, on its delegate queue. Without one, it checks at once,
    /// on this thread.
    func reachesSomebody(by handOver: () -> Void) -> Bool {
      let thread = ObjectIdentifier(Thread.current)
      state.withLock { $0.cancelsOn = thread }
      handOver()
      return state.withLock { state in
        defer { state.cancelsOn = nil }
        return state.cancelsOn != nil
      }
    }

    /// Returns whether an error is that of the cancellation which has won, and is told now.
    func tellsCancellation(_ error: any Error) -> Bool {
      guard (error as? URLError)?.code == .cancelled else { return false }
      return state.withLock { state in
        guard state.phase == .cancelled else { return false }
        state.phase = .over
        return true
      }
    }
  }

  /// What a task shows where its session does not know it: FoundationNetworking's own protocol sets what no other protocol can.
  struct ShownTask {
    var error: (any Error)?
    /// The request after redirects.
    var request: URLRequest?
    /// An answer that the session was not told of.
    var response: URLResponse?
    var bytesSent: Int64?
    var bytesExpectedToSend: Int64?
    var bytesExpectedToReceive: Int64?

    /// Notes the length of an answer, as FoundationNetworking does: unknown where the answer does not say it, and where it is encoded.
    mutating func expectBytes(of response: URLResponse?) {
      let coding = (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
      let length = coding == "identity" ? response?.expectedContentLength ?? -1 : -1
      bytesExpectedToReceive = length > 0 ? length : NSURLSessionTransferSizeUnknown
    }
  }

  extension SessionQueue {
    /// Returns a block that says who tells a caller, if that is what it does.
    func marked(_ block: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
      guard let record = TaskRecord.handedOver else { return block }
      return {
        record.expect(.currentThread)
        block()
        record.noteTold()
      }
    }
  }
#endif
