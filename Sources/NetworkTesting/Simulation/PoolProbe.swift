/// Finds out whether the pool of threads gets to new work.
struct PoolProbe {
  private var current: Guarded<Bool>?

  /// Whether a task that was started before has run by now; starts another one then.
  mutating func hasComeBack() -> Bool {
    guard current.map({ $0.withLock { $0 } }) ?? true else { return false }
    let isFirst = current == nil
    let hasRun = Guarded(false)
    current = hasRun
    startOutsideSimulation { hasRun.withLock { $0 = true } }
    return !isFirst
  }
}
