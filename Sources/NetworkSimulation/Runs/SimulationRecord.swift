/// The events of a run: the network's actions, the pending waits and, if steps are recorded, which task ran when.
struct SimulationRecord: Sendable {
  enum What: Sendable {
    case asked(Int), became(Int, Exchange.Outcome)
    /// The effect of a faulty network on a request.
    case fault(Int, String)
    /// A task continues later than it could.
    case pause(task: Int?, Duration)
    /// A task continued in functions, the innermost first, by the addresses of their code; maybe out of turn.
    case step(task: Int, functions: [UInt], isOutOfLine: Bool)
  }

  struct Event: Sendable {
    let what: What
    let time: VirtualClock.Instant
  }

  /// A recorded task.
  struct Task: Sendable {
    /// The functions that started it, the innermost first, by the addresses of their code.
    let callers: [UInt]
    /// The number of the task that started it, if one did.
    let parent: Int?
    /// The name that its author gave it.
    var name: String?
  }

  private static let keptSteps = 4_000

  private(set) var exchanges: [Exchange] = []
  /// The tasks by their numbers, from 1, if steps are recorded.
  private(set) var tasks: [Task] = []
  private(set) var events: [Event] = []
  private var pending: Set<Int> = []
  private var withdrawn: Set<Int> = []
  private var waits: [(id: Int, text: @Sendable () -> String)] = []
  private var lastWait = 0

  /// Records a request.
  ///
  /// - Returns: Its number in the run.
  mutating func begin(_ request: ReceivedRequest, at time: VirtualClock.Instant) -> Int {
    let number = exchanges.count + 1
    exchanges.append(Exchange(number: number, request: request, outcome: .pending, arrival: time.offset))
    pending.insert(number)
    events.append(Event(what: .asked(number), time: time))
    return number
  }

  /// Records the outcome of a request.
  mutating func end(
    _ number: Int, _ outcome: Exchange.Outcome, by stub: (any AnsweringStub)?, at time: VirtualClock.Instant
  ) {
    guard !withdrawn.contains(number) else { return }
    pending.remove(number)
    exchanges[number - 1].outcome = outcome
    exchanges[number - 1].stub = stub
    exchanges[number - 1].duration = time.offset - (exchanges[number - 1].arrival ?? time.offset)
    events.append(Event(what: .became(number, outcome), time: time))
  }

  /// Records that the caller of a request was told of its cancellation, in place of the answer that it has or will have.
  mutating func withdraw(_ number: Int, at time: VirtualClock.Instant) {
    events.removeAll { if case .became(number, _) = $0.what { true } else { false } }
    end(number, .failed(URLError(.cancelled)), by: nil, at: time)
    withdrawn.insert(number)
  }

  mutating func add(_ what: What, at time: VirtualClock.Instant) {
    events.append(Event(what: what, time: time))
    // The end of a long run is more helpful than its beginning.
    if case .step = what, events.count > Self.keptSteps { events.removeFirst(Self.keptSteps / 2) }
  }

  mutating func addTask(startedBy callers: [UInt], of parent: Int?) {
    tasks.append(Task(callers: callers, parent: parent))
  }

  mutating func name(task number: Int, _ name: String) {
    if tasks.indices.contains(number - 1) { tasks[number - 1].name = name }
  }

  mutating func addWait(_ text: @escaping @Sendable () -> String) -> Int {
    lastWait += 1
    waits.append((lastWait, text))
    return lastWait
  }

  mutating func removeWait(_ id: Int) {
    waits.removeAll { $0.id == id }
  }

  /// The pending waits, one line each.
  var waitTexts: [String] {
    pending.sorted().map { "the answer to \(title($0))" } + waits.map { $0.text() }
  }

  /// Returns a line about an event of the network, or nil.
  func line(_ what: What) -> String? {
    switch what {
    case .step, .pause: return nil
    case .asked(let number): return "→ \(title(number))"
    case .fault(let number, let text): return "⚡ #\(number) \(text)"
    case .became(let number, .answered(let response)): return "← #\(number) \(response.status)"
    case .became(let number, let outcome):
      let isCancelled = if case .failed(let error as URLError) = outcome { error.code == .cancelled } else { false }
      return "✗ #\(number) " + (isCancelled ? "cancelled" : (outcome.remark ?? "").shortened(to: 100))
    }
  }

  private func title(_ number: Int) -> String {
    "#\(number) \(exchanges[number - 1].request)".shortened(to: 160)
  }
}
