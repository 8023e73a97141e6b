import Testing

/// What a failed run has to say: which it was, how to replay it, and what the network did.
struct SimulationReport {
  let run: SimulatedRun
  let seed: UInt64
  let number: Int
  let count: Int
  let replay: ReplayCommand

  var text: String {
    ([headline, ""] + cause + how + outside + network).joined(separator: "\n")
  }

  private var headline: String {
    let name = count == 1 ? "The simulated run with seed \(seed)" : "Run \(number) of \(count), with seed \(seed),"
    switch run.end {
    case .ended: return "\(name) failed."
    case .stuck: return "\(name) got stuck."
    case .endless: return "\(name) does not come to an end."
    }
  }

  private var how: [String] {
    [
      "To replay it, every step as it was:",
      "  \(replay.line(seed: seed))",
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
        ? ["  nothing that the simulation knows of: a continuation, a stream, a task"]
        : run.record.waitTexts.map { "  \($0)" }
      return [
        "Nothing can go on, nobody sleeps on the simulation's clock, and nothing came from outside. What is waited for:"
      ] + waits + [""]
    case .endless:
      let waits =
        run.record.waitTexts.isEmpty ? [] : ["Waited for at the time:"] + run.record.waitTexts.map { "  \($0)" }
      return ["It was stopped after \(run.steps) steps. Something polls or retries without an end."] + waits + [""]
    }
  }

  private var outside: [String] {
    guard run.outsideWakes > 0 else { return [] }
    let times = run.outsideWakes == 1 ? "Once" : "\(run.outsideWakes) times"
    return [
      "",
      "\(times) it was woken from outside the simulation (the main actor, a dispatch queue, a real clock): there the seed "
        + "decides nothing, and a replay may go another way.",
    ]
  }

  private var network: [String] {
    let lines = run.record.timeline
    return lines.isEmpty ? [] : ["", "What the network did:"] + lines.map { "  \($0)" }
  }
}
