internal import Testing

/// What the failure texts of this folder have in common.
enum FailureText {
  /// The call site, short enough for a sentence.
  static func site(_ location: SourceLocation) -> String {
    "\(location.fileName):\(location.line)"
  }

  /// A value, cut so that a text stays readable whatever the value weighs.
  static func value(_ value: some Any, limit: Int = 200) -> String {
    // Quotes for text alone: other values would be shown with the names of their modules.
    let text = value is String ? String(reflecting: value) : String(describing: value)
    return text.count <= limit ? text : "\(text.prefix(limit))… (\(text.count) characters)"
  }

  /// The values of a list, the first and the last few of many.
  static func list(_ values: [some Any]) -> String {
    guard values.count > 10 else { return values.map { value($0) }.joined(separator: ", ") }
    let first = values.prefix(5).map { value($0) }
    let last = values.suffix(3).map { value($0) }
    return (first + ["… \(values.count - 8) more …"] + last).joined(separator: ", ")
  }

  /// A number of times, in words.
  static func times(_ count: Int) -> String {
    count == 1 ? "once" : count == 2 ? "twice" : "\(count) times"
  }
}
