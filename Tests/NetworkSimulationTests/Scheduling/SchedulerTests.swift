import NetworkStubs
import NetworkTesting
import Testing

@testable import NetworkSimulation

@Suite("What goes next in a simulation")
struct SchedulerTests {
  /// The order in which a scheduler runs three tasks of four jobs each, and two arrivals.
  private func order(_ strategy: SimulationStrategy, seed: UInt64) -> [String] {
    var scheduler = Scheduler<String>(seed: seed, strategy: strategy)
    for task in 1...3 { scheduler.add("\(task)a", task: task) }
    for arrival in ["x", "y"] { scheduler.add(arrival, kind: .arrival) }
    var order: [String] = []
    while let entry = scheduler.next() {
      order.append(entry.work)
      if let task = entry.task, let letter = entry.work.last, letter < "d",
        let next = letter.unicodeScalars.first?.value
      {
        scheduler.add("\(task)\(UnicodeScalar(UInt8(next) + 1))", task: task)
      }
    }
    return order
  }

  @Test("The same seed chooses the same, on every machine")
  func stable() {
    #expect(order(.random, seed: 37) == order(.random, seed: 37))
    #expect(order(.random, seed: 37).joined(separator: " ") == "x 3a y 1a 2a 3b 2b 2c 1b 2d 3c 3d 1c 1d")
  }

  @Test(
    "What it noted it does again when that is prescribed",
    arguments: [SimulationStrategy.random, .preemptions(atMost: 2), .priorities(changes: 2), .answerOrder],
    1...50 as ClosedRange<UInt64>)
  func prescribed(strategy: SimulationStrategy, seed: UInt64) {
    func order(_ scheduler: inout Scheduler<String>) -> [String] {
      for task in 1...3 { scheduler.add("\(task)a", task: task) }
      for arrival in ["x", "y"] { scheduler.add(arrival, kind: .arrival) }
      var order: [String] = []
      while let entry = scheduler.next() {
        order.append(entry.work + (scheduler.isOutOfLine ? "*" : ""))
        if let task = entry.task, entry.work.count < 8 { scheduler.add("\(entry.work)a", task: task) }
      }
      return order
    }
    var first = Scheduler<String>(seed: seed, strategy: strategy, isNoted: true)
    let expected = order(&first)
    var again = Scheduler<String>(seed: seed, strategy: strategy, turns: first.turns, isNoted: true)
    #expect(order(&again) == expected)
    #expect(again.turns == first.turns && again.trace == first.trace)
    var plain = Scheduler<String>(seed: seed, strategy: strategy, turns: [], isNoted: true)
    let tasks = (1...3).flatMap { task in (1...7).map { "\(task)" + String(repeating: "a", count: $0) } }
    #expect(order(&plain) == tasks + ["x", "y"])
  }

  @Test("Seeds differ")
  func differ() {
    let orders = Set((1...200).map { order(.random, seed: UInt64($0)) })
    #expect(orders.count > 195)
  }

  @Test("A random choice meets every order of three")
  func everyOrder() {
    let orders = (1...200).map { seed in
      var scheduler = Scheduler<Int>(seed: UInt64(seed), strategy: .random)
      for work in 1...3 { scheduler.add(work, task: work) }
      return [scheduler.next(), scheduler.next(), scheduler.next()].compactMap { $0?.work }
    }
    #expect(Set(orders).count == 6)
  }

  @Test("A task is interrupted no more often than allowed", arguments: 0...3)
  func preemptions(limit: Int) {
    let counts = (1...500).map { seed in
      let tasks = order(.preemptions(atMost: limit), seed: UInt64(seed)).compactMap { $0.first }
      // Three tasks that never wait need two changes; each interruption adds two at most, one away and one back.
      return zip(tasks.filter(\.isNumber), tasks.filter(\.isNumber).dropFirst()).count { $0 != $1 }
    }
    #expect(counts.allSatisfy { $0 <= 2 + 2 * limit })
    #expect(limit == 0 || counts.contains { $0 > 2 })
  }

  @Test("By rank, a task runs to its end, before the next, but where it becomes the last", arguments: 0...2)
  func ranks(changes: Int) {
    let orders = (1...500).map { order(.priorities(changes: changes), seed: UInt64($0)) }
    for order in orders {
      let tasks = order.compactMap(\.first).filter(\.isNumber)
      #expect(zip(tasks, tasks.dropFirst()).count { $0 != $1 } <= 2 + changes)
    }
    #expect(Set(orders.map { $0.joined() }).count >= 50)
  }

  @Test("In the order of answers, jobs keep theirs, and answers come when no job is left")
  func answers() {
    let orders = Set((1...50).map { order(.answerOrder, seed: UInt64($0)) })
    #expect(orders.count == 2)
    for order in orders {
      #expect(order.prefix(12) == ["1a", "2a", "3a", "1b", "2b", "3b", "1c", "2c", "3c", "1d", "2d", "3d"])
      #expect(Set(order.suffix(2)) == ["x", "y"])
    }
  }

  @Test("The mixture is one of the others, and uses them all")
  func mixture() {
    let used = Set((1...100).map { Scheduler<Int>(seed: UInt64($0), strategy: .mixed).strategy })
    #expect(
      used == [
        .random, .preemptions(atMost: 1), .preemptions(atMost: 3), .priorities(changes: 1), .priorities(changes: 3),
        .answerOrder,
      ])
  }

  @Test("The trace tells choices apart")
  func trace() {
    var traces: Set<UInt64> = []
    for seed in 1...20 {
      var scheduler = Scheduler<Int>(seed: UInt64(seed), strategy: .random)
      for work in 0..<20 { scheduler.add(work) }
      while scheduler.next() != nil {}
      traces.insert(scheduler.trace)
    }
    #expect(traces.count == 20)
  }

  @Test(
    "A task that polls does not keep the others waiting for ever",
    arguments: [SimulationStrategy.random, .preemptions(atMost: 0), .priorities(changes: 0), .answerOrder])
  func fairness(strategy: SimulationStrategy) {
    var scheduler = Scheduler<String>(seed: 1, strategy: strategy)
    scheduler.add("poll", task: 1)
    scheduler.add("answer", kind: .arrival)
    var steps = 0
    while let entry = scheduler.next(), entry.work == "poll", steps < 10_000 {
      steps += 1
      scheduler.add("poll", task: 1)
    }
    #expect(steps < 1_000)
  }
}
