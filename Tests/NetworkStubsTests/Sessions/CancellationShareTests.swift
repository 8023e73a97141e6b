import NetworkLoopback
import NetworkTesting
import TestSupport

#if canImport(FoundationNetworking)
  /// The judge is a bare session: a stub answers sooner than any server, and a call that is cancelled at once must not be told its
  /// answer more often for that.
  ///
  /// A full run counts 150 rounds of each form, idle and beside four busy threads.
  @Suite("A mocked session's calls, cancelled")
  struct CancellationShareTests {
    private static let rounds = Effort.count(15, full: 150)

    @Test(
      "a mocked session's calls cancelled in the line after resume() are told an answer no more often than a bare one's",
      .timeLimit(.minutes(15)),
      arguments: CancelledBy.allCases, CancelledQueue.allCases)
    func atOnce(means: CancelledBy, queue: CancelledQueue) async {
      await countAtOnce(means, queue, beside: "nothing")
    }

    @Test(
      "a mocked session's calls cancelled in the line after resume() are told an answer no more often beside load",
      .timeLimit(.minutes(15)),
      .enabled("this run is not full") { Effort.isFull() })
    func besideLoad() async {
      let load = BusyThreads()
      defer { load.end() }
      for means in CancelledBy.allCases {
        for queue in CancelledQueue.allCases { await countAtOnce(means, queue, beside: "four busy threads") }
      }
    }

    private func countAtOnce(_ means: CancelledBy, _ queue: CancelledQueue, beside load: String) async {
      let counts = await counts(CancelledForm.ofTasks, queue, means) { _ in 0 }
      if Effort.isFull() { print("at once by \(means), queue \(queue), beside \(load): \(counts)") }
      #expect(counts.missing == 0)
      #expect(!counts.isTold(moreThan: Self.bareShare(means)), "\(counts), beside \(load)")
    }

    @Test(
      "a mocked session's calls cancelled at every moment end once", .timeLimit(.minutes(15)),
      arguments: CancelledForm.allCases, CancelledQueue.allCases)
    func anyMoment(form: CancelledForm, queue: CancelledQueue) async {
      let counts = await counts([form], queue, .task) { ($0 * 7_919) % 1_009 }
      if Effort.isFull() { print("at every moment, \(form), queue \(queue): \(counts)") }
      #expect(counts.missing == 0)
    }

    private func counts(
      _ forms: [CancelledForm], _ queue: CancelledQueue, _ means: CancelledBy,
      moment: @escaping @Sendable (Int) -> Int
    ) async -> CancelledCalls.Counts {
      var sum = CancelledCalls.Counts()
      for form in forms {
        let calls = CancelledCalls(form, queue, means)
        sum += await withCheckedContinuation { done in
          Thread.detachNewThread { done.resume(returning: calls.run(rounds: Self.rounds, moment)) }
        }
      }
      return sum
    }

    #if compiler(>=6.3)
      /// In a process of its own: a bare session may end a call twice, and crash then.
      @Test(
        "cancelled calls of a bare session are told an answer in some cases too", .exitTest,
        .enabled("this run is not full") { Effort.isFull() }, arguments: [CancelledBy.task, .progress, .session])
      func bare(means: CancelledBy) async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
          [means = means.rawValue as String] in
          let means = CancelledBy(rawValue: means) ?? .task
          try await withLoopbackServer(answering: MockTransport(CancelledForm.stubs)) { server in
            var sum = CancelledCalls.Counts()
            for queue in CancelledQueue.allCases {
              for form in [CancelledForm.handler, .delegate, .upload, .redirect] {
                let calls = CancelledCalls(form, queue, means, to: server.host)
                for _ in 0..<10 { sum += calls.run(rounds: 20) { _ in 0 } }
              }
            }
            print("a bare session, at once by \(means): \(sum)")
            #expect(sum.told > 0)
          }
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
      }
    #endif

    /// The share of these calls that an idle bare session tells an answer, as `bare` has counted it in 3,200 rounds each. Of
    /// `invalidateAndCancel()` it tells 18 %.
    private static func bareShare(_ means: CancelledBy) -> Double {
      switch means {
      case .task, .suspended: 0.007
      case .progress: 0.03
      case .session: 0.05
      }
    }
  }

  /// Threads that keep every processor busy.
  private final class BusyThreads: Sendable {
    private let isOver = Protected(false)

    init() {
      for _ in 0..<4 { Thread.detachNewThread { [isOver] in while !isOver.withLock({ $0 }) {} } }
    }

    func end() { isOver.withLock { $0 = true } }
  }

  /// Calls of one form that are cancelled, one after the other.
  // One round at a time; what is set in a round is set before its task is resumed.
  private final class CancelledCalls: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    struct Counts: CustomStringConvertible {
      /// The calls whose caller was told of the cancellation.
      var cancelled = 0
      /// The calls whose caller was told another end.
      var told = 0
      /// The calls whose caller was told nothing, or two ends.
      var missing = 0

      var description: String { "\(cancelled) cancelled, \(told) told, \(missing) missing" }

      static func += (sum: inout Self, other: Self) {
        sum.cancelled += other.cancelled
        sum.told += other.told
        sum.missing += other.missing
      }

      /// Whether more calls are told an answer than a share of them, and not by chance: by three standard deviations.
      func isTold(moreThan share: Double) -> Bool {
        let expected = Double(cancelled + told) * share
        return Double(told) > expected + 3 * expected.squareRoot()
      }
    }

    private let form: CancelledForm
    private let queue: CancelledQueue
    private let means: CancelledBy
    private let host: URLHost?
    private let ends = Protected<[Bool]>([])
    private let ended = DispatchSemaphore(value: 0)
    private var session: URLSession?

    init(_ form: CancelledForm, _ queue: CancelledQueue, _ means: CancelledBy, to host: URLHost? = nil) {
      self.form = form
      self.queue = queue
      self.means = means
      self.host = host
      super.init()
    }

    /// Runs on a thread that may wait.
    ///
    /// - Parameter moment: How many turns of a lock are between the beginning and the cancellation in a round.
    func run(rounds: Int, _ moment: (Int) -> Int) -> Counts {
      var counts = Counts()
      for number in 0..<rounds {
        let session = session ?? form.session(self, queue.queue, as: host == nil ? .mocked : .bare)
        self.session = means == .session ? nil : session
        ends.withLock { $0 = [] }
        let cancel = begin(over: session)
        for _ in 0..<moment(number) { _ = ends.withLock { $0.count } }
        cancel()
        waitForEnd(over: session)
        let ends = ends.withLock { $0 }
        if ends.count != 1 { counts.missing += 1 }
        if ends.first == true { counts.cancelled += 1 }
        if ends.first == false { counts.told += 1 }
      }
      // A call that has yet to begin would end the process.
      if counts.missing == 0 { session?.finishTasksAndInvalidate() }
      session = nil
      return counts
    }

    /// Begins a call, and returns what cancels it.
    private func begin(over session: URLSession) -> () -> Void {
      if form.isAwaited {
        let call = Task.detached { [self] in
          do {
            try await form.call(over: session, to: host)
            end(nil)
          } catch {
            end(error)
          }
        }
        return { call.cancel() }
      }
      let task = form.task(of: session, to: host) { [weak self] in self?.end($2) }
      let cancel: () -> Void =
        switch means {
        case .task: { task.cancel() }
        case .progress: { task.progress.cancel() }
        case .session: { session.invalidateAndCancel() }
        case .suspended:
          {
            task.suspend()
            task.cancel()
          }
        }
      task.resume()
      return cancel
    }

    /// Waits for the end of a call, and for a second one. An awaited call may have to wait for the pool for as long as other tests do.
    private func waitForEnd(over session: URLSession) {
      for _ in 1...24 where ended.wait(timeout: .now() + 10) == .success { break }
      let turn = DispatchSemaphore(value: 0)
      session.delegateQueue.addOperation { turn.signal() }
      turn.wait()
    }

    private func end(_ error: (any Error)?) {
      ends.withLock { $0.append((error as? URLError)?.code == .cancelled) }
      ended.signal()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
      end(error)
    }
  }
#endif
