extension VirtualClock {
  /// One task that sleeps.
  struct Sleeper {
    enum Kind {
      case sleeper
      /// A time-out that a transport keeps: it ends a call, but nobody in the code under test sleeps.
      case timeLimit
    }

    let id: Int
    let kind: Kind
    let deadline: Instant
    let continuation: UnsafeContinuation<Void, any Error>
  }

  /// Somebody who waits until so many sleep.
  struct Watcher {
    let count: Int
    let state: CallbackState
  }

  /// What the clock's lock guards.
  struct Contents {
    var now: Instant
    var lastID = 0
    /// Sorted by deadline, and by falling asleep where deadlines are equal.
    private var all: [Sleeper] = []
    private var watchers: [Watcher] = []

    init(now: Instant) {
      self.now = now
    }

    /// The next to wake, whoever it is.
    var next: Sleeper? { all.first }

    /// Those who sleep in the code under test.
    var sleepers: [Sleeper] { all.filter { $0.kind == .sleeper } }
    private(set) var sleeperCount = 0

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }

    mutating func add(_ sleeper: Sleeper) {
      let index = all.lastIndex { $0.deadline <= sleeper.deadline }.map { $0 + 1 } ?? 0
      all.insert(sleeper, at: index)
      count(sleeper, by: 1)
    }

    mutating func removeSleeper(_ id: Int) -> Sleeper? {
      guard let index = all.firstIndex(where: { $0.id == id }) else { return nil }
      count(all[index], by: -1)
      return all.remove(at: index)
    }

    mutating func removeDueSleepers() -> [Sleeper] {
      let due = Array(all.prefix { $0.deadline <= now })
      all.removeFirst(due.count)
      for sleeper in due { count(sleeper, by: -1) }
      return due
    }

    private mutating func count(_ sleeper: Sleeper, by change: Int) {
      if sleeper.kind == .sleeper { sleeperCount += change }
    }

    mutating func add(_ watcher: Watcher) {
      watchers.removeAll { $0.state.hasEnded }
      watchers.append(watcher)
    }

    mutating func removeSatisfiedWatchers() -> [Watcher] {
      let count = sleeperCount
      defer { watchers.removeAll { $0.count <= count } }
      return watchers.filter { $0.count <= count }
    }
  }
}
