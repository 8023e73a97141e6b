extension Candidate {
  /// Compares a stub with a request, including its state in the table: whether it is used up, or waits for a state.
  init(_ entry: StubEntry, _ request: RequestReader, in table: StubTable, log: [Exchange]) {
    let matcher = entry.definition.matcher
    let code = matcher.url.code == nil ? matcher.description : matcher.targetCode
    self.init(
      title: "\(Secrets.masked(code: code).shortened(to: 160)) at \(entry.definition.place.code.shown)",
      findings: matcher.findings(request) + [entry.stateFinding(table), entry.usageFinding(log)].compactMap { $0 },
      path: matcher.url.isAny ? nil : matcher.url.pathText, stub: entry.definition)
  }
}

extension StubEntry {
  fileprivate func stateFinding(_ table: StubTable) -> Finding? {
    guard definition.isInSequence else { return nil }
    switch table.blocker(for: definition) {
    case .state(let step, let state):
      return .mismatch(
        .scenario, "scenario \(step.name)", expected: "\(step.state)", got: "but it is at \(state)")
    case .before(let other):
      let isUnused = table.entries.contains { $0.definition === other && $0.uses == 0 }
      let wait = isUnused ? ", and was not requested" : ""
      return .mismatch(.order, "order", "it comes after \(other.shown), which has to answer first\(wait)")
    case .after(let other):
      return .mismatch(.order, "order", "it comes before \(other.shown), which has already answered")
    case nil:
      return definition.scenario.map { .match(.scenario, "scenario \($0.name)", "\($0.state)") }
    }
  }

  fileprivate func usageFinding(_ log: [Exchange]) -> Finding? {
    guard isUsedUp, let limit = definition.limit else { return nil }
    let users = usedBy.compactMap { number in log.first { $0.number == number } }
    let names = users.map { "#\($0.number) \($0.request)".shortened(to: 60) }.joined(separator: ", ")
    let answered = names.isEmpty ? "as many" : uses > usedBy.count ? "as many, at the end \(names)" : names
    return .mismatch(.use, "used up", "it answers \(limit.counted("request")), and has answered \(answered)")
  }
}
