import NetworkEndpoints

/// A candidate with what the transport knows of it besides its matcher: whether it is used up, or waits for a state.
struct ExplainedCandidate {
  private let candidate: Candidate
  private let state: [Finding]

  init(_ candidate: Candidate, states: [String: String], log: [Exchange]) {
    self.candidate = candidate
    state = [candidate.entry.scenarioFinding(states), candidate.entry.usageFinding(log)].compactMap { $0 }
  }

  /// Every part, what matched and what did not.
  var findings: [Finding] { candidate.findings + state }

  /// The start of the stub's code, and its line.
  var title: String {
    let stub = candidate.entry.definition
    let code = stub.matcher.url.code == nil ? stub.matcher.description : stub.matcher.targetCode
    return "\(Secrets.masked(code: code).shortened(to: 160)) at \(stub.place.sourceLocation.place)"
  }

  /// What differs, in a few words.
  var difference: String {
    findings.filter { !$0.isMatch }.prefix(3).map { $0.label.shortened(to: 40) }.joined(separator: ", ")
  }

  /// The class of reason, as a sentence after a colon.
  var reason: String {
    let mismatches = findings.filter { !$0.isMatch }
    let attributes = Set(mismatches.map(\.attribute))
    if attributes == [.state] { return mismatches.first?.stateReason ?? difference }
    if let path = mismatches.first(where: { $0.attribute == .path }) { return pathReason(path) }
    if attributes == [.predicate] { return "a stub is close, but one of its conditions does not hold." }
    let parts = mismatches.differingParts
    let isPlural = parts.count > 1
    return "a stub is close, but \(parts.joined(separator: " and ")) \(isPlural ? "differ" : "differs")."
  }

  private func pathReason(_ path: Finding) -> String {
    guard path.similarity > 0.7 else { return "no stub's path matches." }
    return "no stub's path matches; did you mean \(candidate.entry.definition.matcher.url.pathText.shortened(to: 100))?"
  }
}

extension StubEntry {
  fileprivate func scenarioFinding(_ states: [String: String]) -> Finding? {
    guard let step = definition.scenario else { return nil }
    func shown(_ state: String?) -> String { state?.quoted ?? "its start" }
    let label = "scenario \(step.name)"
    return states[step.name] == step.state
      ? .match(.state, label, shown(step.state))
      : .mismatch(.state, label, expected: shown(step.state), got: "it is at \(shown(states[step.name]))")
  }

  fileprivate func usageFinding(_ log: [Exchange]) -> Finding? {
    guard isUsedUp, let limit = definition.limit else { return nil }
    let users = usedBy.compactMap { number in log.first { $0.number == number } }
    let names = users.map { "#\($0.number) \($0.request)".shortened(to: 60) }.joined(separator: ", ")
    let by = names.isEmpty ? "" : ", \(uses > usedBy.count ? "lastly " : "")by \(names)"
    return .mismatch(.state, "used up", "it answers \(limit.counted("request")), and did\(by)")
  }
}

extension [Finding] {
  /// The parts that they are about, in the words of a headline, each once.
  var differingParts: [String] {
    let names = map { finding in
      switch finding.attribute {
      case .method: "the method"
      case .origin: "the host"
      case .path: "the path"
      case .query: "the query"
      case .header: finding.label.shortened(to: 40)
      case .body: "the body"
      case .predicate: "a condition"
      case .state: "its state"
      }
    }
    return names.enumerated().filter { names.firstIndex(of: $0.element) == $0.offset }.map(\.element)
  }
}

extension Finding {
  /// The headline where only the state keeps a stub from answering.
  fileprivate var stateReason: String {
    label == "used up" ? "the stub that takes it is used up." : "\(label.shortened(to: 60)) is in another state."
  }
}

extension Sequence<Finding> {
  /// The lines of a failure text: a tick for what matched, a cross for what did not.
  ///
  /// - Parameter limit: The most lines; mismatches stay before matches do.
  func lines(limit: Int = 12) -> [String] {
    let all = Array(self)
    let shown = all.selected(limit: limit)
    let labels = shown.map { $0.label.shortened(to: 60) }
    let width = Swift.min(24, labels.map(\.count).max() ?? 0)
    let lines = zip(labels, shown).map { label, finding in
      let padding = String(repeating: " ", count: Swift.max(0, width - label.count))
      return "  \(finding.isMatch ? "✓" : "✗") \(label)\(padding)  \(finding.detail.shortened(to: 160))"
    }
    let rest = all.count - shown.count
    return rest == 0 ? lines : lines + ["  … and \(rest.counted("part")) more"]
  }
}

extension [Finding] {
  fileprivate func selected(limit: Int) -> [Finding] {
    guard count > limit else { return self }
    let mismatches = indices.filter { !self[$0].isMatch }, matches = indices.filter { self[$0].isMatch }
    return (mismatches + matches).prefix(limit).sorted().map { self[$0] }
  }
}
