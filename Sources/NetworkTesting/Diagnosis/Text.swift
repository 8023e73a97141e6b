import NetworkEndpoints

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
