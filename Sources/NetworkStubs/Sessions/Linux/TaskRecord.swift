#if canImport(FoundationNetworking)
  /// What is known of a mocked session's task beyond what the session knows: its steps, the thread that resumed it, and what it shows.
  final class TaskRecord: Sendable {
    private struct State {
      /// The thread that has resumed the task, until it has gone on.
      var resumed: ResumingThread?
      /// Whether what that thread may have waited for has had its turn since it was last seen to go on.
      var hadTurn = false
      var shown = ShownTask()
    }

    let load: Guarded<SessionLoad>
    private let state = Guarded(State())

    init(_ load: Guarded<SessionLoad>) { self.load = load }

    /// What the task shows, where its session does not know it.
    var shown: ShownTask { state.withLock { $0.shown } }

    func show(_ change: (inout ShownTask) -> Void) { state.withLock { change(&$0.shown) } }

    /// Shows an answer that the session is not told of, and its length.
    func show(_ head: HTTPURLResponse?) {
      show { shown in
        shown.response = head
        shown.expectBytes(of: head)
      }
    }

    /// Notes that the current thread resumes the task.
    func noteResumption() {
      let thread = ResumingThread.current
      state.withLock { $0.resumed = thread }
    }

    /// Returns the time until the next look at the thread that has resumed the task; nil if it has gone on.
    ///
    /// It may wait for the session's queue or the task's, to suspend or cancel the task: these have their turns before the answer, and
    /// it must still wait afterwards.
    func pauseBeforeAnswer() -> Duration? {
      guard let thread = state.withLock({ $0.resumed }) else { return nil }
      let pause = thread.pause
      return state.withLock { state in
        if pause == nil, state.hadTurn {
          state.resumed = nil
          return nil
        }
        state.hadTurn = pause == nil
        return pause ?? .zero
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
#endif
