extension VirtualClock {
  /// Explains the name of a step.
  @available(*, unavailable, renamed: "advance(by:)")
  public func advance(stepwiseBy duration: Duration) async { await advance(by: duration) }

  /// Explains the name of a step.
  @available(*, unavailable, renamed: "advance(to:)")
  public func advance(stepwiseTo instant: Instant) async { await advance(to: instant) }
}
