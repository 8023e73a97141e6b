import NetworkLoopback
import NetworkTesting
import TestSupport

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  /// Once a session has an answer, its own `cancel()` decides, as over a bare session.
  @Suite("A mocked session's call, cancelled before its caller knows the end", .timeLimit(.minutes(15)))
  struct CancellationOrderTests {
    /// How the call is cancelled.
    enum Means: String, CaseIterable, Sendable { case task, session }

    struct Case: CustomStringConvertible, Sendable {
      let form: CancelledForm
      let queue: CancelledQueue
      let means: Means

      var description: String { "\(form) \(queue) \(means)" }

      /// Not those where a bare session follows a redirect, or fails, at a time of its own.
      static let all = [CancelledForm.handler, .delegate].flatMap { form in
        CancelledQueue.own.flatMap { queue in Means.allCases.map { Case(form: form, queue: queue, means: $0) } }
      }
    }

    // The delegate queue is held, so the answer is with the session, and its caller cannot know it yet.
    @Test("a call cancelled after its answer has come is told what a bare session tells", arguments: Case.all)
    func handedOver(_ given: Case) async throws {
      let mocked = try await ends(given, CancelledCall(given.form, on: given.queue.queue))
      try await withLoopbackServer(answering: MockTransport(CancelledForm.stubs)) { server in
        let bare = try await ends(given, CancelledCall(given.form, on: given.queue.queue, of: .bare, to: server.host))
        #expect(mocked == bare)
      }
      #expect(mocked.count == 1)
    }

    private func ends(_ given: Case, _ call: CancelledCall) async throws -> [CancelledCall.End] {
      call.session.delegateQueue.isSuspended = true
      call.task.resume()
      try await call.isWithSession()
      switch given.means {
      case .task: call.task.cancel()
      case .session: call.session.invalidateAndCancel()
      }
      call.session.delegateQueue.isSuspended = false
      defer { call.session.finishTasksAndInvalidate() }
      return await call.ends
    }

    @Test(
      "has one end, while its session is invalidated, 20 times or 2,000", .everySession(CancelledForm.stubs),
      arguments: CancelledForm.ofTasks, CancelledSession.answered)
    func invalidated(form: CancelledForm, session: CancelledSession) async throws {
      try await invalidate(form, session, rounds: Effort.count(20, full: 2_000))
    }

    @Test(
      "has one end on the main actor as well", .everySession(CancelledForm.stubs), arguments: CancelledForm.ofTasks,
      CancelledSession.answered)
    @MainActor func invalidatedOnMain(form: CancelledForm, session: CancelledSession) async throws {
      try await invalidate(form, session, rounds: Effort.count(10, full: 500))
    }

    private func invalidate(
      _ form: CancelledForm, _ session: CancelledSession, rounds: Int, isolation: isolated (any Actor)? = #isolation
    ) async throws {
      for _ in 0..<rounds {
        let call = CancelledCall(form, on: CancelledQueue.concurrent.queue, of: session)
        call.session.delegateQueue.isSuspended = true
        call.task.resume()
        try await call.isWithSession()
        call.session.invalidateAndCancel()
        call.session.delegateQueue.isSuspended = false
        try #require(await call.ends.count == 1)
      }
    }

    @Test(
      "a cancelled call is told the answer, where the queue has got to it", arguments: CancelledForm.ofTasks,
      CancelledQueue.own)
    func told(form: CancelledForm, queue: CancelledQueue) async throws {
      let call = CancelledCall(form, on: queue.queue)
      call.task.resume()
      let ends = await call.ends
      call.task.cancel()
      #expect(ends == [form == .failure ? .failed : .answered])
      #expect(await call.ends == ends)
      call.session.finishTasksAndInvalidate()
    }

    private static let rounds = Effort.count(30, full: 3_000)

    @Test(
      "a cancelled call that is awaited is told that it is cancelled, 30 times or 3,000",
      arguments: CancelledForm.ofAsync)
    func awaited(form: CancelledForm) async throws {
      let session = form.session(NoDelegate(), nil)
      for _ in 0..<Self.rounds {
        let call = Task {
          withUnsafeCurrentTask { $0?.cancel() }
          try await form.call(over: session)
        }
        let error = await #expect(throws: URLError.self) { try await call.value }
        #expect(error?.code == .cancelled)
      }
    }
  }

  private final class NoDelegate: NSObject, URLSessionDataDelegate, Sendable {}

  /// A call whose answer comes at once.
  final class CancelledCall: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    enum End: Hashable { case answered, failed, cancelled }

    private let form: CancelledForm
    private let known = Protected<[End]>([])
    private let ended = Gate()
    // Set once, before anything else has the call.
    private(set) var session: URLSession = .shared
    private(set) var task: URLSessionTask = URLSessionTask()

    init(
      _ form: CancelledForm, on queue: OperationQueue?, of kind: CancelledSession = .mocked, to host: URLHost? = nil
    ) {
      self.form = form
      super.init()
      session = form.session(self, queue, as: kind)
      task = form.task(of: session, to: host) { [weak self] in self?.end($2) }
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
    func isWithSession() async throws {
      let expected = form == .stream ? 4 : form == .delegate || form == .upload ? 3 : 1
      try await yield(until: session.delegateQueue.operationCount >= expected)
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
