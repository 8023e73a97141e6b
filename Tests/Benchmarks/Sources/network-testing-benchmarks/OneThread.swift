import Foundation

/// An executor with a thread of its own, which does what it is given in order.
///
/// For measurements of what is done, rather than of which threads a pool wakes to do it.
///
/// `@unchecked Sendable` because the work is reached under the condition's lock alone.
final class OneThread: @unchecked Sendable {
  static let shared = OneThread()

  private let condition = NSCondition()
  private var work: [@Sendable () -> Void] = []

  private init() {
    Thread.detachNewThread { [self] in
      while true {
        for perform in nextWork() { perform() }
      }
    }
  }

  func perform(_ task: @escaping @Sendable () -> Void) {
    condition.withLock {
      work.append(task)
      condition.signal()
    }
  }

  private func nextWork() -> [@Sendable () -> Void] {
    condition.withLock {
      while work.isEmpty { condition.wait() }
      defer { work = [] }
      return work
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension OneThread: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    perform { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
