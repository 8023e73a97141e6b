#if os(Linux)
  import Foundation
  import NetworkStubs
  import TestSupport
  import Testing

  @testable import NetworkSimulation

  @Suite("The active functions of another thread")
  struct ThreadBacktraceTests {
    // In a process of its own, since others ask as well.
    @Test(
      "the active functions of another thread are its own, whatever a thread that was asked before answers too late",
      .exitTest)
    func late() async {
      await #expect(processExitsWith: .success) {
        let (isThere, mayEnd) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = Protected<pthread_t?>(nil)
        let frames = await withCheckedContinuation { continuation in
          Thread.detachNewThread {
            ThreadBacktrace.allowCurrentThread()
            thread.withLock { $0 = pthread_self() }
            waitHere(isThere, mayEnd)
          }
          Thread.detachNewThread {
            isThere.wait()
            var byte: UInt8 = 0
            _ = ThreadBacktrace.pipe.map { write($0.write, &byte, 1) }
            continuation.resume(returning: thread.withLock { $0 }.map(ThreadBacktrace.frames) ?? [])
          }
        }
        mayEnd.signal()
        #expect(frames.contains { $0.contains("waitHere") }, "\(frames)")
      }
    }
  }

  /// Says that it was called, and waits.
  private func waitHere(_ isThere: DispatchSemaphore, _ mayEnd: DispatchSemaphore) {
    isThere.signal()
    mayEnd.wait()
  }
#endif
