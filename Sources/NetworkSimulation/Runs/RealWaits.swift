/// The waits of a run in real time. The run's own time does not move them, so each takes as long in every run.
struct RealWaits: Sendable {
  /// The time for which nothing of the run was ready.
  private(set) var duration = Duration.zero
  /// The functions that slept in that time; an empty name for one without an author.
  private var waited: Set<String> = []
  /// The functions that slept while the time of the run moved past them.
  private var passed: Set<String> = []
  /// The looks for the latter that are left: the tasks of a run are mostly the same.
  private(set) var looks = 8

  mutating func wait(for functions: [String], _ duration: Duration) {
    self.duration += duration
    waited.formUnion(functions)
  }

  mutating func pass(_ functions: [String]) {
    looks -= 1
    passed.formUnion(functions)
  }

  /// Returns what to say of them in a run that has passed; nil for nothing.
  ///
  /// - Parameters:
  ///   - number: The number of the run.
  ///   - count: The number of runs.
  func text(number: Int, of count: Int) -> String? {
    let remedy = "Give the code a parameter for its clock, and pass .simulated in the test."
    guard duration < .seconds(1) else {
      let seconds = Duration.milliseconds(Int64(duration / .milliseconds(100)) * 100).inWords
      let cause =
        waited.isEmpty
        ? "something outside of the simulation, such as a dispatch queue, a timer or a server"
        : "\(Self.words(waited)), to sleep with Task.sleep, or on a ContinuousClock or SuspendingClock"
      return """
        This simulated test waits in real time. In run \(number) it waited \(seconds) for \(cause)

        So may each of its \(count.counted("run")). \(remedy)
        """
    }
    guard !passed.isEmpty else { return nil }
    return """
      The time of this simulated test moves past a sleep in real time, of \(Self.words(passed)): with Task.sleep, or on a \
      ContinuousClock or SuspendingClock

      So what the simulation delays comes before the end of that sleep, however long it is. \(remedy)
      """
  }

  private static func words(_ functions: Set<String>) -> String {
    let names = functions.filter { !$0.isEmpty }.sorted().prefix(5)
    return names.isEmpty ? "a task" : Array(names).inWords
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension Simulation {
  /// Notes a long wait for what comes from outside, and what has come.
  func noteRealWait(_ duration: Duration) {
    guard duration >= .milliseconds(250) else { return }
    let jobs = contents.withLock { $0.scheduler.entries.prefix(10).compactMap(\.work.job) }
    let names = Self.realSleepers(in: jobs.map { AsyncBacktrace.functions(of: $0) })
    contents.withLock { $0.realWaits.wait(for: names, duration) }
  }

  /// Notes the tasks that sleep in real time before the time of the run moves.
  func noteRealSleeps() {
    let tasks: [(id: UInt64, job: UInt)] = contents.withLock { contents in
      guard contents.realWaits.looks > 0 else { return [] }
      // One that is held back may be between its sleep on the simulated clock and the code that called it.
      let ready = contents.readyTasks
      return contents.lastJobs.enumerated().filter { !ready.contains($0.offset + 1) }.suffix(20).map(\.element)
    }
    guard !tasks.isEmpty else { return }
    let functions = tasks.map { AsyncBacktrace.functions(of: TaskReference(id: $0.id, address: $0.job)) }
    let names = Self.realSleepers(in: functions)
    contents.withLock { $0.realWaits.pass(names) }
  }

  private static func realSleepers(in functions: [[UInt]]) -> [String] {
    functions.filter(FunctionName.isRealSleep).map { FunctionName.author(of: $0) ?? "" }
  }
}
