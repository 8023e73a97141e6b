/// A search for the simplest run that fails like another one.
///
/// Choices are undone, many at a time and then fewer, as long as the run still fails; then requests are made faster. The
/// result is simple, though an even simpler run may exist.
struct Simplification: Sendable {
  /// The simplest run so far.
  private(set) var best: SimulatedRun
  /// The number of runs made.
  private(set) var runs = 0
  /// The most runs.
  let limit: Int
  /// Whether it was stopped early.
  private(set) var wasStopped = false

  /// Creates a search that begins with a failed run.
  init(of run: SimulatedRun, limit: Int) {
    best = run
    self.limit = limit
  }

  /// The result of an attempt.
  enum Attempt {
    /// The run failed like the first one.
    case failed(SimulatedRun)
    case other
    /// No more attempts can be made.
    case stop
  }

  /// Looks for simpler runs.
  ///
  /// - Parameter attempt: Makes a run with choices.
  mutating func search(_ attempt: (SimulatedChoices) async throws -> Attempt) async throws {
    // Without any choices.
    if try await accepts(SimulatedChoices(), attempt) { return }
    var before: SimulatedChoices
    repeat {
      before = best.choices
      try await takeBackTurns(attempt)
      try await takeBackTies(attempt)
      try await takeBackPauses(attempt)
      try await makeFaster(attempt)
    } while best.choices != before && !isOver
  }

  private var isOver: Bool { wasStopped || runs >= limit }

  /// Returns whether the run with some choices fails, which makes it the best one.
  private mutating func accepts(
    _ choices: SimulatedChoices, _ attempt: (SimulatedChoices) async throws -> Attempt
  ) async throws -> Bool {
    guard !isOver, choices.isSimpler(than: best.choices) else { return false }
    runs += 1
    switch try await attempt(choices) {
    case .failed(let run) where run.choices.isSimpler(than: best.choices):
      best = run
      return true
    case .failed, .other: return false
    case .stop:
      wasStopped = true
      return false
    }
  }

  private mutating func takeBackTurns(_ attempt: (SimulatedChoices) async throws -> Attempt) async throws {
    var size = best.choices.changesOfOrder
    while size > 0 {
      var start = 0
      while true {
        let places = best.choices.turns.indices.filter { best.choices.turns[$0] != 0 }
        guard start < places.count else { break }
        var choices = best.choices
        for place in places[start...].prefix(size) { choices.turns[place] = 0 }
        if try await !accepts(choices, attempt) { start += size }
        if isOver { return }
      }
      size /= 2
    }
  }

  private mutating func takeBackTies(_ attempt: (SimulatedChoices) async throws -> Attempt) async throws {
    for index in best.choices.ties.indices where index < best.choices.ties.count {
      var choices = best.choices
      choices.ties[index].sort()
      _ = try await accepts(choices, attempt)
    }
  }

  private mutating func takeBackPauses(_ attempt: (SimulatedChoices) async throws -> Attempt) async throws {
    for job in best.choices.pauses.keys.sorted() where best.choices.pauses[job] != nil {
      var choices = best.choices
      choices.pauses[job] = nil
      _ = try await accepts(choices, attempt)
    }
  }

  private mutating func makeFaster(_ attempt: (SimulatedChoices) async throws -> Attempt) async throws {
    func without(_ index: Int, _ change: (inout SimulatedWay) -> Void) -> SimulatedChoices {
      var choices = best.choices
      if choices.ways.indices.contains(index) { change(&choices.ways[index]) }
      return choices
    }
    for index in best.choices.ways.indices {
      if try await accepts(without(index) { $0 = SimulatedWay() }, attempt) { continue }
      _ = try await accepts(without(index) { $0.fate = .arrives }, attempt)
      _ = try await accepts(without(index) { $0.toService = nil }, attempt)
      guard index < best.choices.ways.count else { return }
      // By halves, to the millisecond.
      var low = -1
      var high = Int(best.choices.ways[index].latency / .milliseconds(1))
      while high - low > 1, !isOver, index < best.choices.ways.count {
        let middle = (low + high) / 2
        let latency = Duration.milliseconds(middle)
        let isEnough = try await accepts(
          without(index) { way in
            way.latency = latency
            way.toService = way.toService.map { min($0, latency) }
          }, attempt)
        if isEnough { high = middle } else { low = middle }
      }
    }
  }
}
