import NetworkEndpoints
import Testing

extension SourceLocation {
  /// The file's name and the line, such as `UserTests.swift:12`.
  var place: String { "\(fileName.printable):\(line)" }
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
}

/// How failure texts show values of any type.
enum ShownValue {
  /// A value on one line, cut so that a text stays readable whatever the value weighs.
  static func value(_ value: some Any, limit: Int = 200) -> String {
    // Quotes for text alone: other values would be shown with the names of their modules.
    (value as? String).map { $0.swiftLiteral.shortened(to: limit) } ?? String(describing: value).shortened(to: limit)
  }

  /// The values of a list, the first and the last few of many.
  static func list(_ values: [some Any]) -> String {
    guard values.count > 10 else { return values.map { value($0) }.joined(separator: ", ") }
    let first = values.prefix(5).map { value($0) }
    let last = values.suffix(3).map { value($0) }
    return (first + ["… \(values.count - 8) more …"] + last).joined(separator: ", ")
  }
}

/// Two texts that differ, cut so that the place where they do is among what is shown.
enum Difference {
  /// The texts on one line each; of long ones the part from a little before the first difference on.
  static func shown(_ expected: String, _ actual: String, limit: Int = 80) -> (expected: String, actual: String) {
    guard max(expected.utf8.count, actual.utf8.count) > limit else { return (expected, actual) }
    let (left, right) = (Array(expected), Array(actual))
    let common = zip(left, right).prefix { $0 == $1 }.count
    guard common > limit - 20 else { return (expected.shortened(to: limit), actual.shortened(to: limit)) }
    func part(_ text: [Character]) -> String {
      let start = common - 20
      let end = min(text.count, start + limit)
      return "…" + String(text[start..<end]) + (end < text.count ? "…" : "")
    }
    return (part(left) + " from character \(common - 19)", part(right))
  }
}
