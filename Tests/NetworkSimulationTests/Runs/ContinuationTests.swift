import Foundation
import NetworkStubs
import NetworkTesting
import Testing

@testable import NetworkSimulation

@Suite("A call to a function with a continuation", .timeLimit(.minutes(15)))
struct ContinuationTests {
  /// Holds its lock from before the call until the continuation is stored, as merging of async sequences does.
  private final class Mailbox: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var letters = 0
    /// Whether another task came between the call and its body.
    private(set) var wasInterrupted = false
    private var isLocked = false

    func take() async {
      enter()
      await withCheckedContinuation { continuation in
        if letters > 0 {
          letters -= 1
          continuation.resume()
        } else {
          waiting.append(continuation)
        }
        leave()
      }
    }

    func put() {
      enter()
      letters += 1
      let next = waiting.isEmpty ? nil : waiting.removeFirst()
      if next != nil { letters -= 1 }
      leave()
      next?.resume()
    }

    // In place of a lock, which would hang here.
    private func enter() {
      lock.withLock {
        if isLocked { wasInterrupted = true }; isLocked = true
      }
    }
    private func leave() { lock.withLock { isLocked = false } }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("Nothing runs between the call and its body", arguments: 1...50 as ClosedRange<UInt64>)
  func body(seed: UInt64) async {
    let run = await Exploration().replay(seed) {
      let mailbox = Mailbox()
      var tasks: [Task<Void, Never>] = []
      for number in 0..<12 {
        tasks.append(
          number.isMultiple(of: 2)
            ? Task { await mailbox.take() }
            : Task {
              await Task.yield()
              mailbox.put()
            })
      }
      for task in tasks { await task.value }
      if mailbox.wasInterrupted { throw Bug("another task ran between the call and its body") }
    }
    #expect(run.error == nil)
    #expect(run.end == .ended)
  }
}
