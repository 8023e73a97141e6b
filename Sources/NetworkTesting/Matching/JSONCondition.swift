/// A body that is JSON equal to a value, or that has at least what the value has.
struct JSONCondition: Condition {
  let expected: JSONValue
  let isSubset: Bool

  var code: String { ".body(\(isSubset ? "containing" : "json"): \(Secrets.masked(json: expected).swiftCode))" }

  func matches(_ request: RequestReader) -> Bool {
    guard case .value(let actual) = request.json else { return false }
    return isSubset ? JSONDifference.contains(actual, expected) : actual == expected
  }

  func findings(_ request: RequestReader) -> [Finding] {
    if request.body.count > Self.largestCompared {
      return matches(request)
        ? [.match(.body, "body", "\(request.body.count) bytes of JSON")]
        : [.mismatch(.body, "body", "is \(request.body.count) bytes of JSON, too large to show what differs")]
    }
    switch request.json {
    case .invalid(let reason):
      return [.mismatch(.body, "body", expected: "JSON", got: reason)]
    case .value(let actual):
      let differences = JSONDifference.between(expected: expected, actual: actual, isSubset: isSubset)
      guard !differences.isEmpty else {
        return [.match(.body, "body", isSubset ? "JSON with what was asked for" : "equal JSON")]
      }
      return differences.map { $0.finding(matched: expected.leafCount) }
    }
  }

  // A failure must come soon and stay short, whatever the body weighs.
  private static let largestCompared = 1_000_000
}
