extension PairMatching {
  /// What is to be said of each expectation in its order, then of the pairs that were not expected.
  func findings(_ attribute: Finding.Attribute, label: String, isExact: Bool = false) -> [Finding] {
    var rest = actual.indices.filter { served[$0] == nil }
    var findings: [Finding] = []
    for (index, item) in expected.enumerated() {
      let label = "\(label) \(item.name)"
      let value = ValueExpectation(item.value, .init(named: item.name))
      if fulfilled[index] {
        let pair = served.firstIndex(of: index).map { actual[$0] }
        findings.append(.match(attribute, label, pair.map(Self.shown) ?? "missing, as expected"))
      } else if item.value?.isMissing == true, let pair = actual.first(where: { $0.name == item.name }) {
        findings.append(value.mismatch(attribute, label, got: pair.value))
      } else if let other = rest.firstIndex(where: { actual[$0].name == item.name }) {
        findings.append(value.mismatch(attribute, label, got: actual[rest.remove(at: other)].value))
      } else {
        let near = Similarity.nearest(to: item.name, in: rest.map { actual[$0].name })
        findings.append(value.mismatch(attribute, label, missingWith: near))
      }
    }
    guard isExact else { return findings }
    return findings
      + rest.map { index in
        let pair = actual[index]
        return .mismatch(attribute, "\(label) \(pair.name)", "not expected, got \(Self.shown(pair))")
      }
  }

  private static func shown(_ pair: QueryPair) -> String {
    guard let value = pair.value else { return "no value" }
    return Secrets.isSensitive(pair.name) ? Secrets.mask.quoted() : value.quoted()
  }
}
