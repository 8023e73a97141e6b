import NetworkEndpoints
internal import Testing

extension String {
  /// The text as a Swift string literal, cut where it is long.
  ///
  /// - Parameter limit: The most characters to show; nil for all of them.
  func quoted(limit: Int? = 80) -> String {
    let escaped = unicodeScalars.prefix(limit ?? .max).reduce(into: "") { text, scalar in
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      // What does not print could end a line or turn the text around, and a log or a terminal would believe it.
      case _ where !scalar.isPrinting: text += "\\u{\(String(scalar.value, radix: 16))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    let count = unicodeScalars.count
    return if let limit, count > limit { "\"\(escaped)…\" (\(count) characters)" } else { "\"\(escaped)\"" }
  }

  /// The text, cut where it is long.
  func shortened(to limit: Int = 120) -> String {
    count > limit ? "\(prefix(limit))… (\(count) characters)" : self
  }
}

extension JSONValue {
  /// The value as a failure shows it: JSON, cut where it is long.
  var shown: String { description.shortened(to: 80) }

  /// How many values there are at the leaves.
  var leafCount: Int {
    switch self {
    case .array(let elements): elements.isEmpty ? 1 : elements.reduce(0) { $0 + $1.leafCount }
    case .object(let members): members.isEmpty ? 1 : members.values.reduce(0) { $0 + $1.leafCount }
    default: 1
    }
  }

  /// The value as a Swift literal, which JSON is but for `null` and empty or nested braces.
  var swiftCode: String {
    switch self {
    case .null: "nil"
    case .bool, .integer, .number: description
    case .string(let text): text.quoted(limit: nil)
    case .array(let elements): "[\(elements.map(\.swiftCode).joined(separator: ", "))]"
    case .object(let members) where members.isEmpty: "[:]"
    case .object(let members):
      "["
        + members.sorted { $0.key < $1.key }.map { "\($0.key.quoted(limit: nil)): \($0.value.swiftCode)" }
        .joined(separator: ", ") + "]"
    }
  }
}

/// "1 request", "2 requests".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}

extension Duration {
  /// The duration as failure texts say it: "10 seconds", "1 second", "0.25 seconds".
  var inWords: String {
    let (seconds, attoseconds) = components
    var text = attoseconds < 0 || seconds < 0 ? "-" : ""
    text += String(seconds.magnitude)
    var fraction = String(attoseconds.magnitude)
    fraction = String(repeating: "0", count: max(0, 18 - fraction.count)) + fraction
    while fraction.hasSuffix("0") { fraction.removeLast() }
    if !fraction.isEmpty { text += "." + fraction }
    return text == "1" ? "1 second" : text + " seconds"
  }
}

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
