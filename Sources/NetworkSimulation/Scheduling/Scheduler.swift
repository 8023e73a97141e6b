/// The ready work of a simulated run, and the choice of the next.
///
/// A value without threads, so that its choices can be tested alone.
struct Scheduler<Work> {
  /// A kind of ready work.
  enum Kind {
    case job, arrival
    /// The job of an actor, which has no task of its own: it counts as that of the current one.
    case actor
  }

  /// Ready work.
  struct Entry {
    let work: Work
    let kind: Kind
    /// The number of its task; nil for an arrival, which belongs to no task.
    let task: Int?
    /// Its own rank among priorities; nil for that of its task.
    fileprivate var rank: Int?
  }

  /// The strategy of the run, never the mixture.
  let strategy: SimulationStrategy
  var generator: SeededGenerator
  private(set) var entries: [Entry] = []
  private(set) var steps = 0
  private var fingerprint = Fingerprint()
  /// A hash of all choices, which differs between runs with different choices.
  var trace: UInt64 { fingerprint.value }
  /// The task that ran last.
  private(set) var current: Int?
  /// The number of times that others had to wait since one of them was last chosen.
  private var patience = 0
  private var chances = 0
  private var preemptions: [Int] = []
  /// The turns that replace those of the seed; see ``SimulatedChoices/turns``.
  private let prescribed: [Int]?
  /// The turns so far, if they are recorded.
  private(set) var turns: [Int]?
  /// Whether the current work runs out of turn.
  private(set) var isOutOfLine = false
  private var choices = 0
  /// The ranks of the tasks, if they are what counts.
  private var ranks: [Int: Int] = [:]
  /// The rank below all others.
  private var lowest = 0

  init(seed: UInt64, strategy: SimulationStrategy = .mixed, turns: [Int]? = nil, isNoted: Bool = false) {
    prescribed = turns
    self.turns = isNoted ? [] : nil
    generator = SeededGenerator(seed: seed)
    self.strategy = strategy.resolved(by: &generator)
    let count: Int
    switch self.strategy.storage {
    case .preemptions(let most), .priorities(let most): count = most
    case .mixed, .random, .answerOrder: return
    }
    // The length of a run is not known. An early interruption is as likely as a late one on each scale of lengths.
    preemptions = (0..<count).map { _ in
      let scale = 1 << generator.index(below: 8)
      return scale + generator.index(below: scale)
    }
  }

  mutating func add(_ work: Work, kind: Kind = .job, task: Int? = nil) {
    entries.append(Entry(work: work, kind: kind, task: task, rank: rank(kind: kind, task: task)))
  }

  /// Deals a rank.
  ///
  /// A new task that starts on an actor is known by the actor's job alone, so some of those have a rank of their own.
  private mutating func rank(kind: Kind, task: Int?) -> Int? {
    guard case .priorities = strategy.storage else { return nil }
    if let task, ranks[task] == nil { ranks[task] = generator.index(below: Self.highestRank) }
    return task == nil || kind == .actor && generator.index(below: 2) == 0
      ? generator.index(below: Self.highestRank) : nil
  }

  /// Removes and returns the next work, if there is any.
  mutating func next() -> Entry? {
    guard !entries.isEmpty else { return nil }
    let index = entries.count == 1 ? 0 : turn()
    steps += 1
    fingerprint.combine(UInt64(index))
    fingerprint.combine(UInt64(entries.count))
    if entries.count == 1 { isOutOfLine = false }
    let entry = entries.remove(at: index)
    if strategy == .answerOrder ? entry.kind == .arrival : entry.task != current { patience = 0 }
    current = entry.task
    return entry
  }

  /// Removes and returns everything, in the order of arrival.
  mutating func removeAll() -> [Entry] {
    defer { entries.removeAll() }
    return entries
  }

  /// Chooses by the seed or as prescribed, and records the choice.
  private mutating func turn() -> Int {
    guard prescribed != nil || turns != nil else { return choice() }
    // The task that ran last continues, or the work that has been ready longest.
    let first = current.flatMap { current in entries.firstIndex { $0.task == current } } ?? 0
    var place: Int
    let index: Int
    if let prescribed {
      place = choices < prescribed.count ? min(prescribed[choices], entries.count - 1) : 0
      if place == 0, isOthersTurn() { place = 1 }
      index = place == 0 ? first : place <= first ? place - 1 : place
    } else {
      index = choice()
      place = index == first ? 0 : index < first ? index + 1 : index
    }
    choices += 1
    turns?.append(place)
    isOutOfLine = place != 0
    return index
  }

  private mutating func choice() -> Int {
    switch strategy.storage {
    case .mixed, .random: return generator.index(below: entries.count)
    case .answerOrder:
      let arrivals = entries.indices.filter { entries[$0].kind == .arrival }
      if arrivals.count == entries.count { return generator.index(below: entries.count) }
      if !arrivals.isEmpty, isOthersTurn() { return arrivals[generator.index(below: arrivals.count)] }
      return entries.firstIndex { $0.kind != .arrival } ?? 0
    case .preemptions: return choiceWithFewPreemptions()
    case .priorities: return choiceByRank()
    }
  }

  private mutating func choiceByRank() -> Int {
    chances += 1
    let first = highest()
    guard preemptions.contains(chances) || isOthersTurn() else { return first }
    lowest -= 1
    if entries[first].rank == nil, let task = entries[first].task {
      ranks[task] = lowest
    } else {
      entries[first].rank = lowest
    }
    return highest()
  }

  /// The place of the work that ranks highest, and has been ready longest.
  private func highest() -> Int {
    let ranked = entries.map { $0.rank ?? $0.task.flatMap { ranks[$0] } ?? 0 }
    return ranked.indices.reduce(0) { ranked[$1] > ranked[$0] ? $1 : $0 }
  }

  private mutating func choiceWithFewPreemptions() -> Int {
    guard let current, let own = entries.firstIndex(where: { $0.task == current }) else {
      return generator.index(below: entries.count)
    }
    let others = entries.indices.filter { entries[$0].task != current }
    guard !others.isEmpty else { return own }
    chances += 1
    let isInterrupted = preemptions.contains(chances) || isOthersTurn()
    return isInterrupted ? others[generator.index(below: others.count)] : own
  }

  /// Returns whether other work has waited too long: a task that polls with `Task.yield()` would run for ever.
  private mutating func isOthersTurn() -> Bool {
    patience += 1
    guard patience == Self.longestWait else { return false }
    patience = 0
    return true
  }

  private static var longestWait: Int { 500 }
  /// On watches, `Int` has 32 bits: ranks are as they are elsewhere, but for some that are the same.
  private static var highestRank: Int { Int(clamping: UInt64(1) << 32) }
}

extension SeededGenerator {
  /// The same elements in another order.
  mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
    var elements = elements
    for end in elements.indices.reversed() where end > 0 { elements.swapAt(end, index(below: end + 1)) }
    return elements
  }
}
