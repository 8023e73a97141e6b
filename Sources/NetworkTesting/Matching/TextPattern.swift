/// What a piece of text must look like: a header's value, a query item's, a form field's, a file name.
///
/// A literal means exactly that text, with case.
public struct TextPattern: Sendable {
  enum Storage: Sendable {
    case exactly(String)
    case containing(String)
    case prefix(String)
    case suffix(String)
    case regex(RegularExpression)
    case anything
    case missing
  }

  let storage: Storage

  /// Exactly this text.
  ///
  /// - Parameter text: The text; a literal alone means the same.
  public static func exactly(_ text: String) -> Self { Self(storage: .exactly(text)) }

  /// Text with this in it.
  ///
  /// - Parameter part: The part.
  public static func containing(_ part: String) -> Self { Self(storage: .containing(part)) }

  /// Text that starts with this.
  ///
  /// - Parameter start: The start.
  public static func prefix(_ start: String) -> Self { Self(storage: .prefix(start)) }

  /// Text that ends with this.
  ///
  /// - Parameter end: The end.
  public static func suffix(_ end: String) -> Self { Self(storage: .suffix(end)) }

  /// Text in which a regular expression finds something.
  ///
  /// - Parameter pattern: The expression, in `NSRegularExpression` syntax; `^…$` for the whole text.
  public static func regex(_ pattern: String) -> Self { Self(storage: .regex(RegularExpression(pattern))) }

  /// Any text, as long as it is there.
  public static let anything = Self(storage: .anything)

  /// No text: the header, item or field is not there.
  public static let missing = Self(storage: .missing)
}

extension TextPattern: ExpressibleByStringInterpolation {
  /// Exactly this text.
  public init(stringLiteral value: String) { self = .exactly(value) }
}

extension TextPattern: CustomStringConvertible {
  /// The code that makes the pattern.
  public var description: String { code }
}
