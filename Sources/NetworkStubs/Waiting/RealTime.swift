/// Real time for sleeping tasks and time-outs, on a thread of its own.
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

  var counts: (sleeping: Int, kept: Int) { contents.withLock { ($0.queue.count, $0.queue.keptCount) } }

  /// Sleeps until a deadline, or until the task is cancelled, which throws.
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

  /// Runs a short action at a time, on the thread of real time; returns its number, for ``cancel(_:)``.
  @discardableResult package func run(at deadline: Instant, _ action: @escaping @Sendable () -> Void) -> Int {
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
  package func cancel(_ number: Int) { contents.withLock { $0.queue.remove(number) } }

  /// Lets tasks that are queued now run first: the pool may be too busy for what ends a wait to have come through.
  static func grantTurns() async { await Task.detached { for _ in 0..<32 { await Task.yield() } }.value }

  private func wait() {
    guard let next = runDue() else { return change.wait() }
    let seconds = (next - .now) / .seconds(1)
    _ = change.wait(timeout: .now() + min(max(0, seconds), 3_600))
  }

  /// Runs the due actions without keeping them: objects that an action holds are released before the thread waits.
  private func runDue() -> Instant? {
    let (due, next) = contents.withLock { ($0.queue.takeDue(.now), $0.queue.next) }
    for action in due { action() }
    return next
  }
}

/// Actions and their due times, the earliest first.
struct TimeQueue {
  typealias Action = @Sendable () -> Void

  private var actions: [Int: Action] = [:]
  /// The deadlines; those of removed actions stay for a while.
  private var heap = DeadlineHeap<RealTime.Instant>()
  private var lastNumber = 0

  var count: Int { actions.count }
  var keptCount: Int { heap.entries.count }

  var next: RealTime.Instant? { heap.first?.deadline }

  package mutating func add(_ action: @escaping Action, at deadline: RealTime.Instant) -> Int {
    lastNumber += 1
    actions[lastNumber] = action
    heap.add(lastNumber, at: deadline)
    return lastNumber
  }

  mutating func remove(_ number: Int) {
    if actions.removeValue(forKey: number) != nil { heap.compact(count: actions.count) { actions[$0] != nil } }
  }

  /// Hands over the due actions, in the order of their deadlines, and of insertion if those are equal.
  mutating func takeDue(_ now: RealTime.Instant) -> [Action] {
    var due: [Action] = []
    while let first = heap.first, first.deadline <= now || actions[first.number] == nil {
      if let action = actions.removeValue(forKey: first.number) { due.append(action) }
      heap.removeFirst()
    }
    return due
  }
}

/// One sleep, which ends once.
// Its continuation is checked: the thread sanitizer takes an unsafe one for a race.
private struct Sleep: Sendable {
  private enum State { case new, asleep(CheckedContinuation<Void, any Error>), ended(Result<Void, any Error>) }

  private let state = Guarded(State.new)

  var hasEnded: Bool { state.withLock { if case .ended = $0 { true } else { false } } }

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
