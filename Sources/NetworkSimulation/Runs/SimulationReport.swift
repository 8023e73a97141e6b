/// The text about a failed run: its identity, the command to replay it, and the events of the network.
struct SimulationReport {
  let run: SimulatedRun
  let seed: UInt64
  let number: Int
  let count: Int
  let settings: SimulationSettings
  /// The trace of the run that this one replays.
  var replayedTrace: String?
  /// The simplest run that also fails, if a search was made.
  var simplification: Simplification?

  var text: String {
    ([headline, ""] + cause + how + difference + outside + network).joined(separator: "\n")
  }

  /// The text about a replay that passed but took another course; nil if it took the same.
  var textOfOtherReplay: String? {
    difference.isEmpty
      ? nil
      : (["The replay of the run with seed \(seed) took other steps."] + difference + outside + network)
        .joined(separator: "\n")
  }

  /// The text about a run that the test's cancellation ended.
  var textOfCancelled: String {
    let end = " was still running when the test was cancelled, for example by its time limit."
    return ([headline.replacing(" failed.", with: end), ""] + how + network).joined(separator: "\n")
  }

  private var difference: [String] {
    guard let replayedTrace, replayedTrace != run.shownTrace else { return [] }
    let reason =
      run.outsideWakes > 0
      ? "Events from outside (see below) came at other times."
      : """
      Nothing came from outside, so something else has changed: the test, its stubs, the code under test, Swift, or values \
      that the seed does not decide, such as random numbers, the time of day and the order of a Set \
      (SWIFT_DETERMINISTIC_HASHING=1 fixes that).
      """
    return ["", "This is another run: the one to replay had the trace \(replayedTrace). \(reason)"]
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
      "To replay it step by step:",
      "  \(settings.replayCommand(seed: seed, trace: run.end == .ended ? run.shownTrace : nil))",
      "or, to debug it, use @Test(.simulated(seed: \(seed)))"
        + (count > 1 ? ", with the other arguments unchanged." : "."),
      "",
      "It took \(steps) by \(run.strategy) and \(run.time.inWords) of virtual time (trace \(run.shownTrace)).",
    ]
  }

  private var steps: String { run.steps == 1 ? "1 step" : "\(run.steps) steps" }

  private var cause: [String] {
    switch run.end {
    case .ended: return []
    case .stuck:
      return [
        "No task is ready, none sleeps on the simulation's clock, and nothing came from outside. The test waits for:"
      ] + waits + [""]
    case .endless:
      let waits =
        run.record.waitTexts.isEmpty ? [] : ["The test was waiting for:"] + run.record.waitTexts.map { "  \($0)" }
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

  private var waits: [String] {
    // A task that has ended may still be there, so this is only likely.
    let sleeps = run.waitingFunctions.filter(FunctionName.isRealSleep).map { functions in
      "  probably a sleep in real time" + (FunctionName.author(of: functions).map { ", in \($0)" } ?? "")
    }
    let place = run.waitingFunctions.first.flatMap(FunctionName.author).map { test in
      var others: [String] = []
      for name in run.waitingFunctions.dropFirst().compactMap(FunctionName.author) where !others.contains(name) {
        others.append(name)
      }
      return ["  The test itself is in \(test)."]
        + (others.isEmpty
          ? [] : ["  Its other tasks are in \(others.prefix(10).joined(separator: ", ")), or were there last."])
    }
    let known = run.record.waitTexts.map { "  \($0)" } + sleeps
    if !run.record.waitTexts.isEmpty { return known + (place ?? []) }
    let remedy = """
      If code sleeps in real time, give it a parameter for its clock, and pass .simulated here. Or give the trait a longer \
      patience: than \(settings.patience.inWords).
      """
    return
      (known.isEmpty
      ? ["  nothing that the simulation knows; maybe a continuation, a stream or a task"] : known)
      + (place ?? []) + [remedy]
  }

  private static func place(of frames: [String]) -> [String] {
    frames.isEmpty ? [] : ["Its thread is in:"] + frames.prefix(20).map { "  \($0)".shortened(to: 160) }
  }

  private var outside: [String] {
    guard run.outsideWakes > 0 else { return [] }
    let times = run.outsideWakes == 1 ? "Once" : "\(run.outsideWakes) times"
    return [
      "",
      "\(times) it was woken from outside the simulation (\(run.executor ?? "Task.sleep, a dispatch queue, a real clock")): the seed "
        + "does not decide that, so a replay may differ. Give code that sleeps a parameter for its clock, and pass .simulated.",
    ]
  }

  private var network: [String] {
    var timeline = SimulatedTimeline((simplification?.best ?? run).record)
    let lines = run.choices == SimulatedChoices() && simplification == nil ? timeline.network : timeline.lines()
    let title = simplification.map(title) ?? "What the network did:"
    return lines.isEmpty ? [] : ["", title] + lines.map { "  \($0)" }
  }

  private func title(_ simplification: Simplification) -> String {
    let choices = simplification.best.choices
    let runs = simplification.runs
    let found = runs == 1 ? "1 more run" : "\(runs) more runs"
    let bound =
      runs >= simplification.limit ? ", which is the limit" : simplification.wasStopped ? ", then stopped" : ""
    if choices.changesOfOrder == 0, choices.latency == .zero, choices.faults == 0 {
      return "The order does not matter: a run in plain order, without delays, fails at the same place."
    }
    let parts = [
      Self.count(choices.changesOfOrder, "change of order", "changes of order"),
      choices.latency == .zero ? "" : "\(choices.latency.inWords) of latency",
      Self.count(choices.faults, "fault", "faults"),
    ]
    return """
      The simplest run that fails at the same place, found in \(found)\(bound), has \
      \(parts.filter { !$0.isEmpty }.joined(separator: " and "))\(choices.changesOfOrder == 0 ? "" : Self.legend):
      """
  }

  private static let legend = " (* ran before work that was first in line)"

  private static func count(_ number: Int, _ one: String, _ several: String) -> String {
    number == 0 ? "" : number == 1 ? "1 \(one)" : "\(number) \(several)"
  }
}
