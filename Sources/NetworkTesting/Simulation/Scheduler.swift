import NetworkEndpoints

/// What is ready to run in a simulated run, and what runs next.
///
/// A value without threads, so that its choices can be tested alone.
struct Scheduler<Work> {
  /// A kind of ready work.
  enum Kind { case job, arrival }

  /// Ready work.
  struct Entry {
    let work: Work
    let kind: Kind
    /// The number of the task that it is a part of; nil for an arrival, which belongs to no task.
    let task: Int?
  }

  /// The strategy of the run, never the mixture.
  let strategy: SimulationStrategy
  var generator: SeededGenerator
  private(set) var entries: [Entry] = []
  private(set) var steps = 0
  private var fingerprint = Fingerprint()
  /// A hash of all choices, which differs between runs that chose differently.
  var trace: UInt64 { fingerprint.value }
  /// The task that ran last.
  private(set) var current: Int?
  /// How often others had to wait since one of them was last chosen.
  private var patience = 0
  private var chances = 0
  private var preemptions: [Int] = []

  init(seed: UInt64, strategy: SimulationStrategy = .mixed) {
    generator = SeededGenerator(seed: seed)
    self.strategy = strategy.resolved(by: &generator)
    guard case .preemptions(let count) = self.strategy.storage else { return }
    // How long a run will be is not known. An early interruption is as likely as a late one on each scale of lengths.
    preemptions = (0..<count).map { _ in
      let scale = 1 << generator.index(below: 8)
      return scale + generator.index(below: scale)
    }
  }

  mutating func add(_ work: Work, kind: Kind = .job, task: Int? = nil) {
    entries.append(Entry(work: work, kind: kind, task: task))
  }

  /// Removes and returns what runs next, if there is anything.
  mutating func next() -> Entry? {
    guard !entries.isEmpty else { return nil }
    let index = choice()
    steps += 1
    fingerprint.combine(UInt64(index))
    fingerprint.combine(UInt64(entries.count))
    let entry = entries.remove(at: index)
    if strategy == .answerOrder ? entry.kind == .arrival : entry.task != current { patience = 0 }
    current = entry.task
    return entry
  }

  /// Removes and returns everything, in the order in which it came.
  mutating func removeAll() -> [Entry] {
    defer { entries.removeAll() }
    return entries
  }

  private mutating func choice() -> Int {
    guard entries.count > 1 else { return 0 }
    switch strategy.storage {
    case .mixed, .random: return generator.index(below: entries.count)
    case .answerOrder:
      let arrivals = entries.indices.filter { entries[$0].kind == .arrival }
      if arrivals.count == entries.count { return generator.index(below: entries.count) }
      if !arrivals.isEmpty, isOthersTurn() { return arrivals[generator.index(below: arrivals.count)] }
      return entries.firstIndex { $0.kind == .job } ?? 0
    case .preemptions: return choiceWithFewPreemptions()
    }
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

  /// Whether other work has waited too long: a task that polls with `Task.yield()` would run for ever.
  private mutating func isOthersTurn() -> Bool {
    patience += 1
    guard patience == Self.longestWait else { return false }
    patience = 0
    return true
  }

  private static var longestWait: Int { 500 }
}
