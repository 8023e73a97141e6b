/// Times at which connections are to be looked at, the earliest first: a binary heap.
struct DeadlineQueue {
  private typealias Entry = (time: ContinuousClock.Instant, number: Int)

  private var entries: [Entry] = []

  /// The earliest time.
  var first: ContinuousClock.Instant? { entries.first?.time }

  mutating func add(_ time: ContinuousClock.Instant, _ number: Int) {
    var index = entries.count
    entries.append((time, number))
    while index > 0, entries[index].time < entries[(index - 1) / 2].time {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Takes the earliest, if it has come.
  mutating func take(before now: ContinuousClock.Instant) -> (time: ContinuousClock.Instant, number: Int)? {
    guard let first = entries.first, first.time <= now else { return nil }
    entries[0] = entries[entries.count - 1]
    entries.removeLast()
    var index = 0
    while true {
      let children = [2 * index + 1, 2 * index + 2].filter { $0 < entries.count }
      guard let least = children.min(by: { entries[$0].time < entries[$1].time }),
        entries[least].time < entries[index].time
      else { return first }
      entries.swapAt(index, least)
      index = least
    }
  }
}
