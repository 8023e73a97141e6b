extension VirtualClock {
  /// One sleeping task.
  package struct Sleeper {
    package enum Kind {
      case sleeper
      /// A time-out of a transport: it ends a call, but is not a sleep of the code under test.
      case timeLimit
    }

    let id: Int
    let kind: Kind
    let deadline: Instant
    /// The continuation, resumed with the jobs that the task has to check in with, if the clock waits for it.
    let continuation: UnsafeContinuation<CaughtJobs?, any Error>

    package func wake(checkingInWith jobs: CaughtJobs? = nil) { continuation.resume(returning: jobs) }
  }

  /// The sleeping tasks, the next to wake first: by deadline, and by falling asleep if deadlines are equal.
  ///
  /// A heap, in which a cancelled sleeper stays until its turn comes or the cancelled outnumber the others.
  struct SleeperQueue {
    private struct Entry {
      let deadline: Instant
      let id: Int

      func isBefore(_ other: Self) -> Bool { deadline == other.deadline ? id < other.id : deadline < other.deadline }
    }

    private var heap: [Entry] = []
    private var sleepers: [Int: Sleeper] = [:]
    /// The number of sleepers in the code under test.
    private(set) var count = 0

    private(set) var nextDeadline: Instant?

    /// The deadlines in the code under test, the next first.
    var deadlines: [Instant] { sleepers.values.lazy.filter { $0.kind == .sleeper }.map(\.deadline).sorted() }

    /// The next deadlines in the code under test, up to an instant: sorting all of many would be too slow for frequent callers.
    package func nextDeadlines(until end: Instant) -> [Instant] {
      var (found, places): ([Instant], [Int]) = ([], [0])
      var index = 0
      // From the root of the heap; anything below a later one is later still.
      while index < places.count, index < 256 {
        let place = places[index]
        index += 1
        guard place < heap.count, heap[place].deadline <= end else { continue }
        if sleepers[heap[place].id]?.kind == .sleeper { found.append(heap[place].deadline) }
        places += [2 * place + 1, 2 * place + 2]
      }
      return found.sorted()
    }

    package mutating func add(_ sleeper: Sleeper) {
      sleepers[sleeper.id] = sleeper
      if sleeper.kind == .sleeper { count += 1 }
      heap.append(Entry(deadline: sleeper.deadline, id: sleeper.id))
      moveUp(heap.count - 1)
      nextDeadline = heap[0].deadline
    }

    mutating func remove(_ id: Int) -> Sleeper? {
      guard let sleeper = take(id) else { return nil }
      if heap.count > 64, heap.count > sleepers.count * 2 {
        heap = heap.filter { sleepers[$0.id] != nil }.sorted { $0.isBefore($1) }
      }
      dropCancelled()
      return sleeper
    }

    /// Removes the sleepers whose deadline has come, in order.
    mutating func removeDue(at now: Instant) -> [Sleeper] {
      var due: [Sleeper] = []
      while let deadline = nextDeadline, deadline <= now {
        if let sleeper = take(removeFirst().id) { due.append(sleeper) }
        dropCancelled()
      }
      return due
    }

    private mutating func take(_ id: Int) -> Sleeper? {
      guard let sleeper = sleepers.removeValue(forKey: id) else { return nil }
      if sleeper.kind == .sleeper { count -= 1 }
      return sleeper
    }

    /// Makes sure that the first sleeper is still asleep.
    private mutating func dropCancelled() {
      while let first = heap.first, sleepers[first.id] == nil { _ = removeFirst() }
      nextDeadline = heap.first?.deadline
    }

    private mutating func removeFirst() -> Entry {
      heap.swapAt(0, heap.count - 1)
      let first = heap.removeLast()
      moveDown()
      return first
    }

    private mutating func moveUp(_ start: Int) {
      var index = start
      while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
        heap.swapAt(index, (index - 1) / 2)
        index = (index - 1) / 2
      }
    }

    private mutating func moveDown() {
      var index = 0
      while true {
        let (left, right) = (2 * index + 1, 2 * index + 2)
        guard left < heap.count else { return }
        let child = right < heap.count && heap[right].isBefore(heap[left]) ? right : left
        guard heap[child].isBefore(heap[index]) else { return }
        heap.swapAt(child, index)
        index = child
      }
    }
  }
}
