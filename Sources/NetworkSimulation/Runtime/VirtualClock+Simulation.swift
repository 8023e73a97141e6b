extension VirtualClock {
  /// Returns the time, and the deadlines of the next tasks to wake within a duration.
  func nextDeadlines(within duration: Duration) -> (now: Instant, deadlines: [Instant]) {
    contents.withLock { ($0.now, $0.sleepers.nextDeadlines(until: $0.now.advanced(by: duration))) }
  }

  /// Moves the time to the next deadline, or to an earlier instant, and returns the tasks that slept until then.
  func removeNextSleepers(orAt instant: Instant?) -> (time: Instant, sleepers: [Sleeper])? {
    contents.withLock { contents in
      let deadline = contents.sleepers.nextDeadline
      guard let next = deadline.map({ min($0, instant ?? $0) }) ?? instant else { return nil }
      contents.move(to: next)
      return (next, contents.sleepers.removeDue(at: contents.now))
    }
  }
}

extension VirtualClock.SleeperQueue {
  /// The next deadlines in the code under test, up to an instant: sorting all of many would be too slow for frequent callers.
  func nextDeadlines(until end: VirtualClock.Instant) -> [VirtualClock.Instant] {
    var (found, places): ([VirtualClock.Instant], [Int]) = ([], [0])
    var index = 0
    // From the root of the heap; anything below a later one is later still.
    while index < places.count, index < 256 {
      let place = places[index]
      index += 1
      guard place < heap.entries.count, heap.entries[place].deadline <= end else { continue }
      if sleepers[heap.entries[place].number]?.kind == .sleeper { found.append(heap.entries[place].deadline) }
      places += [2 * place + 1, 2 * place + 2]
    }
    return found.sorted()
  }
}
