// Patterns as other libraries call them, with the right name as the compiler's error.

extension TextPattern {
  /// Explains the word for a part of a text.
  @available(*, unavailable, message: "write .containing(…)")
  public static func contains(_ part: String) -> Self { containing(part) }
}

extension TextPattern {
  /// Explains how a value is written.
  @available(*, unavailable, message: "write the value itself, or .exactly(…) for a variable")
  public static func equalTo(_ text: String) -> Self { exactly(text) }

  /// Explains what matches anything.
  @available(*, unavailable, message: "leave the value out: header(\"Name\") matches any")
  public static var any: Self { prefix("") }
}

extension URLPattern {
  /// Explains the word for a regular expression.
  @available(*, unavailable, renamed: "regex(_:)")
  public static func matching(_ pattern: String) -> Self { regex(pattern) }
}
