/// Query items that must be there, in any order; or all of those that are there.
struct QueryCondition: Condition {
  let items: [PairMatching.Expected]
  let isExact: Bool
  let code: String

  func matches(_ request: RequestReader) -> Bool {
    PairMatching.matches(items, request.url.query, isExact: isExact)
  }

  func findings(_ request: RequestReader) -> [Finding] {
    let findings = PairMatching(items, request.url.query).findings(.query, label: "query", isExact: isExact)
    return findings.isEmpty ? [.match(.query, "query", isExact ? "no items" : "any items")] : findings
  }
}
