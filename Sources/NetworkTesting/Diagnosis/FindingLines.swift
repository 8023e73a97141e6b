extension Sequence<Finding> {
  /// The lines of a failure text: a tick for what matched, a cross for what did not.
  ///
  /// - Parameter limit: The most lines; mismatches stay before matches do.
  func lines(limit: Int = 12) -> [String] {
    let all = Array(self)
    let shown = all.selected(limit: limit)
    let width = Swift.min(24, shown.map(\.label.count).max() ?? 0)
    let lines = shown.map { finding in
      let padding = String(repeating: " ", count: Swift.max(0, width - finding.label.count))
      return
        "  \(finding.isMatch ? "✓" : "✗") \(finding.label.shortened(to: 60))\(padding)  \(finding.detail.shortened(to: 160))"
    }
    let rest = all.count - shown.count
    return rest == 0 ? lines : lines + ["  … and \(counted(rest, "part")) more"]
  }
}

extension [Finding] {
  fileprivate func selected(limit: Int) -> [Finding] {
    guard count > limit else { return self }
    let mismatches = indices.filter { !self[$0].isMatch }, matches = indices.filter { self[$0].isMatch }
    return (mismatches + matches).prefix(limit).sorted().map { self[$0] }
  }
}
