/// The choices of a run, those of each kind in the order in which they were made.
///
/// A choice that is missing is the simplest one. So a run can be made again with fewer choices than it had.
struct SimulatedChoices: Hashable, Sendable {
  /// How far behind the first in line the work was that ran next; 0 keeps the order.
  var turns: [Int] = []
  /// How requests and their answers travelled.
  var ways: [SimulatedWay] = []
  /// The order of what happened at the same time, as places in the usual order.
  var ties: [[Int]] = []

  /// How often something went before what was in line.
  var changesOfOrder: Int { turns.count { $0 != 0 } + ties.count { $0 != Array($0.indices) } }

  /// The time that all requests and answers took together.
  var latency: Duration { ways.reduce(.zero) { $0 + $1.latency } }

  /// Whether these are simpler than others: fewer faults, then fewer changes of order, then less time.
  func isSimpler(than other: Self) -> Bool { cost.lexicographicallyPrecedes(other.cost) }

  private var cost: [Duration] {
    let faults = ways.count { $0.fate != .arrives }
    let early = ways.reduce(Duration.zero) { $0 + ($1.toService ?? .zero) }
    return [.seconds(faults), .seconds(changesOfOrder), latency, early, .seconds(ways.count { $0.toService != nil })]
  }
}

/// How a request and its answer travel.
struct SimulatedWay: Hashable, Sendable {
  /// How long both ways take together.
  var latency = Duration.zero
  /// How long the request needs to the service, which answers then; nil if it is there at once.
  var toService: Duration?
  var fate = SimulatedFate.arrives
}

/// What a faulty network does to a request; see ``SimulatedFaults``.
enum SimulatedFate: Hashable, Sendable {
  case arrives
  /// The request is lost on its way to the service, or the answer on its way back: the caller learns that the connection was
  /// lost, or in silence waits until its time is over.
  case lost(AnswerWay, isSilent: Bool)
  /// The request arrives a second time, this long after the first.
  case twice(after: Duration)
}
