extension VirtualClock {
  /// One sleeping task.
  package struct Sleeper {
    package enum Kind {
      case sleeper
      /// The silence of a service, which a time-out ends.
      case silence
      /// A time-out beside another wait: it ends a call, but is not a sleep of the code under test.
      case timeLimit
    }

    let id: Int
    package let kind: Kind
    let deadline: Instant
    /// The continuation, resumed with the jobs that the task has to check in with, if the clock waits for it.
    let continuation: UnsafeContinuation<CaughtJobs?, any Error>
    /// The answer that is awaited, as "the answer to GET /a"; nil for a sleep of the code under test.
    let subject: (@Sendable () -> String)?
    /// The request that a reader of events sends when it wakes; nil for another sleep.
    let nextRequest: URLRequest?
    let task = TaskReference.current

    package func wake(checkingInWith jobs: CaughtJobs? = nil) { continuation.resume(returning: jobs) }
  }

  /// The sleeping tasks, the next to wake first: by deadline, and by falling asleep if deadlines are equal.
  package struct SleeperQueue {
    /// The deadlines; those of cancelled sleepers stay for a while, but are never the first.
    package private(set) var heap = DeadlineHeap<Instant>()
    package private(set) var sleepers: [Int: Sleeper] = [:]
    /// The number of sleepers in the code under test.
    private(set) var count = 0

    package var nextDeadline: Instant? { heap.first?.deadline }

    /// The next to wake but the time-outs beside other waits.
    var next: Sleeper? { watched.min { ($0.deadline, $0.id) < ($1.deadline, $1.id) } }

    /// The deadlines of all but those time-outs, the next first.
    var watchedDeadlines: [Instant] { watched.map(\.deadline).sorted() }

    /// All but those that sleep until an instant at most.
    func watched(until instant: Instant) -> [Sleeper] { watched.filter { $0.deadline <= instant } }

    private var watched: some Sequence<Sleeper> { sleepers.values.lazy.filter { $0.kind != .timeLimit } }

    /// The deadlines in the code under test, the next first.
    var deadlines: [Instant] { sleepers.values.lazy.filter { $0.kind == .sleeper }.map(\.deadline).sorted() }

    /// The numbers of the sleeps of the code under test.
    var numbersOfCode: [Int] { sleepers.values.filter { $0.kind == .sleeper && $0.subject == nil }.map(\.id) }

    /// The tasks of the code under test.
    var tasks: [TaskReference] { sleepers.values.filter { $0.kind == .sleeper }.compactMap(\.task) }

    package mutating func add(_ sleeper: Sleeper) {
      sleepers[sleeper.id] = sleeper
      if sleeper.kind == .sleeper { count += 1 }
      heap.add(sleeper.id, at: sleeper.deadline)
    }

    mutating func remove(_ id: Int) -> Sleeper? {
      guard let sleeper = take(id) else { return nil }
      heap.compact(count: sleepers.count) { sleepers[$0] != nil }
      dropCancelled()
      return sleeper
    }

    /// Removes the sleepers whose deadline has come, in order.
    package mutating func removeDue(at now: Instant) -> [Sleeper] {
      var due: [Sleeper] = []
      while let first = heap.first, first.deadline <= now, let sleeper = take(first.number) {
        due.append(sleeper)
        dropCancelled()
      }
      return due
    }

    private mutating func take(_ id: Int) -> Sleeper? {
      guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
      if sleeper.kind == .sleeper { count -= 1 }
      return sleeper
    }

    /// Makes sure that the first entry is of a task that still sleeps.
    private mutating func dropCancelled() {
      while let first = heap.first, sleepers[first.number] == nil { heap.removeFirst() }
    }
  }
}
