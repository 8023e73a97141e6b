import Foundation
import NetworkEndpoints
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The text about a failed run: which one it was, how to replay it, and what the network did.
struct SimulationReport {
  let run: SimulatedRun
  let seed: UInt64
  let number: Int
  let count: Int
  /// What `swift test --filter` takes to run the test.
  let filter: String

  var text: String {
    ([headline, ""] + cause + how + outside + network).joined(separator: "\n")
  }

  private var headline: String {
    let name = count == 1 ? "The simulated run with seed \(seed)" : "Run \(number) of \(count), with seed \(seed),"
    switch run.end {
    case .ended: return "\(name) failed."
    case .stuck: return "\(name) got stuck."
    case .endless: return "\(name) does not end."
    }
  }

  private var how: [String] {
    [
      "To replay it, every step as it was:",
      "  \(SimulationPlan.seedVariable)=\(seed) swift test --filter \(filter)",
      "or, to debug it, @Test(.simulated(seed: \(seed)))"
        + (count > 1 ? " with the other arguments as they are." : "."),
      "",
      "It took \(steps) by \(run.strategy) and \(run.time.inWords) of virtual time (trace \(fingerprint)).",
    ]
  }

  private var steps: String { run.steps == 1 ? "1 step" : "\(run.steps) steps" }

  private var fingerprint: String { String(run.trace & 0xFFFF_FFFF, radix: 16) }

  private var cause: [String] {
    switch run.end {
    case .ended: return []
    case .stuck:
      let waits =
        run.record.waitTexts.isEmpty
        ? ["  nothing that the simulation knows of; perhaps a continuation, a stream or a task"]
        : run.record.waitTexts.map { "  \($0)" }
      return [
        "No task is ready, none sleeps on the simulation's clock, and nothing came from outside. What the test waits for:"
      ] + waits + [""]
    case .endless:
      let waits =
        run.record.waitTexts.isEmpty ? [] : ["Waited for at the time:"] + run.record.waitTexts.map { "  \($0)" }
      return ["It was stopped after \(run.steps) steps. Something polls or retries endlessly."] + waits + [""]
    }
  }

  private var outside: [String] {
    guard run.outsideWakes > 0 else { return [] }
    let times = run.outsideWakes == 1 ? "Once" : "\(run.outsideWakes) times"
    return [
      "",
      "\(times) it was woken from outside the simulation (a dispatch queue, a real clock): the seed "
        + "decides nothing there, and a replay may differ.",
    ]
  }

  private var network: [String] {
    let lines = run.record.timeline
    return lines.isEmpty ? [] : ["", "What the network did:"] + lines.map { "  \($0)" }
  }
}

/// What the network did in a run, and what is waited for.
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

  /// When requests came and what became of them, a line each; only the last of many.
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
