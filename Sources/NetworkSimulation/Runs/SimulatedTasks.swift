/// The assignment of tasks without an executor preference to simulations.
///
/// The runtime numbers tasks in the order of creation, and reports the number of each enqueued task. A task created by a run is
/// first enqueued, without an executor, by the run's own code. Code of the run also wakes foreign tasks, such as the reader of a
/// stream; those are older than the run, or were first enqueued elsewhere. A task that begins on an actor is not reported; if it
/// first waits for a session, that names it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum SimulatedTasks {
  private struct Run {
    /// The number of the body's task: all tasks of the run have the same or a higher one.
    let first: UInt64
    var tasks: [UInt64]
  }

  private struct Contents {
    var runs: [ObjectIdentifier: Run] = [:]
    var simulations: [UInt64: Simulation] = [:]
    /// The tasks outside simulations that were enqueued during runs, and are younger than the oldest run.
    var strangers: Set<UInt64> = []
    var strangersLimit = 4_096

    mutating func addStranger(_ id: UInt64) {
      strangers.insert(id)
      guard strangers.count > strangersLimit else { return }
      let oldest = runs.values.map(\.first).min() ?? .max
      strangers = strangers.filter { $0 > oldest }
      strangersLimit = max(4_096, strangers.count * 2)
    }
  }

  private static let contents = Guarded(Contents())

  /// The simulation that the current thread works for, or whose task it runs: after `Task.yield()` that may be on the pool.
  static var current: Simulation? {
    if let simulation = SimulationThread.simulation { return simulation }
    guard let id = CurrentTask.id else { return nil }
    return contents.withLock { $0.simulations[id] }
  }

  /// Returns the simulation that takes a job on its way to the pool; nil if it belongs to none.
  static func simulation(of job: UnownedJob) -> Simulation? {
    let current = Self.current
    // A job without a task is an actor's, or the rest of a `Task.yield()`.
    guard let id = CurrentTask.id(of: job) else { return current }
    return contents.withLock { contents in
      guard !contents.runs.isEmpty else { return nil }
      if let simulation = contents.simulations[id] { return simulation }
      guard let current else {
        contents.addStranger(id)
        return nil
      }
      let key = ObjectIdentifier(current)
      guard let first = contents.runs[key]?.first, id > first, !contents.strangers.contains(id) else { return nil }
      contents.runs[key]?.tasks.append(id)
      contents.simulations[id] = current
      return current
    }
  }

  /// Records a run that begins.
  ///
  /// - Parameter body: The number of the body's task.
  static func add(_ simulation: Simulation, body: UInt64) {
    contents.withLock { contents in
      contents.runs[ObjectIdentifier(simulation)] = Run(first: body, tasks: [body])
      contents.simulations[body] = simulation
    }
  }

  /// Counts a task that is known to run code of a run as the run's.
  static func keep(_ id: UInt64, in simulation: Simulation) {
    contents.withLock { contents in
      guard contents.runs[ObjectIdentifier(simulation)] != nil, contents.simulations[id] == nil else { return }
      contents.runs[ObjectIdentifier(simulation)]?.tasks.append(id)
      contents.simulations[id] = simulation
      contents.strangers.remove(id)
    }
  }

  /// Forgets a finished run.
  static func remove(_ simulation: Simulation) {
    contents.withLock { contents in
      guard let run = contents.runs.removeValue(forKey: ObjectIdentifier(simulation)) else { return }
      for id in run.tasks { contents.simulations[id] = nil }
      if contents.runs.isEmpty { contents.strangers.removeAll() }
    }
  }
}
