/// The problems of a transport's stubs that were not used as required.
///
/// The requests are read once, and only if a stub was not used.
package final class UnusedStubs {
  /// Returns the end of the text of a wait that was in vain: the stubs that were never used, if there are any.
  package static func note(of definitions: [StubDefinition]) -> String {
    let stubs = definitions.map { "\n  \($0.shown)" }
    guard !stubs.isEmpty else { return "" }
    return "\n\nNever used until then:" + stubs.prefix(8).joined()
      + (stubs.count > 8 ? "\n  … and \(stubs.count - 8) more" : "")
  }

  private let table: StubTable
  private let log: [Exchange]
  private let refusals: [String]
  private let silence: Silence
  /// Whether one of them came from no test's task.
  private let isUnowned: Bool
  /// The name of the trait that has the stubs; nil for a transport that a test made.
  private let trait: String?
  private lazy var others = table.entries
  // Enough to explain, whatever a test sends.
  private lazy var last = log.suffix(1000)
  private lazy var readers = last.map { RequestReader.explaining($0.request) }

  /// - Parameters:
  ///   - table: The stubs.
  ///   - log: The requests.
  ///   - refusals: The requests that were not sent, each with the reason.
  ///   - silence: What is known if nothing was received.
  ///   - trait: The name of the trait that has the stubs; nil for a transport that a test made.
  ///   - isUnowned: Whether one of the requests that were not sent came from no test's task.
  init(
    _ table: StubTable, _ log: [Exchange], refusals: [String], silence: Silence, trait: String?, isUnowned: Bool = false
  ) {
    self.isUnowned = isUnowned
    self.table = table
    self.log = log
    self.refusals = refusals
    self.silence = silence
    self.trait = trait
  }

  /// Returns the problem of a stub that was used too rarely; nil if it was not, or if another unused stub is the cause.
  func problem(of entry: StubEntry) -> Problem? {
    let definition = entry.definition
    guard !entry.isFulfilled else { return misspelledState(of: entry) }
    if isConsequence(entry) { return nil }
    let least = definition.least(isPromise: entry.isPromise)
    let stub = "The stub \(definition.matcher.shownCode)"
    let headline =
      entry.uses == 0
      ? "\(stub) was never used\(least == 1 ? "" : "; it must answer \(least.counted("request"))")."
      : "\(stub) answered \(entry.uses.counted("request")); it must answer \(least)."
    let taker = taker(of: entry)
    let unreachable = definition.scenario.flatMap(table.unreachable)
    let reached = unreachable ?? definition.scenario.flatMap(table.unusedMover) ?? taker?.line
    let nearest = reached.map { [$0] } ?? nearestLines(to: definition)
    let advice =
      if isOfSuite(entry) {
        """
        It is a stub of the suite and has a count, so each test of the suite must use it. If this test should, fix the app. If not, \
        leave out the count.
        """
      } else if log.isEmpty && refusals.isEmpty {
        """
        \(silence.reason ?? silence.advice(waitingFor: definition.matcher, in: trait)) If the stub may go unused, add .optional() to it.
        """
      } else if taker?.isGreedy == true {
        "A stub without a count answers every request that it matches: add .once() to that one."
      } else if entry.uses > 0 {
        entry.adviceOnCount(after: last.last { $0.stub === definition })
      } else {
        "If the app should have sent a request that matches, fix the app. If not, remove the stub, or add .optional() to it."
      }
    // A request that was kept away says itself what to do.
    let isSaid = unreachable != nil || log.isEmpty && isUnowned
    // A retry that sleeps on a clock of its own is not sent while the test's clock moves.
    let reason = entry.uses > 0 ? silence.reason.map { [$0] } ?? [] : []
    let facts: [[String]] = [moves(entry), nearest, entry.answersLeft, refusals, reason]
    let lines = [headline] + facts.flatMap { $0 } + (isSaid ? [] : [advice])
    return Problem(text: lines.joined(separator: "\n"), place: definition.place.code)
  }

  /// Returns the lines about the request that comes closest to a stub; none if only such came as were not sent, which are named.
  private func nearestLines(to definition: StubDefinition) -> [String] {
    if log.isEmpty, !refusals.isEmpty { return [] }
    return definition.matcher.nearestLines(
      in: last, readers, of: log.count, isOfOther: { self.isOfOther($0, than: definition) }, note: offer)
  }

  /// Returns the line about a stub that waits for the state to which an unused one moves a scenario.
  private func moves(_ entry: StubEntry) -> [String] {
    guard entry.uses == 0, let step = entry.definition.scenario, let next = step.next, next != step.state else {
      return []
    }
    let waiting = others.first { other in
      other.uses == 0 && other.definition.scenario?.name == step.name && other.definition.scenario?.state == next
    }
    return waiting.map {
      ["It moves the scenario \(step.name.quoted) to \(next), in which \($0.definition.shown) answers."]
    } ?? []
  }

  /// Returns whether it is a stub of a suite, which a test may go without if it has no count.
  private func isOfSuite(_ entry: StubEntry) -> Bool {
    trait != nil && entry.uses == 0 && !entry.isPromise && entry.definition.count != nil
  }

  /// Returns whether it waits for another stub that was not used, and is a problem itself: one cause is one issue.
  private func isConsequence(_ entry: StubEntry) -> Bool {
    func isProblem(_ other: StubEntry) -> Bool { !other.isFulfilled && other.definition !== entry.definition }
    if case .before(let other) = table.blocker(for: entry.definition) {
      return others.contains { $0.definition === other && isProblem($0) }
    }
    guard entry.uses == 0, var step = entry.definition.scenario else { return false }
    // From state to state, until one of those stubs could have answered; a circle has no such stub.
    var seen: Set<ScenarioState> = []
    while table.unusedMover(to: step) != nil, seen.insert(step.state).inserted {
      let movers = others.filter { $0.definition.moves(to: step) }
      guard movers.contains(where: isProblem), let mover = movers.first?.definition.scenario else { return false }
      if mover.state == table.states[step.name] { return true }
      step = mover
    }
    return false
  }

  /// Returns the problem of an optional stub that could never have been used.
  private func misspelledState(of entry: StubEntry) -> Problem? {
    guard entry.uses == 0, !entry.isUnusedReported, let step = entry.definition.scenario,
      table.nearState(to: step) != nil,
      let reason = table.unreachable(step)
    else { return nil }
    let headline = "The stub \(entry.definition.matcher.shownCode) can never answer."
    return Problem(text: "\(headline)\n\(reason)", place: entry.definition.place.code)
  }

  /// Returns a line that names the earlier stub that answered a request meant for an unused one; nil if no stub did.
  ///
  /// The earlier stub is greedy if the order or the state of both says that it should have left the request to the unused one.
  private func taker(of entry: StubEntry) -> (line: String, isGreedy: Bool)? {
    let definition = entry.definition
    guard entry.uses == 0 else { return nil }
    let earlier = others.prefix { $0.definition !== definition }.filter { $0.uses > 0 }
    if let greedy = earlier.first(where: { $0.definition.limit == nil && $0.definition.precedes(definition) }),
      // Of equal requests, the first is its own.
      let exchange = last.indices.last(where: { place in
        last[place].stub === greedy.definition && definition.matcher.matches(readers[place - last.startIndex])
      })
    {
      return (Self.line(last[exchange], greedy), true)
    }
    guard definition.scenario == nil, let index = readers.firstIndex(where: { definition.matcher.matches($0) }) else {
      return nil
    }
    let other = earlier.first { $0.definition.matcher.matches(readers[index]) }
    return other.map { (Self.line(last[last.startIndex + index], $0), false) }
  }

  private static func line(_ exchange: Exchange, _ taker: StubEntry) -> String {
    "\(exchange.title) was answered by \(taker.definition.shown), which comes before it."
  }

  /// Returns whether a request is another stub's own, so that it says nothing about an unused one for another method.
  private func isOfOther(_ exchange: Exchange, than definition: StubDefinition) -> Bool {
    guard let method = definition.matcher.method, method != exchange.request.method else { return false }
    return others.contains { $0.definition === exchange.stub && $0.isPromise && $0.definition.matcher.method != nil }
  }

  /// Returns the stub of a suite that answered a request in place of one of the test.
  private func offer(to exchange: Exchange) -> String? {
    let stub = others.first { $0.definition === exchange.stub && !$0.isPromise }?.definition
    // A recording's is of no line of the user.
    guard let stub, !stub.matcher.takesAnyTarget || !stub.matcher.conditions.isEmpty else { return nil }
    return "A stub of the suite answered it instead: \(stub.shown)."
  }
}

extension StubEntry {
  /// The line about the answers that no request took; none for a stub with one answer.
  fileprivate var answersLeft: [String] {
    let answers = definition.answers
    guard uses > 0, uses < answers.count else { return [] }
    let left = answers.indices.dropFirst(uses).prefix(4).map { index in
      "\(answers[index].shown.map { "\($0), " } ?? "")\(index + 1) of \(answers.count)"
    }
    return ["Not asked for: \(left.joined(separator: "; "))\(answers.count - uses > 4 ? "; …" : "")."]
  }

  /// Returns the advice about a stub that answered too rarely: one that may go unused would hide that.
  ///
  /// - Parameter last: The last request that it answered.
  fileprivate func adviceOnCount(after last: Exchange?) -> String {
    let more = last?.outcome.failure.map { "asked again after \($0)" } ?? "sent more"
    let right =
      "If the app should have \(more), fix the app. If \(uses.counted("request")) \(uses == 1 ? "is" : "are") right"
    let rest = definition.answers.count - uses == 1 ? "answer that is" : "answers that are"
    return definition.count == nil
      ? "\(right), leave out the \(rest) left." : "\(right), write .times(\(uses)) on the stub."
  }
}

extension StubDefinition {
  /// Returns whether it moves a scenario to the state of a step.
  fileprivate func moves(to step: ScenarioStep) -> Bool { scenario?.name == step.name && scenario?.next == step.state }

  /// Whether it is before another in an order, or answers in the same state of a scenario.
  fileprivate func precedes(_ other: StubDefinition) -> Bool {
    if let turn, let later = other.turn { return turn.order === later.order && turn.index < later.index }
    guard let scenario, let later = other.scenario, scenario.next == nil || scenario.next == scenario.state else {
      return false
    }
    return scenario.name == later.name && scenario.state == later.state
  }
}

extension StubTable {
  /// Returns the reason why a state is never reached; nil if it may be.
  func unreachable(_ step: ScenarioStep) -> String? {
    guard step.state != .start, !states.setByHand.contains(step.name), !nextStates(of: step.name).contains(step.state)
    else { return nil }
    let mover = ".scenario(\(step.name.quoted), then: \(step.state))"
    let cure = ". Write \(mover) on the stub that should, or correct the state."
    return "No stub moves the scenario \(step.name.quoted) to \(step.state)"
      + (nearState(to: step).map { "; did you mean \($0.quoted)?" } ?? cure)
  }

  /// Returns the stub that would move a scenario to a state and was not requested; nil if none would, or it was.
  func unusedMover(to step: ScenarioStep) -> String? {
    guard step.state != .start, !states.setByHand.contains(step.name) else { return nil }
    let movers = entries.filter { $0.definition.moves(to: step) }
    guard let mover = movers.first?.definition, movers.allSatisfy({ $0.uses == 0 }) else { return nil }
    return "\(mover.shown) moves it there, and was not requested."
  }

  /// Returns the state that was probably meant by a misspelled one.
  fileprivate func nearState(to step: ScenarioStep) -> String? {
    step.state.name.flatMap { name in
      Similarity.nearest(to: name, in: nextStates(of: step.name).compactMap(\.name).filter { $0 != name })
    }
  }

  private func nextStates(of scenario: String) -> [ScenarioState] {
    entries.compactMap { $0.definition.scenario?.name == scenario ? $0.definition.scenario?.next : nil }
  }
}
