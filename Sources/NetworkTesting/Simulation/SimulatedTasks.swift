/// Which simulation the tasks belong to that have no executor preference.
///
/// Somebody outside may wake such a task: a dispatch queue that resumes its continuation. The number of the task, which
/// is never given twice, leads it back.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum SimulatedTasks {
  private static let simulations = Guarded<[UInt64: Simulation]>([:])

  static func simulation(of job: UnownedJob) -> Simulation? {
    guard let id = EnqueueHook.taskID(of: job) else { return nil }
    return simulations.withLock { $0.isEmpty ? nil : $0[id] }
  }

  static func add(_ id: UInt64, to simulation: Simulation) {
    simulations.withLock { $0[id] = simulation }
  }

  static func remove(_ ids: [UInt64]) {
    simulations.withLock { for id in ids { $0[id] = nil } }
  }
}
