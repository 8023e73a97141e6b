/// The executor of the main actor, as the code of one run sees it.
///
/// What the run does on the main actor is ready work like any other: the run chooses when it continues, and has the main
/// queue do it while its own thread waits. So the two never run at the same time, and what others do on the main actor has
/// nothing to do with the run.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class SimulatedMainExecutor: SerialExecutor {
  /// Nil when the run is over.
  private let simulation: Guarded<Simulation?>

  private init(_ simulation: Simulation) {
    self.simulation = Guarded(simulation)
  }

  /// Makes the executor of a run.
  ///
  /// It is never released: a task that the run has left behind may still wait for its turn on the main actor, and the runtime
  /// does not retain executors.
  static func make(for simulation: Simulation) -> SimulatedMainExecutor {
    Unmanaged.passRetained(SimulatedMainExecutor(simulation)).takeUnretainedValue()
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if let simulation = simulation.withLock({ $0 }), simulation.takeForMainActor(job) { return }
    DispatchQueue.main.async { [self] in ThreadOwner.with(nil) { run(job) } }
  }

  /// Runs a job on the current thread, which is that of the main queue.
  func run(_ job: UnownedJob) {
    job.runSynchronously(on: asUnownedSerialExecutor())
  }

  func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(.main))
  }

  /// Sends what comes from now on to the real main actor.
  func leave() {
    simulation.withLock { $0 = nil }
  }
}
