/// A path to values in JSON: `$.users[0].name`, `$['odd key']`, `[-1]` for the last, `[*]` and `.*` for each.
///
/// A part of [RFC 9535](https://www.rfc-editor.org/rfc/rfc9535). The `$` at the start may be left out.
package struct JSONPath: Sendable {
  package enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    case each

    // Keys are compared as those of objects are.
    package static func == (lhs: Self, rhs: Self) -> Bool {
      switch (lhs, rhs) {
      case (.key(let lhs), .key(let rhs)): lhs.isSame(as: rhs)
      case (.index(let lhs), .index(let rhs)): lhs == rhs
      case (.each, .each): true
      default: false
      }
    }
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
    let reason = "\(text.quoted) is not a JSON path"
    if text.contains("..") { return "\(reason) that this package supports: write each step, with [*] for any element" }
    if text.first == "/" {
      let keys = text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        .map { $0.replacing("~1", with: "/").replacing("~0", with: "~") }
      let steps = keys.map { Int($0) == nil ? Self.step($0) : "[\($0)]" }
      return "\(text.quoted) is a JSON pointer, not a JSON path: write $\(steps.joined())"
    }
    if let digits = text.split(separator: ".").dropFirst().first(where: \.isDigits) {
      return "\(reason): write [\(digits)] for an element, ['\(digits)'] for a key"
    }
    return "\(reason): write one such as $.users[0].name"
  }

  /// Returns the values at the path; none if the text is not a path.
  func values(in value: JSONValue) -> [JSONValue] {
    guard let steps else { return [] }
    return steps.reduce([value]) { values, step in values.flatMap { $0.values(at: step) } }
  }

  /// Returns a hint at the step at which the path ends without a value: a key that looks like it, or else all keys there.
  func hint(in value: JSONValue) -> String {
    guard let end = end(in: value) else { return "" }
    guard let near = end.near else {
      return end.keys.isEmpty ? "; the object is empty" : "; the object has \(end.keys.quotedList)"
    }
    return Similarity.hint(at: near, for: end.step, isKey: true)
  }

  /// Returns the step at which the path ends in an object without a value, a key that looks like it, and all keys there.
  func end(in value: JSONValue) -> (step: String, near: String?, keys: [String])? {
    var values = [value]
    for step in steps ?? [] {
      let next = values.flatMap { $0.values(at: step) }
      if next.isEmpty {
        guard case .key(let key) = step, case .object(let members)? = values.first else { return nil }
        let keys = members.keys.prefix(100)
        return (key, Similarity.nearest(to: key, in: keys), keys.sorted())
      }
      values = next
    }
    return nil
  }

  /// Returns the path of a decoder, as it is written.
  static func text(of path: [any CodingKey]) -> String {
    "$" + path.map { key in key.intValue.map { "[\($0)]" } ?? step(key.stringValue) }.joined()
  }

  /// Returns a step as it is written in a path.
  package static func step(_ key: String) -> String {
    let isPlain =
      !key.isEmpty && !key.isDigits
      && key.unicodeScalars.allSatisfy { "_-".unicodeScalars.contains($0) || $0.isWordScalar }
    if isPlain { return ".\(key)" }
    let escaped = "\(JSONValue.string(key))".dropFirst().dropLast()
    return "['\(escaped.replacing("\\\"", with: "\"").replacing("'", with: "\\'"))']"
  }
}

extension StringProtocol {
  /// Whether there is nothing but ASCII digits.
  fileprivate var isDigits: Bool { utf8.allSatisfy { (0x30...0x39).contains($0) } }
}

extension Unicode.Scalar {
  /// Whether it is an ASCII letter or digit, or a letter of another script.
  fileprivate var isWordScalar: Bool { properties.isAlphabetic || ("0"..."9").contains(self) }
}

/// A parser of JSON paths.
struct JSONPathParser {
  private var rest: Substring.UnicodeScalarView

  package static func parse(_ text: String) -> [JSONPath.Step]? {
    let start = text.first == "$" ? String(text.dropFirst()) : text.first == "[" ? text : ".\(text)"
    if text.first == "/" { return nil }
    var parser = Self(rest: start[...].unicodeScalars)
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
      let name = String(rest.prefix { $0 != "." && $0 != "[" })
      rest = rest[rest.index(rest.startIndex, offsetBy: name.unicodeScalars.count)...]
      // Digits are neither a name nor an index (RFC 9535, section 2.5.1).
      return name.isDigits ? nil : name == "*" ? .each : .key(name)
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
    let scalars = rest.prefix { $0 != "]" && $0 != " " }
    rest = rest[scalars.endIndex...]
    let text = String(scalars)
    // No leading zeros, and no sign but a minus before another digit.
    return text == "*" ? .each : Int(text).flatMap { "\($0)" == text ? .index($0) : nil }
  }

  /// Parses a quoted key, whose escapes are those of JSON and that of a single quote.
  private mutating func quotedKey() -> JSONPath.Step? {
    let quote = rest.popFirst()
    var json = "\""
    while let scalar = rest.popFirst() {
      if scalar == quote { return (try? JSONValue(parsing: Data("\(json)\"".utf8)))?.text.map { .key($0) } }
      if scalar == "\\", let escaped = rest.popFirst() {
        json += escaped == "'" ? "'" : "\\\(escaped)"
      } else {
        json += scalar == "\"" ? "\\\"" : String(scalar)
      }
    }
    return nil
  }
}
