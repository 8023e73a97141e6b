/// A probe of the time that the thread pool takes to get to new work.
struct PoolProbe {
  /// The usual time in a process that is not busy.
  private static let usual = Duration.milliseconds(5)

  private var current: (start: ContinuousClock.Instant, end: Guarded<ContinuousClock.Instant?>)?

  /// The share of the time since the last call for outside work: less in a slow process, none while an earlier task waits.
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
