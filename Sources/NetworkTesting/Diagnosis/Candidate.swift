/// A stub held against a request it does not answer.
struct Candidate {
  let entry: StubEntry
  /// What was found of every part, in the order of a failure text.
  let findings: [Finding]
  /// From 0 to 1: how much of the stub fits the request, over all its parts.
  let score: Double

  init(_ entry: StubEntry, _ request: RequestReader) {
    self.entry = entry
    findings = entry.definition.matcher.findings(request)
    score = Self.score(findings)
  }

  static func score(_ findings: [Finding]) -> Double {
    let total = findings.reduce(0) { $0 + $1.attribute.weight }
    return total == 0 ? 1 : findings.reduce(0) { $0 + $1.attribute.weight * $1.similarity } / total
  }
}
