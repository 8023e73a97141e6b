import Foundation

/// What a piece of text must look like: a header's value, a query item's, a form field's, a file name.
///
/// A literal means exactly that text, with case.
public struct TextPattern: Sendable {
  private enum Storage: Sendable {
    case exactly(String)
    case containing(String)
    case prefix(String)
    case suffix(String)
    case regex(RegularExpression)
    case anything
    case missing
  }

  private let storage: Storage

  /// Exactly this text.
  public static func exactly(_ text: String) -> Self { Self(storage: .exactly(text)) }
  /// Text with this in it.
  public static func containing(_ text: String) -> Self { Self(storage: .containing(text)) }
  /// Text that starts with this.
  public static func prefix(_ text: String) -> Self { Self(storage: .prefix(text)) }
  /// Text that ends with this.
  public static func suffix(_ text: String) -> Self { Self(storage: .suffix(text)) }
  /// Text in which a regular expression (`NSRegularExpression` syntax) finds something; `^…$` for the whole.
  public static func regex(_ pattern: String) -> Self { Self(storage: .regex(RegularExpression(pattern))) }
  /// Any text, as long as it is there.
  public static let anything = Self(storage: .anything)
  /// No text: the header, item or field is not there.
  public static let missing = Self(storage: .missing)
}

extension TextPattern: ExpressibleByStringInterpolation {
  /// Exactly this text.
  public init(stringLiteral value: String) { storage = .exactly(value) }
}

extension TextPattern {
  func matches(_ text: String?) -> Bool {
    guard let text else { return isMissing }
    switch storage {
    case .exactly(let expected): return text == expected
    case .containing(let part): return part.isEmpty || text.contains(part)
    case .prefix(let start): return text.hasPrefix(start)
    case .suffix(let end): return text.hasSuffix(end)
    case .regex(let expression): return expression.matches(text)
    case .anything: return true
    case .missing: return false
    }
  }

  var isMissing: Bool {
    if case .missing = storage { true } else { false }
  }

  /// Whether the pattern holds text, which may be a secret.
  var hasText: Bool {
    switch storage {
    case .anything, .missing: false
    case .exactly, .containing, .prefix, .suffix, .regex: true
    }
  }

  /// The text, where only one will do.
  var exactText: String? {
    if case .exactly(let text) = storage { text } else { nil }
  }

  /// How a failure text says what was expected.
  var expectation: String {
    switch storage {
    case .exactly(let text): text.quoted()
    case .containing(let part): "text containing \(part.quoted())"
    case .prefix(let start): "text starting with \(start.quoted())"
    case .suffix(let end): "text ending with \(end.quoted())"
    case .regex(let expression): expression.problem ?? "a match of \(expression.pattern.quoted())"
    case .anything: "any text"
    case .missing: "nothing"
    }
  }

  /// The code that makes this pattern.
  var code: String {
    switch storage {
    case .exactly(let text): text.quoted(limit: nil)
    case .containing(let part): ".containing(\(part.quoted(limit: nil)))"
    case .prefix(let start): ".prefix(\(start.quoted(limit: nil)))"
    case .suffix(let end): ".suffix(\(end.quoted(limit: nil)))"
    case .regex(let expression): ".regex(\(expression.pattern.quoted(limit: nil)))"
    case .anything: ".anything"
    case .missing: ".missing"
    }
  }

  /// How near a text is that does not match, from 0 to 1.
  func similarity(to text: String?) -> Double {
    guard let text, let expected = exactText else { return 0 }
    return Similarity.between(expected, text)
  }
}
