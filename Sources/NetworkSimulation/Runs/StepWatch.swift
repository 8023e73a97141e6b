/// A watch over the steps of all runs, from a thread of its own.
///
/// Tasks of a run continue one at a time, so one that blocks its thread, for example waiting for a lock, stops the run for ever:
/// no step of the run would notice.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
enum StepWatch {
  private struct Entry {
    let simulation: Simulation
    var step = -1
    /// The number of rounds it has been in this step.
    var rounds = 0
  }

  private struct Contents {
    var entries: [ObjectIdentifier: Entry] = [:]
    var isRunning = false
  }

  private static let contents = Guarded(Contents())
  /// The interval, counted in rounds and not by a clock: while the machine was asleep or too busy, runs could not work either.
  private static let round = Duration.milliseconds(250)

  /// Watches a run until it is removed.
  static func add(_ simulation: Simulation) {
    let mustStart = contents.withLock { contents in
      contents.entries[ObjectIdentifier(simulation)] = Entry(simulation: simulation)
      defer { contents.isRunning = true }
      return !contents.isRunning
    }
    guard mustStart else { return }
    let thread = Thread { watch() }
    thread.name = "NetworkTesting watch"
    thread.start()
  }

  static func remove(_ simulation: Simulation) {
    contents.withLock { $0.entries[ObjectIdentifier(simulation)] = nil }
  }

  private static func watch() {
    while true {
      Thread.sleep(forTimeInterval: round / .seconds(1))
      let entries = contents.withLock { contents in
        if contents.entries.isEmpty { contents.isRunning = false }
        return contents.entries
      }
      if entries.isEmpty { return }
      for (key, entry) in entries {
        let next = look(at: entry)
        contents.withLock { contents in
          if contents.entries[key] != nil { contents.entries[key] = next }
        }
      }
    }
  }

  private static func look(at entry: Entry) -> Entry {
    var entry = entry
    let simulation = entry.simulation
    let (step, isWaiting, thread) = simulation.contents.withLock { ($0.scheduler.steps, $0.isWaiting, $0.thread) }
    // On a busy machine, several turns of the main queue may take longer than a step has.
    if isWaiting || step != entry.step || LimitedWait.isOn(thread) {
      entry.step = step
      entry.rounds = 0
      return entry
    }
    entry.rounds += 1
    let limit = simulation.settings.stepTime
    let grace = simulation.settings.grace
    if entry.rounds == Int(limit / round) + 1 {
      simulation.end(.blocked(step: step, at: thread.map(ThreadBacktrace.frames) ?? []))
    }
    if entry.rounds == Int((limit + grace) / round) + 1 { simulation.endProcess() }
    return entry
  }
}
