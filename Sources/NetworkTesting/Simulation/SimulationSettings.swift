/// What all runs of a simulated test have in common.
struct SimulationSettings: Sendable {
  var seeds: ClosedRange<UInt64> = 1...1
  var strategy = SimulationStrategy.mixed
  /// The longest that an answer takes that does not say how long.
  var latency = Duration.seconds(1)
  /// How long to wait, in real time, for somebody outside when nothing in the run can go on.
  var patience = Duration.seconds(5)
  /// How long the body of a stuck run may take, in real time, to heed its cancellation.
  var grace = Duration.seconds(60)
  /// How many steps a run may take. A run of a test that is right takes hundreds.
  var stepLimit = 1_000_000
  /// How many steps the tasks may take that the body has left behind.
  var settlingSteps = 1_000
}
