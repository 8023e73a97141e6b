/// A stub held against a request it does not answer.
struct Candidate {
  let entry: StubEntry
  /// What was found of every part, in the order of a failure text.
  let findings: [Finding]
  /// From 0 to 1: how much of the stub fits the request, over all its parts.
  let score: Double

  init(_ entry: StubEntry, _ request: RequestReader) {
    self.entry = entry
    findings = entry.stub.matcher.findings(request)
    score = Self.score(findings)
  }

  var mismatches: [Finding] { findings.filter { !$0.isMatch } }

  static func score(_ findings: [Finding]) -> Double {
    let total = findings.reduce(0) { $0 + $1.attribute.weight }
    return total == 0 ? 0 : findings.reduce(0) { $0 + $1.attribute.weight * $1.similarity } / total
  }
}

extension Candidate {
  /// The lines of a failure text: a tick for what matched, a cross for what did not.
  static func lines(_ findings: [Finding], limit: Int = 16) -> [String] {
    let shown = Self.selected(findings, limit: limit)
    let width = shown.map(\.label.count).max() ?? 0
    let lines = shown.map { finding in
      let padding = String(repeating: " ", count: min(24, width) - min(24, min(width, finding.label.count)))
      return "  \(finding.isMatch ? "✓" : "✗") \(finding.label)\(padding)  \(finding.detail.shortened(to: 240))"
    }
    let rest = findings.count - shown.count
    return rest == 0 ? lines : lines + ["  … and \(counted(rest, "part")) more"]
  }

  /// Mismatches stay before matches do when there are too many lines.
  private static func selected(_ findings: [Finding], limit: Int) -> [Finding] {
    guard findings.count > limit else { return findings }
    let keep = findings.indices.sorted { !findings[$0].isMatch && findings[$1].isMatch }.prefix(limit)
    return keep.sorted().map { findings[$0] }
  }
}
