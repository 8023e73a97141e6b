extension VirtualClock {
  /// Explains how a time is written.
  @available(*, unavailable, message: "write advance(by: .seconds(…))")
  public func advance(seconds: Double) async {}

  /// Explains how a time is written.
  @available(*, unavailable, message: "write advance(by: .seconds(…))")
  public func advance(by seconds: Double) async {}

  /// Explains how a time is written.
  @available(*, unavailable, message: "write advance(by: .seconds(…))")
  public func advance(_ duration: Duration) async {}

  /// Explains the name of a step.
  @available(*, unavailable, renamed: "advance(by:)")
  public func advance(stepwiseBy duration: Duration) async { await advance(by: duration) }

  /// Explains the name of a step.
  @available(*, unavailable, renamed: "advance(to:)")
  public func advance(stepwiseTo instant: Instant) async { await advance(to: instant) }
}
