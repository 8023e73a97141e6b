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
  let settings: SimulationSettings
  /// The trace of the run that this one replays.
  var replayedTrace: String?

  var text: String {
    ([headline, ""] + cause + how + difference + outside + network).joined(separator: "\n")
  }

  /// The text about a replay that did not fail, but went another way; nil if it went the same way.
  var textOfOtherReplay: String? {
    difference.isEmpty
      ? nil
      : (["The replay of the run with seed \(seed) went another way."] + difference + outside + network)
        .joined(separator: "\n")
  }

  /// The text about a run that the test's cancellation ended.
  var textOfCancelled: String {
    ([headline.replacing(" failed.", with: " was under way when the test was cancelled, as by its time limit."), ""]
      + how
      + network)
      .joined(separator: "\n")
  }

  private var difference: [String] {
    guard let replayedTrace, replayedTrace != run.shownTrace else { return [] }
    let reason =
      run.outsideWakes > 0
      ? "What came from outside, see below, came at other times."
      : """
      Nothing came from outside, so something else has changed: the test, its stubs, the code under test, Swift, or values \
      that the seed does not decide, such as random numbers, the time of day and the order of a Set \
      (SWIFT_DETERMINISTIC_HASHING=1 fixes that).
      """
    return ["", "It is not the run that was to be replayed: that had the trace \(replayedTrace). \(reason)"]
  }

  private var headline: String {
    let name = count == 1 ? "The simulated run with seed \(seed)" : "Run \(number) of \(count), with seed \(seed),"
    switch run.end {
    case .ended: return "\(name) failed."
    case .stuck: return "\(name) got stuck."
    case .endless: return "\(name) does not end."
    case .blocked: return "\(name) is blocked."
    }
  }

  private var how: [String] {
    [
      "To replay it, every step as it was:",
      "  \(settings.replayCommand(seed: seed, trace: run.end == .ended ? run.shownTrace : nil))",
      "or, to debug it, @Test(.simulated(seed: \(seed)))"
        + (count > 1 ? " with the other arguments as they are." : "."),
      "",
      "It took \(steps) by \(run.strategy) and \(run.time.inWords) of virtual time (trace \(run.shownTrace)).",
    ]
  }

  private var steps: String { run.steps == 1 ? "1 step" : "\(run.steps) steps" }

  private var cause: [String] {
    switch run.end {
    case .ended: return []
    case .stuck:
      let waits =
        run.record.waitTexts.isEmpty
        ? [
          "  nothing that the simulation knows of; perhaps a continuation, a stream or a task",
          "If it sleeps in real time, give it the clock .simulated, or the trait a longer patience:.",
        ]
        : run.record.waitTexts.map { "  \($0)" }
      return [
        "No task is ready, none sleeps on the simulation's clock, and nothing came from outside. What the test waits for:"
      ] + waits + [""]
    case .endless:
      let waits =
        run.record.waitTexts.isEmpty ? [] : ["Waited for at the time:"] + run.record.waitTexts.map { "  \($0)" }
      return ["It was stopped after \(run.steps) steps. Something polls or retries endlessly."] + waits + [""]
    case .blocked(let step, let frames):
      return [
        """
        Step \(step) has blocked its thread for \(settings.stepTime.inWords): it waits for a lock, a semaphore or another \
        thread, or computes without end. No other task of the run can continue meanwhile.
        """
      ] + Self.place(of: frames) + [""]
    }
  }

  private static func place(of frames: [String]) -> [String] {
    frames.isEmpty ? [] : ["Its thread is in:"] + frames.prefix(20).map { "  \($0)".shortened(to: 160) }
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
