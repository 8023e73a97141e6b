import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a run saw of the network, and who waits for what.
struct SimulationRecord: Sendable {
  private enum What { case asked, became(Exchange.Outcome) }

  private struct Event {
    let number: Int
    let what: What
    let time: VirtualClock.Instant
  }

  private static let kept = 40

  private(set) var exchanges: [Exchange] = []
  private var pending: Set<Int> = []
  private var events: [Event] = []
  private var waits: [(id: Int, text: @Sendable () -> String)] = []
  private var lastWait = 0

  /// Notes a request.
  ///
  /// - Returns: Its number in the run.
  mutating func begin(_ request: ReceivedRequest, at time: VirtualClock.Instant) -> Int {
    let number = exchanges.count + 1
    exchanges.append(Exchange(number: number, request: request, outcome: .pending))
    pending.insert(number)
    events.append(Event(number: number, what: .asked, time: time))
    return number
  }

  /// Notes what became of a request.
  mutating func end(_ number: Int, _ outcome: Exchange.Outcome, at time: VirtualClock.Instant) {
    pending.remove(number)
    exchanges[number - 1].outcome = outcome
    events.append(Event(number: number, what: .became(outcome), time: time))
  }

  mutating func addWait(_ text: @escaping @Sendable () -> String) -> Int {
    lastWait += 1
    waits.append((lastWait, text))
    return lastWait
  }

  mutating func removeWait(_ id: Int) {
    waits.removeAll { $0.id == id }
  }

  /// What is waited for now, a line each.
  var waitTexts: [String] {
    pending.sorted().map { "the answer to \(title($0))" } + waits.map { $0.text() }
  }

  /// When requests came and what became of them, a line each, the last ones where there are many.
  var timeline: [String] {
    let left = events.count - Self.kept
    let times = events.map { "\($0.time)" }
    let width = times.map(\.count).max() ?? 0
    let lines = zip(events, times).suffix(Self.kept).map { event, time in
      time.padding(to: width) + "  " + line(event)
    }
    return (left > 0 ? ["… \(left) events before"] : []) + lines
  }

  private func line(_ event: Event) -> String {
    switch event.what {
    case .asked: return "→ \(title(event.number))"
    case .became(.answered(let response)): return "← #\(event.number) \(response.status)"
    case .became(let outcome):
      let isCancelled = if case .failed(let error as URLError) = outcome { error.code == .cancelled } else { false }
      return "✗ #\(event.number) " + (isCancelled ? "cancelled" : (outcome.remark ?? "").shortened(to: 100))
    }
  }

  private func title(_ number: Int) -> String {
    "#\(number) \(exchanges[number - 1].request)".shortened(to: 160)
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
