/// The threads that wait for a limited time, as for the turn of a busy queue, so that a watch does not take them for blocked.
package enum LimitedWait {
  private static let threads = Guarded<[pthread_t]>([])

  /// Waits on the current thread.
  static func run<Result>(_ wait: () -> Result) -> Result {
    let thread = pthread_self()
    threads.withLock { $0.append(thread) }
    defer { threads.withLock { if let place = $0.lastIndex(of: thread) { $0.remove(at: place) } } }
    return wait()
  }

  /// Returns whether a thread waits so now.
  package static func isOn(_ thread: pthread_t?) -> Bool {
    guard let thread else { return false }
    return threads.withLock { $0.contains(thread) }
  }
}
