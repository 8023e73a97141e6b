/// Real time for sleeping tasks, on a thread of its own.
///
/// `Task.sleep` needs a thread of the pool to wake, and keeps a cancelled sleep in memory until its deadline.
package final class RealTime: Sendable {
  package static let shared = RealTime()

  package typealias Instant = ContinuousClock.Instant

  private struct Contents {
    var queue = TimeQueue()
    var hasThread = false
  }

  private let contents = Guarded(Contents())
  private let change = DispatchSemaphore(value: 0)

  /// The number of sleepers, and of kept deadlines.
  var counts: (sleeping: Int, kept: Int) { contents.withLock { ($0.queue.count, $0.queue.keptCount) } }

  /// Sleeps until a deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  package func sleep(until deadline: Instant) async throws {
    let sleep = Sleep()
    let number = Guarded(0)
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard sleep.begin(continuation) else { return }
        let added = run(at: deadline) { sleep.end(.success(())) }
        number.withLock { $0 = added }
        // An earlier cancellation found no number.
        if sleep.hasEnded { cancel(added) }
      }
    } onCancel: {
      sleep.end(.failure(CancellationError()))
      cancel(number.withLock { $0 })
    }
  }

  /// Runs an action at a time, on the thread of real time: it must be short.
  ///
  /// - Returns: Its number, for ``cancel(_:)``.
  @discardableResult
  package func run(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Int {
    let (number, isNext, needsThread) = contents.withLock { contents in
      defer { contents.hasThread = true }
      let number = contents.queue.add(action, at: deadline)
      return (number, contents.queue.next == deadline, !contents.hasThread)
    }
    if needsThread {
      let thread = Thread { [self] in while true { wait() } }
      thread.name = "NetworkTesting time"
      thread.start()
    } else if isNext {
      change.signal()
    }
    return number
  }

  /// Forgets an action.
  package func cancel(_ number: Int) {
    contents.withLock { $0.queue.remove(number) }
  }

  private func wait() {
    guard let next = runDue() else { return change.wait() }
    let seconds = (next - .now) / .seconds(1)
    _ = change.wait(timeout: .now() + min(max(0, seconds), 3_600))
  }

  /// Runs the due actions without keeping them: objects that an action holds are released before the thread waits.
  ///
  /// - Returns: The time of the next check.
  private func runDue() -> Instant? {
    let (due, next) = contents.withLock { ($0.queue.takeDue(.now), $0.queue.next) }
    for action in due { action() }
    return next
  }
}

/// Actions and their due times, the earliest first.
struct TimeQueue {
  typealias Action = @Sendable () -> Void

  /// The actions, by number.
  private var actions: [Int: Action] = [:]
  /// The deadlines, as a binary heap. Removed ones stay until the heap has twice as many entries as there are actions.
  private var heap: [(deadline: RealTime.Instant, number: Int)] = []
  private var lastNumber = 0

  var count: Int { actions.count }
  var keptCount: Int { heap.count }

  /// The time of the next check.
  var next: RealTime.Instant? { heap.first?.deadline }

  /// Adds an action.
  ///
  /// - Returns: Its number.
  package mutating func add(_ action: @escaping Action, at deadline: RealTime.Instant) -> Int {
    lastNumber += 1
    actions[lastNumber] = action
    heap.append((deadline, lastNumber))
    var index = heap.count - 1
    while index > 0, isEarlier(index, than: (index - 1) / 2) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
    return lastNumber
  }

  mutating func remove(_ number: Int) {
    guard actions.removeValue(forKey: number) != nil, heap.count > 64, heap.count > 2 * actions.count else { return }
    heap.removeAll { actions[$0.number] == nil }
    // A sorted array is a heap.
    heap.sort { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
  }

  /// Hands over the due actions, in the order of their deadlines, and of insertion if those are equal.
  mutating func takeDue(_ now: RealTime.Instant) -> [Action] {
    var due: [Action] = []
    while let first = heap.first, first.deadline <= now || actions[first.number] == nil {
      if let action = actions.removeValue(forKey: first.number) { due.append(action) }
      removeFirst()
    }
    return due
  }

  private mutating func removeFirst() {
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var index = 0
    while true {
      let left = 2 * index + 1
      guard left < heap.count else { return }
      let least = left + 1 < heap.count && isEarlier(left + 1, than: left) ? left + 1 : left
      guard isEarlier(least, than: index) else { return }
      heap.swapAt(index, least)
      index = least
    }
  }

  private func isEarlier(_ index: Int, than other: Int) -> Bool {
    (heap[index].deadline, heap[index].number) < (heap[other].deadline, heap[other].number)
  }
}

/// One sleep, which ends once.
// Its continuation is checked: the thread sanitizer takes an unsafe one for a race.
private struct Sleep: Sendable {
  private enum State {
    case new, asleep(CheckedContinuation<Void, any Error>), ended(Result<Void, any Error>)
  }

  private let state = Guarded(State.new)

  var hasEnded: Bool {
    state.withLock { if case .ended = $0 { true } else { false } }
  }

  /// Falls asleep, unless the sleep has ended.
  package func begin(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
    let ended: Result<Void, any Error>? = state.withLock { state in
      if case .ended(let result) = state { return result }
      state = .asleep(continuation)
      return nil
    }
    if let ended { continuation.resume(with: ended) }
    return ended == nil
  }

  package func end(_ result: Result<Void, any Error>) {
    let sleeper: CheckedContinuation<Void, any Error>? = state.withLock { state in
      guard case .asleep(let sleeper) = state else {
        if case .new = state { state = .ended(result) }
        return nil
      }
      state = .ended(result)
      return sleeper
    }
    sleeper?.resume(with: result)
  }
}
