extension VirtualClock {
  /// One task that sleeps.
  struct Sleeper {
    let id: Int
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
    private(set) var sleepers: [Sleeper] = []
    private var watchers: [Watcher] = []

    init(now: Instant) {
      self.now = now
    }

    mutating func makeID() -> Int {
      lastID += 1
      return lastID
    }

    mutating func add(_ sleeper: Sleeper) {
      let index = sleepers.lastIndex { $0.deadline <= sleeper.deadline }.map { $0 + 1 } ?? 0
      sleepers.insert(sleeper, at: index)
    }

    mutating func removeSleeper(_ id: Int) -> Sleeper? {
      sleepers.firstIndex { $0.id == id }.map { sleepers.remove(at: $0) }
    }

    mutating func removeDueSleepers() -> [Sleeper] {
      let due = Array(sleepers.prefix { $0.deadline <= now })
      sleepers.removeFirst(due.count)
      return due
    }

    mutating func add(_ watcher: Watcher) {
      watchers.removeAll { $0.state.hasEnded }
      watchers.append(watcher)
    }

    mutating func removeSatisfiedWatchers() -> [Watcher] {
      let satisfied = watchers.filter { $0.count <= sleepers.count }
      watchers.removeAll { $0.count <= sleepers.count }
      return satisfied
    }
  }
}
