/// The kind of difference between two texts that a failure must not show: it names the cause, and betrays neither text.
struct MaskedDifference {
  /// The difference, after the word "got".
  let text: String
  /// What is likely wrong, such as the request if its `+` was not encoded; nil if nothing tells.
  let suspicion: Suspicion?

  private init(_ text: String, _ suspicion: Suspicion? = nil) {
    self.text = text
    self.suspicion = suspicion
  }

  /// Compares the value of a request with the expected one.
  init(_ actual: String, from expected: String) {
    if actual.isEmpty {
      self.init("an empty value", .request)
    } else if let note = actual.slip(from: expected) {
      self.init("\(Self.unknown), \(note)", .request)
    } else {
      self.init(Self.unknown + (actual.place(ofDifferenceFrom: expected).map { ", \($0)" } ?? ""))
    }
  }

  /// Compares the value of a request with the expected one; nil if they say nothing more than that they differ.
  init?(_ actual: JSONValue, from expected: JSONValue) {
    if let text = expected.text, let other = actual.text {
      self.init(other, from: text)
      return
    }
    guard let kind = actual.kind, kind != expected.kind else { return nil }
    self.init("\(Self.unknown), \(kind)")
  }

  /// The difference of two values of which nothing more is known.
  static let unknown = "another value (masked)"
}

extension String {
  /// Returns the slip by which another text became this one; nil if none explains it.
  fileprivate func slip(from expected: String) -> String? {
    if self == expected { return "in another Unicode form: the characters look the same" }
    if expected.contains("+"), expected.replacing("+", with: " ") == self {
      return "with a space where + is expected: in a form or a query, send %2B for a plus"
    }
    if contains("+"), replacing("+", with: " ") == expected { return "with + where a space is expected" }
    if contains("%"), removingPercentEncoding == expected || queryDecoded == expected { return "encoded twice" }
    if expected.contains("%"), expected.removingPercentEncoding == self || expected.queryDecoded == self {
      return "with its escapes decoded"
    }
    let blanks = CharacterSet.whitespacesAndNewlines
    if trimmingCharacters(in: blanks) == expected {
      return last?.isNewline == true ? "with a line break at its end" : "with blanks around it"
    }
    if expected.trimmingCharacters(in: blanks) == self { return "without the blanks around it" }
    if self == expected.swiftLiteral { return "in quotation marks" }
    if lowercased() == expected.lowercased() { return "in other upper and lower case" }
    return nil
  }

  /// Returns where a long text begins to differ from another, or that a short one has another length.
  fileprivate func place(ofDifferenceFrom expected: String) -> String? {
    let common = count > 8 && expected.count > 8 ? commonPrefix(with: expected).count : 0
    if common > 0, common == count { return "the first \(common.counted("character")) of it" }
    if common > 0 { return "which differs from character \(common + 1) on" }
    return count == expected.count ? nil : "of another length"
  }
}

extension JSONValue {
  /// The kind of the value, for a text that does not show it; nil for `null`, which is no secret.
  var kind: String? {
    switch self {
    case .null: nil
    case .bool: "true or false"
    case .integer, .number, .decimal: "a number"
    case .string: "a string"
    case .array: "a list"
    case .object: "an object"
    }
  }
}
