/// A wait until a queue has reached everything in it.
///
/// A queue that takes too long is not awaited again before it catches up: each step of a clock would take that long.
final class QueueTurns: Sendable {
  static let main = QueueTurns(of: .main, patience: CaughtJobs.patience) {
    StandardError.print(
      """
      The main thread has been blocked for \(Int(CaughtJobs.patience)) seconds, for example by a semaphore. Until it is \
      free, steps of virtual clocks go on without what they wake on it.
      """)
  }

  private struct Contents {
    var lastID = 0
    var waiting: [Int: @Sendable () -> Void] = [:]
    /// The waits that were given up and that the queue has not reached.
    var missed: Set<Int> = []
  }

  private let queue: DispatchQueue
  private let patience: Double
  private let giveUp: @Sendable () -> Void
  private let contents = Guarded(Contents())

  /// Creates an object without waits.
  ///
  /// - Parameters:
  ///   - queue: A serial queue.
  ///   - patience: The longest wait for it, in seconds.
  ///   - giveUp: Called when a wait was in vain, once until the queue has caught up.
  init(of queue: DispatchQueue, patience: Double, giveUp: @escaping @Sendable () -> Void) {
    self.queue = queue
    self.patience = patience
    self.giveUp = giveUp
  }

  /// Calls back when the queue has reached everything in it now, or is no longer awaited.
  package func wait(_ end: @escaping @Sendable () -> Void) {
    let id: Int? = contents.withLock { contents in
      guard contents.missed.isEmpty else { return nil }
      contents.lastID += 1
      contents.waiting[contents.lastID] = end
      return contents.lastID
    }
    guard let id else { return end() }
    let timeout = RealTime.shared.run(at: .now + .seconds(patience)) { [self] in
      let (end, isFirst): ((@Sendable () -> Void)?, Bool) = contents.withLock { contents in
        guard let end = contents.waiting.removeValue(forKey: id) else { return (nil, false) }
        defer { contents.missed.insert(id) }
        return (end, contents.missed.isEmpty)
      }
      if isFirst { giveUp() }
      end?()
    }
    queue.async { [self] in
      RealTime.shared.cancel(timeout)
      let end = contents.withLock { contents in
        contents.missed.remove(id)
        return contents.waiting.removeValue(forKey: id)
      }
      end?()
    }
  }
}
