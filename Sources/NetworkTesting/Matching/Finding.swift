/// What one part of a matcher says of a request: a line of the failure text.
struct Finding: Sendable {
  /// What is compared, in the order in which a failure lists it and a headline prefers it.
  enum Attribute: Int, Comparable, Sendable {
    case method, origin, path, query, header, body, predicate, state

    static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    /// How much a part says about whether a stub was meant.
    var weight: Double {
      switch self {
      case .path: 4
      case .method, .origin: 2
      case .query, .header, .body, .predicate, .state: 1
      }
    }
  }

  let attribute: Attribute
  /// What was looked at, such as `method` or `body $.email`.
  let label: String
  /// What was there if it matched; else what was expected and what was there.
  let detail: String
  /// 1 for a match, below 1 for how near a mismatch was.
  let similarity: Double

  var isMatch: Bool { similarity == 1 }

  static func match(_ attribute: Attribute, _ label: String, _ detail: String) -> Self {
    Self(attribute: attribute, label: label, detail: detail, similarity: 1)
  }

  static func mismatch(
    _ attribute: Attribute, _ label: String, expected: String, got: String, similarity: Double = 0
  ) -> Self {
    mismatch(attribute, label, "expected \(expected), \(got)", similarity: similarity)
  }

  static func mismatch(_ attribute: Attribute, _ label: String, _ detail: String, similarity: Double = 0) -> Self {
    Self(attribute: attribute, label: label, detail: detail, similarity: min(similarity, 0.99))
  }
}
