/// A pattern for a piece of text: the value of a header, query item or form field, or a file name.
///
/// A literal matches exactly that text, with case.
public struct TextPattern: Sendable {
  enum Storage: Sendable {
    case exactly(String)
    case containing(String)
    case prefix(String)
    case suffix(String)
    case regex(RegularExpression)
    case json(JSONExpectation)
    case anything
    case missing
  }

  let storage: Storage

  /// Exactly this text.
  ///
  /// - Parameter text: The text; a literal alone means the same.
  public static func exactly(_ text: String) -> Self { Self(storage: .exactly(text)) }

  /// Text that contains this.
  public static func containing(_ part: String) -> Self { Self(storage: .containing(part)) }

  /// Text that starts with this.
  public static func prefix(_ start: String) -> Self { Self(storage: .prefix(start)) }

  /// Text that ends with this.
  public static func suffix(_ end: String) -> Self { Self(storage: .suffix(end)) }

  /// Text in which a regular expression finds a match.
  ///
  /// - Parameter pattern: The expression, in `NSRegularExpression` syntax; `^…$` for the whole text.
  public static func regex(_ pattern: String) -> Self { Self(storage: .regex(RegularExpression(pattern))) }

  /// Any text, as long as it is present.
  public static let anything = Self(storage: .anything)
  /// No text: the header, item or field is absent.
  public static let missing = Self(storage: .missing)
}

extension TextPattern: ExpressibleByStringInterpolation {
  /// Exactly this text.
  public init(stringLiteral value: String) { self = .exactly(value) }
}

extension TextPattern: ExpressibleByIntegerLiteral {
  /// Exactly the digits of a number.
  public init(integerLiteral value: Int) { self = .exactly("\(value)") }
}

extension TextPattern: CustomStringConvertible {
  /// The code that creates the pattern.
  public var description: String { code }
}

extension TextPattern {
  /// Returns whether a text matches; nil stands for a missing one.
  ///
  /// Texts are compared by their bytes, as a server does: as a `Character`, CR LF would not contain a line feed.
  func matches(_ text: String?) -> Bool {
    guard let text else { return isMissing }
    return switch storage {
    case .exactly(let expected): text.isSame(as: expected)
    case .containing(let part): text.containsBytes(of: part)
    case .prefix(let start): text.utf8.starts(with: start.utf8)
    case .suffix(let end): text.utf8.reversed().starts(with: end.utf8.reversed())
    case .regex(let expression): expression.matches(text)
    case .json(let expected): expected.isEqual(toTextOf: text)
    case .anything: true
    case .missing: false
    }
  }

  var isMissing: Bool { if case .missing = storage { true } else { false } }

  var isAnything: Bool { if case .anything = storage { true } else { false } }

  var exactText: String? { if case .exactly(let text) = storage { text } else { nil } }
  /// The same in lower case, for case-insensitive text; a regular expression and JSON are unchanged.
  var lowercased: Self {
    switch storage {
    case .regex, .json: self
    default: replacingText { $0.lowercased() }
    }
  }

  func similarity(to text: String?) -> Double {
    guard let text, let expected = exactText else { return 0 }
    return Similarity.between(expected, text)
  }

  var expectation: String {
    switch storage {
    case .exactly(let text): text.quoted
    case .containing(let part): "text containing \(part.quoted)"
    case .prefix(let start): "text starting with \(start.quoted)"
    case .suffix(let end): "text ending with \(end.quoted)"
    case .regex(let expression): "a match of \(expression.pattern.quoted)"
    case .json(let expected): "the JSON \(expected.shown)"
    case .anything: "any value"
    case .missing: "nothing"
    }
  }

  /// The reason why nothing can match; nil if something can.
  var problem: String? {
    switch storage {
    case .regex(let expression): expression.problem
    case .json(let expected): expected.problem
    default: nil
    }
  }

  package var code: String {
    switch storage {
    case .exactly(let text): text.swiftLiteral
    case .containing(let part): ".containing(\(part.swiftLiteral))"
    case .prefix(let start): ".prefix(\(start.swiftLiteral))"
    case .suffix(let end): ".suffix(\(end.swiftLiteral))"
    case .regex(let expression): ".regex(\(expression.pattern.swiftLiteral))"
    case .json(let expected): ".json(\(expected.code))"
    case .anything: ".anything"
    case .missing: ".missing"
    }
  }

  /// Returns the code that creates this pattern for a named value, with a secret masked.
  package func code(named name: String) -> String { code(.init(named: name)) }

  package func code(_ visibility: ValueExpectation.Visibility) -> String {
    switch visibility {
    case .shown: code
    case .masked: replacingText { _ in Secrets.mask }.code
    case .maskedCredentials: replacingText(Secrets.masked(credentials:)).code
    }
  }

  func replacingText(_ change: (String) -> String) -> Self {
    switch storage {
    case .exactly(let text): .exactly(change(text))
    case .containing(let part): .containing(change(part))
    case .prefix(let start): .prefix(change(start))
    case .suffix(let end): .suffix(change(end))
    case .regex(let expression): .regex(change(expression.pattern))
    case .json(let expected): .json(expected, changedBy: change)
    case .anything, .missing: self
    }
  }
}

extension TextPattern {
  /// A value that only equal patterns have.
  var identity: JSONValue {
    switch storage {
    case .exactly(let text): .string(text)
    case .containing(let part): ["containing", .string(part)]
    case .prefix(let start): ["prefix", .string(start)]
    case .suffix(let end): ["suffix", .string(end)]
    case .regex(let expression): ["regex", .string(expression.pattern)]
    case .json(let expected): ["json", expected.value ?? .null]
    case .anything: true
    case .missing: false
    }
  }
}

extension TextPattern? { package func code(named name: String) -> String { self?.code(named: name) ?? "nil" } }

/// A regular expression from a user; one that does not compile matches nothing and has a problem.
package struct RegularExpression: Sendable {
  let pattern: String
  // NSRegularExpression and not Regex: threads may share it, and it is created once.
  private let compiled: NSRegularExpression?

  init(_ pattern: String) {
    self.pattern = pattern
    compiled = try? NSRegularExpression(pattern: pattern)
  }

  /// The reason why it matches nothing; nil if it may match something.
  var problem: String? {
    guard compiled == nil else { return nil }
    return "\(pattern.quoted) is not a regular expression" + (mistake.map { ": \($0)" } ?? "")
  }

  /// The bracket that is not closed, or not opened; nil if it is something else.
  private var mistake: String? {
    var open: [(character: Character, place: Int)] = []
    var isEscaped = false
    for (index, character) in pattern.enumerated() {
      let isInSet = open.last?.character == "["
      switch character {
      case _ where isEscaped: isEscaped = false
      case "\\": isEscaped = true
      case "[": if !isInSet { open.append((character, index + 1)) }
      case "]": if isInSet { open.removeLast() }
      case "(": if !isInSet { open.append((character, index + 1)) }
      case ")" where !isInSet:
        if open.popLast() == nil { return "the ) at character \(index + 1) closes nothing" }
      default: break
      }
    }
    if isEscaped { return "nothing follows the \\ at its end" }
    return open.last.map { "the \($0.character) at character \($0.place) is not closed" }
  }

  func matches(_ text: String) -> Bool {
    let range = NSRange(text.startIndex..., in: text)
    return compiled?.firstMatch(in: text, range: range) != nil
  }
}
