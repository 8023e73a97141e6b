/// One compared part of a request: a line of a failure text.
package struct Finding: Sendable {
  /// The compared part, in the order in which a failure lists it and a headline prefers it.
  package enum Attribute: Int, Comparable, Sendable {
    case method, origin, path, query, header, body, predicate
    // The state of a stub or an exchange: in its scenario, in its order, and by the number of its answers.
    case scenario, order, use

    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }

    var isOfRequest: Bool { self < .scenario }

    /// The significance of the part for finding the intended stub.
    ///
    /// The path, the query and the body say what a request asks for; a header field is what clients forget most often. So a stub that
    /// differs only in a field is more likely to be meant than one that differs only in the body.
    var weight: Double {
      switch self {
      case .path: 4
      case .method, .origin: 2
      case .query, .body, .predicate, .scenario, .order, .use: 1
      case .header: 0.8
      }
    }
  }

  let attribute: Attribute
  /// The compared part, such as `method` or `body $.email`.
  package let label: String
  /// The actual value for a match; otherwise the expected and the actual value.
  package private(set) var detail: String
  /// The similarity: 1 for a match, below 1 for a mismatch.
  let similarity: Double
  /// Whether the request has nothing of that name.
  var isAbsent = false
  /// Whether the request has it by another name.
  var isElsewhere = false
  /// The end of the detail that says how the values come close; nil if it has none.
  private(set) var note: String?
  /// The likely fault; nil if nothing tells.
  var suspicion: Suspicion?
  /// The names that the request has in place of a missing one, none of which is like it, as the end of the detail lists them.
  var others: [String] = []
  /// How a sentence says it.
  var phrase: Phrase = .difference
  /// Whether it explains the other differences, so that a headline names it alone.
  var isCause = false
  /// Whether it only sums up the findings after it, which say what differs.
  private(set) var isSummary = false

  package var isMatch: Bool { similarity == 1 }

  /// Returns it without the names of the request that other findings have matched, so that they are not taken for the missing one.
  func withoutNames(matchedBy findings: [Finding]) -> Self {
    guard let first = label.lastIndex(of: " "), !others.isEmpty else { return self }
    let rest = others.filter { name in !findings.contains { $0.isMatch && $0.label == "\(label[...first])\(name)" } }
    guard rest.count < others.count else { return self }
    let hint = Similarity.hint(at: nil, for: "", among: others)
    var copy = self
    copy.detail = String(detail.dropLast(hint.count)) + Similarity.hint(at: nil, for: "", among: rest)
    copy.others = rest
    return copy
  }

  /// The detail for a text whose headline has said the whole: without the note.
  var detailAfterHeadline: String { note.map { String(detail.dropLast($0.count + 2)) } ?? detail }

  /// Returns whether another is the same line of a failure text.
  func saysSame(as other: Self) -> Bool {
    attribute == other.attribute && label == other.label && detail == other.detail
  }

  package static func match(_ attribute: Attribute, _ label: String, _ detail: String) -> Self {
    Self(attribute: attribute, label: label, detail: detail, similarity: 1)
  }

  package static func mismatch(
    _ attribute: Attribute, _ label: String, expected: String, got: String, note: String? = nil, similarity: Double = 0,
    isAbsent: Bool = false
  ) -> Self {
    let detail = "expected \(expected), \(got)\(note.map { ", \($0)" } ?? "")"
    var finding = mismatch(attribute, label, detail, similarity: similarity, isAbsent: isAbsent)
    finding.note = note
    return finding
  }

  static func summary(_ label: String, _ detail: String) -> Self {
    var finding = mismatch(.predicate, label, detail)
    finding.isSummary = true
    return finding
  }

  package static func mismatch(
    _ attribute: Attribute, _ label: String, _ detail: String, similarity: Double = 0, isAbsent: Bool = false
  ) -> Self {
    Self(attribute: attribute, label: label, detail: detail, similarity: min(similarity, 0.99), isAbsent: isAbsent)
  }
}

extension [Finding] {
  /// The share of a matcher that fits a request, over all its parts, from 0 to 1.
  var score: Double {
    let parts = filter { !$0.isSummary }
    let total = parts.reduce(0) { $0 + $1.attribute.weight }
    return total == 0 ? 1 : parts.reduce(0) { $0 + $1.attribute.weight * $1.similarity } / total
  }
}
