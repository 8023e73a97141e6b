import Foundation

/// A path to values in JSON: `$.users[0].name`, `$['odd key']`, `[-1]` for the last, `[*]` and `.*` for each.
///
/// A part of [RFC 9535](https://www.rfc-editor.org/rfc/rfc9535).
struct JSONPath: Sendable {
  enum Step: Hashable, Sendable {
    case key(String)
    case index(Int)
    case each
  }

  let text: String
  /// Nil if the text is no path.
  let steps: [Step]?

  init(_ text: String) {
    self.text = text
    steps = Self.parse(text)
  }

  /// The values at the path.
  func values(in value: JSONValue) -> [JSONValue] {
    (steps ?? []).reduce([value]) { values, step in values.flatMap { Self.take(step, from: $0) } }
  }

  /// A step as it is written in a path.
  static func step(_ key: String) -> String {
    let isPlain =
      !key.isEmpty && key.utf8.allSatisfy { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") || $0.isAlphanumeric }
    return isPlain ? ".\(key)" : "['\(key)']"
  }

  private static func take(_ step: Step, from value: JSONValue) -> [JSONValue] {
    switch (step, value) {
    case (.key(let key), _): value[key].map { [$0] } ?? []
    case (.index(let index), .array(let elements)): value[index < 0 ? elements.count + index : index].map { [$0] } ?? []
    case (.each, .array(let elements)): elements
    case (.each, .object(let members)): members.sorted { $0.key < $1.key }.map(\.value)
    default: []
    }
  }

  private static func parse(_ text: String) -> [Step]? {
    var rest = text.hasPrefix("$") ? text.dropFirst() : Substring("." + text)
    var steps: [Step] = []
    while let first = rest.first {
      rest.removeFirst()
      if first == "." {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty else { return nil }
        rest = rest[name.endIndex...]
        steps.append(name == "*" ? .each : .key(String(name)))
      } else if first == "[" {
        guard let (step, tail) = bracket(rest) else { return nil }
        steps.append(step)
        rest = tail
      } else {
        return nil
      }
    }
    return steps
  }

  /// What is in brackets: an index, a star, or a quoted key, in which a bracket may stand.
  private static func bracket(_ rest: Substring) -> (step: Step, tail: Substring)? {
    if let quote = rest.first, quote == "'" || quote == "\"" {
      let body = rest.dropFirst()
      guard let end = body.range(of: "\(quote)]") else { return nil }
      return (.key(String(body[..<end.lowerBound])), body[end.upperBound...])
    }
    guard let end = rest.firstIndex(of: "]") else { return nil }
    let tail = rest[rest.index(after: end)...]
    if rest[..<end] == "*" { return (.each, tail) }
    return Int(rest[..<end]).map { (.index($0), tail) }
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
