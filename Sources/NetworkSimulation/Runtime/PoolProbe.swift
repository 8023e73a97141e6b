/// Finds out how long the pool of threads takes to get to new work.
struct PoolProbe {
  /// How long that takes in a process that has time for a test.
  private static let usual = Duration.milliseconds(5)

  private var current: (start: ContinuousClock.Instant, end: Guarded<ContinuousClock.Instant?>)?

  /// How much of the time since the last call counts as time that work outside had: all of it in a process that has time, less in
  /// one that is slow, and nothing while a task waits that was started before.
  mutating func share() -> Double {
    var share = 0.0
    if let current {
      guard let end = current.end.withLock({ $0 }) else { return 0 }
      // Not so little that a wait never ends.
      share = max(0.01, min(1, Self.usual / max(current.start.duration(to: end), .nanoseconds(1))))
    }
    let end = Guarded<ContinuousClock.Instant?>(nil)
    current = (.now, end)
    startOutsideSimulation { end.withLock { $0 = .now } }
    return share
  }
}
