extension JSONValue {
  var shown: String { description.shortened(to: 80) }

  /// The number of values at the leaves.
  var leafCount: Int {
    switch self {
    case .array(let elements): elements.isEmpty ? 1 : elements.reduce(0) { $0 + $1.leafCount }
    case .object(let members): members.isEmpty ? 1 : members.values.reduce(0) { $0 + $1.leafCount }
    default: 1
    }
  }
}

/// The representation of values of any type in failure texts.
package enum ShownValue {
  /// Returns a value on one line, shortened so that the text stays readable however large the value is.
  package static func value(_ value: some Any, limit: Int = 200) -> String {
    // Quotes for text only: other values would be shown with the names of their modules.
    (value as? String).map { $0.swiftLiteral.shortened(to: limit) } ?? String(describing: value).shortened(to: limit)
  }

  /// Returns the values of a list, but only the first and the last few of many.
  package static func list(_ values: [some Any]) -> String {
    guard values.count > 10 else { return values.map { value($0) }.joined(separator: ", ") }
    let first = values.prefix(5).map { value($0) }
    let last = values.suffix(3).map { value($0) }
    return (first + ["… \(values.count - 8) more …"] + last).joined(separator: ", ")
  }
}

/// Two long texts with a late first difference, cut so that the difference is shown.
enum Difference {
  /// Returns the texts from shortly before their first difference; nil if their starts show it.
  static func late(_ expected: String, _ actual: String) -> (expected: String, actual: String)? {
    let limit = 80, before = 20
    guard max(expected.utf8.count, actual.utf8.count) > limit, expected != actual else { return nil }
    let left = Array(expected)
    let right = Array(actual)
    let common = zip(left, right).prefix { $0 == $1 }.count
    guard common > limit - before else { return nil }
    func part(_ text: [Character]) -> String {
      let end = min(text.count, common - before + limit)
      return "…" + String(text[(common - before)..<end]) + (end < text.count ? "…" : "")
    }
    return (part(left) + " from character \(common - before + 1)", part(right))
  }
}
