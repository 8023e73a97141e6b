/// The executor of the main actor for the code of one run.
///
/// The run's work on the main actor is ready work like any other: the run chooses when it continues, and has the main queue do it
/// while its own thread waits. So the two never run at the same time, and other work on the main actor does not affect the run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SimulatedMainExecutor: SerialExecutor {
  /// The simulation; nil after the run.
  private let simulation: Guarded<Simulation?>

  private init(_ simulation: Simulation) {
    self.simulation = Guarded(simulation)
  }

  /// Creates the executor of a run.
  ///
  /// It is never released: a task left behind by the run may still wait for its turn on the main actor, and the runtime does not
  /// retain executors.
  static func make(for simulation: Simulation) -> SimulatedMainExecutor {
    Unmanaged.passRetained(SimulatedMainExecutor(simulation)).takeUnretainedValue()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let simulation = simulation.withLock({ $0 }), simulation.takeForMainActor(job) { return }
    DispatchQueue.main.async { [self] in ThreadOwner.with(nil) { run(job) } }
  }

  /// Runs a job on the current thread, the main queue's.
  func run(_ job: UnownedJob) {
    job.runSynchronously(on: asUnownedSerialExecutor())
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(.main))
  }

  /// Sends later jobs to the real main actor.
  func leave() {
    simulation.withLock { $0 = nil }
  }
}
