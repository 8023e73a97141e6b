import Dispatch
import Foundation
import NetworkTesting
import TestSupport
import Testing

@testable import NetworkStubs

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("A session's delegate queue", .timeLimit(.minutes(15)))
struct SessionQueueTests {
  @Test(
    "a session's delegate queue is awaited longer when it is busy than when it is suspended", arguments: [true, false])
  func busyQueue(isSuspended: Bool) {
    let queue = LookedAtQueue(isSuspended: isSuspended)
    queue.addOperation { [isFree = queue.isFree] in isFree.wait() }
    #expect(queue.waitForTurn(lookingEvery: 0.01, atMost: 60) == !isSuspended)
    queue.isFree.signal()
  }

  /// A queue that is busy until somebody looks whether it is suspended.
  // Unchecked: its properties never change.
  private final class LookedAtQueue: OperationQueue, @unchecked Sendable {
    let isFree = DispatchSemaphore(value: 0)
    private let seemsSuspended: Bool

    init(isSuspended: Bool) {
      seemsSuspended = isSuspended
      super.init()
      maxConcurrentOperationCount = 1
    }

    override var isSuspended: Bool {
      get {
        if !seemsSuspended { isFree.signal() }
        return seemsSuspended
      }
      set {}
    }
  }

  @Test(
    "a session's delegate queue has reached its turn when all operations have ended, one after the other or not",
    arguments: [1, 4])
  func turn(atOnce: Int) async {
    let queue = BarrierQueue()
    queue.maxConcurrentOperationCount = atOnce
    let (events, event) = AsyncStream<String>.makeStream()
    let isFree = DispatchSemaphore(value: 0)
    queue.addOperation {
      isFree.wait()
      event.yield("operation")
    }
    queue.afterTurn { event.yield("turn") }
    // Without one, the turn would come as soon as there is a thread for it.
    #expect(queue.hasBarrier.withLock { $0 } == (atOnce > 1))
    isFree.signal()
    #expect(await events.prefix(2).reduce(into: []) { $0.append($1) } == ["operation", "turn"])
  }

  // Unchecked: its property is behind a lock.
  private final class BarrierQueue: OperationQueue, @unchecked Sendable {
    let hasBarrier = Protected(false)

    override func addBarrierBlock(_ barrier: @escaping @Sendable () -> Void) {
      hasBarrier.withLock { $0 = true }
      super.addBarrierBlock(barrier)
    }
  }

  #if os(Linux)
    @Test(
      "holds up a simulated run where the app has suspended it, and the issue says so", arguments: [1, 4],
      [true, false])
    func suspendedInRun(atOnce: Int, isSuspended: Bool) {
      let queue = OperationQueue()
      (queue.maxConcurrentOperationCount, queue.isSuspended) = (atOnce, isSuspended)
      queue.addOperation {}
      let session = URLSession.mocked(by: MockTransport(), delegateQueue: queue)
      let problems = Protected<[Problem]>([])
      session.dataTask(with: URL.test("/a")) { _, _, _ in }.waitForDelegate(in: NotingHarness(problems: problems))
      #expect(problems.withLock { $0.map { $0.text.contains("is suspended") } } == (isSuspended ? [true] : []))
      queue.isSuspended = false
    }

    @Test("a session's delegate queue is awaited by a step that cancels a call, though it is the app's own and busy")
    func cancelled() async throws {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      let isFree = DispatchSemaphore(value: 0)
      queue.addOperation { isFree.wait() }
      let session = URLSession.mocked(by: MockTransport(), delegateQueue: queue)
      let call = session.dataTask(with: URL.test("/a")) { _, _, _ in }
      let step = ClockStep()
      call.keepForCancellation(step.beginWork("a cancellation")) {}
      // The session has told all that it has to tell.
      try #require(TaskReflection.workQueue(of: call)).sync {}
      try #require(TaskReflection.workQueue(of: call)).sync {}
      #expect(step.contents.withLock { $0.works.count } == 1)
      isFree.signal()
      await withCheckedContinuation { continuation in step.whenSettled { continuation.resume() } }
    }
  #endif
}
