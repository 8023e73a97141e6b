/// A path to values in JSON: `$.users[0].name`, `$['odd key']`, `[-1]` for the last, `[*]` and `.*` for each.
///
/// A part of [RFC 9535](https://www.rfc-editor.org/rfc/rfc9535). The `$` at the start may be left out.
package struct JSONPath: Sendable {
  package enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    case each
  }

  package let text: String
  /// The steps; nil if the text is not a path.
  package let steps: [Step]?

  package init(_ text: String) {
    self.text = text
    steps = JSONPathParser.parse(text)
  }

  /// The reason why no value can have anything at the path; nil if one may.
  package var problem: String? {
    guard steps == nil else { return nil }
    return text.contains("..")
      ? "\(text.quoted) is not a JSON path that is supported here: write each step, with [*] for any element"
      : "\(text.quoted) is not a JSON path such as $.users[0].name"
  }

  /// Returns the values at the path.
  func values(in value: JSONValue) -> [JSONValue] {
    guard let steps else { return [] }
    return steps.reduce([value]) { values, step in values.flatMap { Self.take(step, from: $0) } }
  }

  /// Returns a key that looks like the one at which the path ends without a value.
  func nearKey(in value: JSONValue) -> String? {
    var values = [value]
    for step in steps ?? [] {
      let next = values.flatMap { Self.take(step, from: $0) }
      if next.isEmpty {
        guard case .key(let key) = step, case .object(let members)? = values.first else { return nil }
        return Similarity.nearest(to: key, in: members.keys.prefix(100))
      }
      values = next
    }
    return nil
  }

  /// Returns a step as it is written in a path.
  package static func step(_ key: String) -> String {
    let isPlain = !key.isEmpty && key.unicodeScalars.allSatisfy { "_-".unicodeScalars.contains($0) || $0.isWordScalar }
    if isPlain { return ".\(key)" }
    return "['\(key.replacing("\\", with: "\\\\").replacing("'", with: "\\'"))']"
  }

  private static func take(_ step: Step, from value: JSONValue) -> [JSONValue] {
    switch (step, value) {
    case (.key(let key), _): value[key].map { [$0] } ?? []
    case (.index(let index), .array(let elements)): value[index < 0 ? elements.count + index : index].map { [$0] } ?? []
    case (.each, .array(let elements)): elements
    case (.each, .object(let members)): members.sorted.map(\.value)
    default: []
    }
  }
}

extension Unicode.Scalar {
  /// Whether it is an ASCII letter or digit, or a letter of another script.
  fileprivate var isWordScalar: Bool { properties.isAlphabetic || ("0"..."9").contains(self) }
}

/// A parser of JSON paths.
struct JSONPathParser {
  private var rest: Substring

  /// Returns the steps of a path; nil if the text is not a path.
  package static func parse(_ text: String) -> [JSONPath.Step]? {
    let start = text.first == "$" ? text.dropFirst() : text.first == "[" ? text[...] : Substring("." + text)
    var parser = Self(rest: start)
    var steps: [JSONPath.Step] = []
    while !parser.rest.isEmpty {
      guard let step = parser.step() else { return nil }
      steps.append(step)
    }
    return steps
  }

  private mutating func step() -> JSONPath.Step? {
    switch rest.popFirst() {
    case ".":
      let name = rest.prefix { $0 != "." && $0 != "[" }
      rest = rest[name.endIndex...]
      return name.isEmpty ? nil : name == "*" ? .each : .key(String(name))
    case "[":
      skipSpace()
      let step = rest.first == "'" || rest.first == "\"" ? quotedKey() : indexOrStar()
      skipSpace()
      return rest.popFirst() == "]" ? step : nil
    default:
      return nil
    }
  }

  private mutating func skipSpace() { rest = rest.drop { $0 == " " } }

  private mutating func indexOrStar() -> JSONPath.Step? {
    let text = rest.prefix { $0 != "]" && $0 != " " }
    rest = rest[text.endIndex...]
    return text == "*" ? .each : Int(text).map { .index($0) }
  }

  /// Parses a quoted key, in which a backslash escapes the next character.
  private mutating func quotedKey() -> JSONPath.Step? {
    let quote = rest.popFirst()
    var key = ""
    while let character = rest.popFirst() {
      if character == quote { return .key(key) }
      guard let literal = character == "\\" ? rest.popFirst() : character else { return nil }
      key.append(literal)
    }
    return nil
  }
}
