/// The choices of a run, those of each kind in the order in which they were made.
///
/// A missing choice is the simplest one. So a run can be repeated with fewer choices than it had.
struct SimulatedChoices: Hashable, Sendable {
  /// The position in line of each work that ran next; 0 keeps the order.
  var turns: [Int] = []
  /// The ways of requests and their answers.
  var ways: [SimulatedWay] = []
  /// The order of simultaneous events, as places in the usual order.
  var ties: [[Int]] = []
  /// The times for which jobs were held back, by the numbers of the jobs.
  var pauses: [Int: Duration] = [:]

  /// The number of events that went out of turn.
  var changesOfOrder: Int { turns.count { $0 != 0 } + ties.count { $0 != Array($0.indices) } }

  /// The total time of all requests and answers.
  var latency: Duration { ways.reduce(.zero) { $0 + $1.latency } + pauses.values.reduce(.zero, +) }

  /// The number of faults.
  var faults: Int { ways.count { $0.fate != .arrives } + pauses.count }

  /// Returns whether these are simpler than others: fewer faults, then fewer changes of order, then less time.
  func isSimpler(than other: Self) -> Bool { cost < other.cost }

  private var cost: (faults: Int, changes: Int, latency: Duration, early: Duration, ways: Int) {
    let early = ways.reduce(Duration.zero) { $0 + ($1.toService ?? .zero) }
    return (faults, changesOfOrder, latency, early, ways.count { $0.toService != nil })
  }
}

/// The way of a request and its answer.
struct SimulatedWay: Hashable, Sendable {
  /// The latency of both directions together.
  var latency = Duration.zero
  /// The time that the request needs to the service, which answers then; nil if it arrives immediately.
  var toService: Duration?
  var fate = SimulatedFate.arrives
}

/// The effect of a faulty network on a request; see ``SimulatedFaults``.
enum SimulatedFate: Hashable, Sendable {
  case arrives
  /// The request is lost on its way to the service, or the answer on its way back; the caller gets an error, or waits in silence.
  case lost(AnswerWay, isSilent: Bool)
  /// The request arrives a second time, this long after the first.
  case twice(after: Duration)
}
