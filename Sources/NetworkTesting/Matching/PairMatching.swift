/// Expected names and values held against those of a query, a form or cookies, as multisets.
///
/// No value (`nil`) is not the empty value, and each pair serves once.
struct PairMatching {
  typealias Expected = (name: String, value: TextPattern?)

  private let actual: [QueryPair]
  private(set) var matched: [(expected: Expected, actual: QueryPair?)] = []
  private(set) var unmatched: [Expected] = []
  private(set) var leftOver: [QueryPair]

  init(_ expected: [Expected], _ actual: [QueryPair]) {
    self.actual = actual
    leftOver = actual
    // Exact values choose first, so that `.anything` does not take what only they can use.
    for item in expected.filter({ $0.value?.exactText != nil || $0.value == nil }) { match(item) }
    for item in expected where item.value != nil && item.value?.exactText == nil { match(item) }
  }

  private mutating func match(_ item: Expected) {
    if item.value?.isMissing == true {
      if actual.contains(where: { $0.name == item.name }) {
        unmatched.append(item)
      } else {
        matched.append((item, nil))
      }
    } else if let index = leftOver.firstIndex(where: { $0.name == item.name && Self.accepts(item.value, $0.value) }) {
      matched.append((item, leftOver.remove(at: index)))
    } else {
      unmatched.append(item)
    }
  }

  private static func accepts(_ pattern: TextPattern?, _ value: String?) -> Bool {
    guard let pattern else { return value == nil }
    return value.map { pattern.matches($0) } ?? false
  }

  func findings(_ attribute: Finding.Attribute, label: String, isExact: Bool) -> [Finding] {
    var rest = leftOver
    var findings = matched.map { pair in
      Finding.match(attribute, "\(label) \(pair.expected.name)", Self.shown(pair.expected.name, pair.actual))
    }
    for item in unmatched {
      let index = rest.firstIndex { $0.name == item.name }
      findings.append(mismatch(attribute, label, item, got: index.map { rest.remove(at: $0) }, among: rest))
    }
    if isExact {
      findings += rest.map { pair in
        .mismatch(attribute, "\(label) \(pair.name)", "not expected, got \(Self.shown(pair.name, pair))")
      }
    }
    return findings
  }

  private func mismatch(
    _ attribute: Finding.Attribute, _ label: String, _ item: Expected, got pair: QueryPair?, among rest: [QueryPair]
  ) -> Finding {
    let isSecret = Secrets.isSensitive(item.name)
    let expected = item.value.map { isSecret ? "a value (masked)" : $0.expectation } ?? "no value"
    guard let pair = pair ?? (item.value?.isMissing == true ? actual.first { $0.name == item.name } : nil) else {
      let hint = Similarity.nearest(to: item.name, in: rest.map(\.name)).map { "; did you mean \($0.quoted())?" } ?? ""
      return .mismatch(
        attribute, "\(label) \(item.name)", expected: expected, got: "missing\(hint)",
        similarity: hint.isEmpty ? 0 : 0.5)
    }
    let got = isSecret ? "got another value (masked)" : "got \(Self.shown(pair.name, pair))"
    return .mismatch(
      attribute, "\(label) \(item.name)", expected: expected, got: got,
      similarity: 0.5 + (item.value?.similarity(to: pair.value) ?? 0) / 2)
  }

  private static func shown(_ name: String, _ pair: QueryPair?) -> String {
    guard let pair else { return "missing, as expected" }
    guard let value = pair.value else { return "no value" }
    return Secrets.isSensitive(name) ? "•••" : value.quoted()
  }
}
