import NetworkStubs
import TestSupport

@testable import NetworkTesting

struct TestContextTests {
  // As on macOS 14 and iOS 17, where a task's thread is the pool's choice.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("a body that is done does not wait until another one has a thread", .timeLimit(.minutes(10)))
  func waiting() async throws {
    let pool = HeldPool()
    let context = try #require(TestContext { ContextTask(on: pool) })
    let (began, mayEnd, ended, otherEnded) = (Gate(), DispatchSemaphore(value: 0), Gate(), Gate())
    Thread.detachNewThread {
      context.run {
        began.open()
        mayEnd.wait()
      }
      ended.open()
    }
    await began.wait()
    pool.hold(leaving: 1)
    Thread.detachNewThread {
      context.run {}
      otherEnded.open()
    }
    await pool.isAsked.wait()
    mayEnd.signal()
    await ended.wait()
    pool.release()
    await otherEnded.wait()
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("bodies on many threads of a pool have their test, and all are run")
  func many() async throws {
    let pool = HeldPool()
    let context = try #require(TestContext { ContextTask(on: pool) })
    let names = Protected<[String?]>([])
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    for _ in 1...100 {
      Thread.detachNewThread {
        context.run { names.withLock { $0.append(Test.current?.name) } }
        end.yield()
      }
    }
    for await _ in ended.prefix(100) {}
    #expect(names.withLock { $0 } == Array(repeating: "many()", count: 100))
  }

  @Test("a body that cancels the task in which it runs ends no later one, nor is that cancelled")
  func cancelling() async throws {
    let context = try #require(TestContext())
    // On a thread of its own, which would wait for ever.
    let isCancelled = try await withCallback { (done: @escaping @Sendable (Bool) -> Void) in
      Thread.detachNewThread {
        context.run { withUnsafeCurrentTask { $0?.cancel() } }
        context.run { done(Task.isCancelled) }
      }
    }
    #expect(!isCancelled)
  }
}

/// Threads for tasks, which can be kept from them; the condition guards the properties.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class HeldPool: TaskExecutor, @unchecked Sendable {
  /// Opened when a task waits for a thread.
  let isAsked = Gate()
  private let condition = NSCondition()
  private var count = 0
  private var isHeld = false
  private var held: [UnownedJob] = []

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.withLock {
      guard isHeld else { return start(job) }
      held.append(job)
      isAsked.open()
    }
  }

  /// Starts no job from when only some are left.
  func hold(leaving some: Int) {
    condition.withLock {
      while count > some { condition.wait() }
      isHeld = true
    }
  }

  func release() {
    condition.withLock {
      isHeld = false
      held.forEach(start)
      held = []
    }
  }

  private func start(_ job: UnownedJob) {
    count += 1
    Thread.detachNewThread { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      condition.withLock {
        count -= 1
        condition.broadcast()
      }
    }
  }
}
