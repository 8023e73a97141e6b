/// Starts a task that serves the whole process and belongs to no simulation.
///
/// - Parameter operation: The operation. It inherits nothing: neither a test's priority nor its task-locals.
func startOutsideSimulation(_ operation: @escaping @Sendable () async -> Void) {
  ThreadOwner.with(nil) { _ = Task.detached(operation: operation) }
}

/// The owner of the current thread's work: a simulation, or nothing in particular.
enum ThreadOwner {
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The address of the owner, which the code that set it keeps alive.
  static var address: UnsafeMutableRawPointer? { pthread_getspecific(key) }

  /// Runs a body on the current thread for an owner, or for none.
  static func with<Result>(_ owner: UnsafeMutableRawPointer?, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, owner)
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}

/// A probe of the time that the thread pool takes to get to new work.
struct PoolProbe {
  /// The usual time in a process that is not busy.
  private static let usual = Duration.milliseconds(5)

  private var current: (start: ContinuousClock.Instant, end: Guarded<ContinuousClock.Instant?>)?

  /// The share of the time since the last call for outside work: less in a slow process, very little while no thread gets to it.
  mutating func share() -> Double {
    var share = 0.0
    if let current {
      let end = current.end.withLock { $0 }
      // Not so little that a wait never ends, even if the pool is blocked for good.
      share = max(0.01, min(1, Self.usual / max(current.start.duration(to: end ?? .now), .nanoseconds(1))))
      if end == nil { return share }
    }
    let end = Guarded<ContinuousClock.Instant?>(nil)
    current = (.now, end)
    startOutsideSimulation { end.withLock { $0 = .now } }
    return share
  }
}
