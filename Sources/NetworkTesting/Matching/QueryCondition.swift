/// Query items that must be there, in any order; or all of those that are there.
struct QueryCondition: Condition {
  let items: [(name: String, value: TextPattern?)]
  let isExact: Bool
  let code: String

  func matches(_ request: RequestReader) -> Bool {
    let pairing = PairMatching(items, request.url.query)
    return pairing.unmatched.isEmpty && (!isExact || pairing.leftOver.isEmpty)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let findings = PairMatching(items, request.url.query).findings(.query, label: "query", isExact: isExact)
    return findings.isEmpty ? [.match(.query, "query", "no items")] : findings
  }

  // A URL in a stub names query items too.

  static func contains(_ items: [QueryPair], in query: [QueryPair]) -> Bool {
    items.isEmpty || PairMatching(patterns(items), query).unmatched.isEmpty
  }

  static func findings(_ items: [QueryPair], in query: [QueryPair]) -> [Finding] {
    PairMatching(patterns(items), query).findings(.query, label: "query", isExact: false)
  }

  private static func patterns(_ items: [QueryPair]) -> [(name: String, value: TextPattern?)] {
    items.map { ($0.name, $0.value.map(TextPattern.exactly)) }
  }
}
