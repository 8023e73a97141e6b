/// Numbers with deadlines, the earliest first and the smallest number first where deadlines are equal: a binary heap.
package struct DeadlineHeap<Deadline: Comparable & Sendable>: Sendable {
  package struct Entry: Sendable {
    package let deadline: Deadline
    package let number: Int

    func isBefore(_ other: Self) -> Bool { (deadline, number) < (other.deadline, other.number) }
  }

  package private(set) var entries: [Entry] = []

  package init() {}

  // By its index: in a debug build, the property of all collections takes a tenth of a clock's step.
  package var first: Entry? { entries.count > 0 ? entries[0] : nil }

  package mutating func add(_ number: Int, at deadline: Deadline) {
    var index = entries.count
    entries.append(Entry(deadline: deadline, number: number))
    while index > 0, entries[index].isBefore(entries[(index - 1) / 2]) {
      entries.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  /// Removes the first entry, of which there must be one.
  package mutating func removeFirst() {
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    var index = 0
    while true {
      let left = 2 * index + 1
      guard left < entries.count else { return }
      let child = left + 1 < entries.count && entries[left + 1].isBefore(entries[left]) ? left + 1 : left
      guard entries[child].isBefore(entries[index]) else { return }
      entries.swapAt(child, index)
      index = child
    }
  }

  /// Drops the entries that are no longer used, at most half of many, unless there are few of them.
  mutating func compact(count: Int, _ isUsed: (Int) -> Bool) {
    // Most waits end in time, and are the last that began.
    while let last = entries.last, !isUsed(last.number) { entries.removeLast() }
    guard entries.count > 64, entries.count > 2 * count else { return }
    // A sorted array is a heap.
    entries = entries.filter { isUsed($0.number) }.sorted { $0.isBefore($1) }
  }
}
