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

extension VirtualClock {
  /// Explains how a time is written.
  @available(*, unavailable, message: "write advance(by: .seconds(60))")
  public func advance(minutes: Double) async {}

  /// Explains how sleepers are asked for.
  @available(*, unavailable, message: "write clock.verifyNobodySleeps()")
  public func checkSuspension() async throws {}
}

extension Clock where Self == VirtualClock {
  /// Explains how a clock is made.
  @available(*, unavailable, message: "write VirtualClock()")
  public static var virtual: Self { VirtualClock() }
}

extension Clock where Self == ImmediateClock {
  /// Explains how a clock is made.
  @available(*, unavailable, message: "write ImmediateClock()")
  public static var immediate: Self { ImmediateClock() }
}
