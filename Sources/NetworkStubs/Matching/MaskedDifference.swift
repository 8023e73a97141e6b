/// The kind of difference between two texts that a failure must not show: it names the cause, and betrays neither text.
struct MaskedDifference {
  /// The difference, after the word "got".
  let text: String
  /// The likely fault, such as that of a request whose `+` was not encoded; nil if nothing tells.
  let suspicion: Suspicion?

  private init(_ text: String, _ suspicion: Suspicion? = nil) {
    self.text = text
    self.suspicion = suspicion
  }

  /// Compares the value of a request with the expected one.
  init(_ actual: String, from expected: String) {
    if actual.isEmpty {
      self.init("an empty value", .request)
    } else if let slip = Slip(of: actual, from: expected) {
      self.init("the right value (masked), \(slip.rawValue)", .request)
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

/// The slip by which a text became another one on its way into a request, in words that betray neither.
enum Slip: String {
  case otherForm = "in another Unicode form: the characters look the same"
  case spaceForPlus = "with a space where + is expected: in a form or a query, send %2B for a plus"
  case plusForSpace = "with + where a space is expected"
  case encodedTwice = "encoded twice"
  case decoded = "with its escapes decoded"
  case lineBreak = "with a line break at its end"
  case blankBefore = "with a blank at its start"
  case blankAfter = "with a blank at its end"
  case blanks = "with blanks around it"
  case noBlanks = "without the blanks around it"
  case quoted = "in quotation marks"
  case otherCase = "in other upper and lower case"

  /// Finds the slip that explains a text; nil if none does.
  init?(of actual: String, from expected: String) {
    if actual == expected {
      self = .otherForm
    } else if expected.contains("+"), expected.replacing("+", with: " ") == actual {
      self = .spaceForPlus
    } else if actual.contains("+"), actual.replacing("+", with: " ") == expected {
      self = .plusForSpace
    } else if actual.contains("%"), actual.removingPercentEncoding == expected || actual.queryDecoded == expected {
      self = .encodedTwice
    } else if expected.contains("%"), expected.removingPercentEncoding == actual || expected.queryDecoded == actual {
      self = .decoded
    } else if let blanks = Self.whiteSpace(of: actual, around: expected) {
      self = blanks
    } else if Self.whiteSpace(of: expected, around: actual) != nil {
      self = .noBlanks
    } else if actual == expected.swiftLiteral {
      self = .quoted
    } else if actual.lowercased() == expected.lowercased() {
      self = .otherCase
    } else {
      return nil
    }
  }
}

extension Slip {
  /// Returns what a text has around another and no more; nil for any other text.
  static func whiteSpace(of actual: String, around expected: String) -> Slip? {
    guard actual.trimmingCharacters(in: .whitespacesAndNewlines) == expected else { return nil }
    if actual.last?.isNewline == true { return .lineBreak }
    guard actual.count == expected.count + 1 else { return .blanks }
    return actual.last?.isWhitespace == true ? .blankAfter : .blankBefore
  }
}

extension String {
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
