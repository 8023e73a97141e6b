import TestSupport

@testable import NetworkStubs
@testable import NetworkTesting

#if canImport(FoundationNetworking)
  /// Once a call is cancelled and its caller does not know its end, the caller is told of the cancellation.
  @Suite("A mocked session's call, cancelled before its caller knows the end")
  struct CancellationOrderTests {
    /// The means by which a caller waits.
    enum Form: String, CaseIterable, Sendable {
      case handler, delegate, upload, uploadHandler, stream, redirect, failure
    }

    /// The delegate queue.
    enum Queue: String, CaseIterable, Sendable {
      case usual, serial, concurrent

      var queue: OperationQueue? {
        let queue = OperationQueue()
        switch self {
        case .usual: return nil
        case .serial: queue.maxConcurrentOperationCount = 1
        case .concurrent: queue.maxConcurrentOperationCount = 4
        }
        return queue
      }
    }

    /// How the call is cancelled.
    enum Means: String, CaseIterable, Sendable { case task, session }

    struct Case: CustomStringConvertible, Sendable {
      let form: Form
      let queue: Queue
      let means: Means

      var description: String { "\(form) \(queue) \(means)" }

      static let all = Form.allCases.flatMap { form in
        Queue.allCases.flatMap { queue in Means.allCases.map { Case(form: form, queue: queue, means: $0) } }
      }
    }

    // The delegate queue is held, so the answer is with the session, and its caller cannot know it yet.
    @Test("is told so, though the session has the answer", .timeLimit(.minutes(5)), arguments: Case.all)
    func handedOver(_ given: Case) async throws {
      let call = CancelledCall(given.form, on: given.queue.queue)
      call.session.delegateQueue.isSuspended = true
      call.task.resume()
      await call.isWithSession()
      switch given.means {
      case .task: call.task.cancel()
      case .session: call.session.invalidateAndCancel()
      }
      call.session.delegateQueue.isSuspended = false
      #expect(await call.ends == [.cancelled])
      #expect((call.task.error as? URLError)?.code == .cancelled)
      call.session.finishTasksAndInvalidate()
    }

    @Test("is told the answer, where the queue has got to it", arguments: Form.allCases, Queue.allCases)
    func told(form: Form, queue: Queue) async throws {
      let call = CancelledCall(form, on: queue.queue)
      call.task.resume()
      let ends = await call.ends
      call.task.cancel()
      #expect(ends == [form == .failure ? .failed : .answered])
      #expect(await call.ends == ends)
      call.session.finishTasksAndInvalidate()
    }

    private static let rounds = Effort.count(30, full: 3_000)

    @Test("is told so where the call is awaited, 30 times or 3,000", arguments: ["data", "upload", "redirect"])
    func awaited(kind: String) async throws {
      let transport = MockTransport(
        .any("/a").respond(with: .text("tea")).optional(),
        .any("/redirect").respond(with: .redirect(to: "/a")).optional())
      let session = URLSession.mocked(by: transport)
      for _ in 0..<Self.rounds {
        let call = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          switch kind {
          case "upload": return try await session.upload(for: .test("/a", "POST"), from: Data("tea".utf8))
          case "redirect": return try await session.data(for: .test("/redirect"))
          default: return try await session.data(for: .test("/a"))
          }
        }
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .cancelled)
      }
    }
  }

  /// A call whose answer comes at once.
  private final class CancelledCall: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    enum End: Hashable { case answered, failed, cancelled }

    private let form: CancellationOrderTests.Form
    private let known = Guarded<[End]>([])
    private let ended = Gate()
    // Set once, before anything else has the call.
    private(set) var session: URLSession = .shared
    private(set) var task: URLSessionTask = URLSessionTask()

    init(_ form: CancellationOrderTests.Form, on queue: OperationQueue?) {
      self.form = form
      super.init()
      let transport = MockTransport(
        .any("/a").respond(with: .text("tea")).optional(),
        .any("/stream").respond(with: .stream("te", "a", headers: .ofPieces)).optional(),
        .any("/redirect").respond(with: .redirect(to: "/a")).optional(),
        .any("/failure").respond(with: .error(.networkConnectionLost)).optional())
      let hasDelegate = form == .delegate || form == .upload || form == .stream || form == .failure
      session = .mocked(by: transport, delegate: hasDelegate ? self : nil, delegateQueue: queue)
      let handler: @Sendable (Data?, URLResponse?, (any Error)?) -> Void = { [weak self] in self?.end($2) }
      switch form {
      case .handler: task = session.dataTask(with: .test("/a"), completionHandler: handler)
      case .delegate: task = session.dataTask(with: .test("/a"))
      case .upload: task = session.uploadTask(with: .test("/a", "POST"), from: Data("tea".utf8))
      case .uploadHandler:
        task = session.uploadTask(with: .test("/a", "POST"), from: Data("tea".utf8), completionHandler: handler)
      case .stream: task = session.dataTask(with: .test("/stream"))
      case .redirect: task = session.dataTask(with: .test("/redirect"), completionHandler: handler)
      case .failure: task = session.dataTask(with: .test("/failure"))
      }
    }

    /// The ends that the caller was told, when there is one and the session has nothing more to do.
    var ends: [End] {
      get async {
        await ended.wait()
        for _ in 0..<2 { TaskReflection.workQueue(of: task)?.sync {} }
        await withCheckedContinuation { (idle: CheckedContinuation<Void, Never>) in
          session.delegateQueue.addBarrierBlock { idle.resume() }
        }
        return known.withLock { $0 }
      }
    }

    /// Waits until the session has all of the answer.
    func isWithSession() async {
      let expected = form == .stream ? 4 : form == .delegate || form == .upload ? 3 : 1
      while session.delegateQueue.operationCount < expected { await Task.yield() }
      for _ in 0..<2 { TaskReflection.workQueue(of: task)?.sync {} }
    }

    private func end(_ error: (any Error)?) {
      let isCancelled = (error as? URLError)?.code == .cancelled
      known.withLock { $0.append(error == nil ? .answered : isCancelled ? .cancelled : .failed) }
      ended.open()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      end(error)
    }
  }
#endif
