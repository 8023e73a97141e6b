import Testing

extension Clock where Self == VirtualClock {
  /// The clock of the simulated run that the current task belongs to.
  ///
  /// ```swift
  /// @Test(.simulated(runs: 200))
  /// func typing() async throws {
  ///   let search = Search(transport: transport, clock: .simulated)
  /// ```
  ///
  /// Its time moves by itself, to the next deadline whenever nothing can go on. Outside a simulation this is an issue, and
  /// a clock that stands still.
  public static var simulated: VirtualClock {
    if let clock = SimulationContext.current.clock { return clock }
    Issue.record(Comment(rawValue: SimulationError(.outsideSimulation).description))
    return VirtualClock()
  }
}
