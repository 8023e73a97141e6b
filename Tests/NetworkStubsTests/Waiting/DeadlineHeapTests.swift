import TestSupport
import Testing

@testable import NetworkStubs

@Suite("A heap of deadlines")
struct DeadlineHeapTests {
  @Test(
    "a heap of deadlines has its numbers in order, whatever is added, removed and no longer used",
    arguments: Effort.seeds(5, full: 200))
  func order(seed: UInt64) {
    var random = Dice(seed: seed)
    var heap = DeadlineHeap<Int>()
    var model: [(deadline: Int, number: Int)] = []
    for number in 0..<1_000 {
      switch random.index(below: 8) {
      case 0...4:
        heap.add(number, at: random.index(below: 50))
        model.append((heap.entries.first { $0.number == number }?.deadline ?? -1, number))
      case 5: model.removeAll { _ in random.index(below: 10) == 0 }
      case 6: heap.compact(count: model.count) { number in model.contains { $0.number == number } }
      default:
        let used = Set(model.map(\.number))
        while let first = heap.first, !used.contains(first.number) { heap.removeFirst() }
        let least = model.min { ($0.deadline, $0.number) < ($1.deadline, $1.number) }
        #expect(heap.first?.number == least?.number)
        guard least != nil else { continue }
        heap.removeFirst()
        model.removeAll { $0.number == least?.number }
      }
      #expect(heap.entries.count >= model.count)
    }
  }

  @Test(
    "a heap of deadlines drops what is not used where it is more than half of many",
    arguments: [(200, 50, 50), (200, 99, 99), (200, 100, 200), (200, 150, 200), (64, 1, 64), (65, 1, 1)])
  func compacts(count: Int, used: Int, left: Int) {
    var heap = DeadlineHeap<Int>()
    for number in 0..<count { heap.add(number, at: number) }
    // The last is used: those at the end are dropped in any case.
    heap.compact(count: used) { $0 >= count - used }
    #expect(heap.entries.count == left)
  }

  @Test("a heap of deadlines drops the last at once where they are not used, however few there are")
  func dropsLast() {
    var heap = DeadlineHeap<Int>()
    for number in 0..<10 { heap.add(number, at: number) }
    heap.compact(count: 3) { $0 < 3 }
    #expect(heap.entries.map(\.number) == [0, 1, 2])
  }
}
