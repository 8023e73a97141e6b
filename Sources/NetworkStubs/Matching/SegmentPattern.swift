/// A path segment that contains wildcards, such as `*.png`, `{id}.json` or `v{major}.{minor}`.
struct SegmentPattern: Hashable, Sendable {
  /// The text before, between and after the wildcards: one more than there are wildcards.
  private var literals: [[UInt8]] = [[]]
  /// The wildcards: `{name}` takes at least one character, `*` (nil) any number.
  private(set) var names: [String?] = []

  /// Parses a segment as it is written, with escapes not decoded: `%7B` and `%2A` are ordinary characters.
  init(_ text: String) {
    var rest = text[...]
    var literal = ""
    while let character = rest.popFirst() {
      let name = character == "{" ? Self.name(&rest) : nil
      guard name != nil || character == "*" else {
        literal.append(character)
        continue
      }
      literals[literals.count - 1] = Array(literal.percentDecoded.utf8)
      literals.append([])
      names.append(name)
      literal = ""
    }
    literals[literals.count - 1] = Array(literal.percentDecoded.utf8)
  }

  /// Returns the rest of `{name}` after its brace; nil if the braces are literal.
  private static func name(_ rest: inout Substring) -> String? {
    guard let end = rest.firstIndex(where: { $0 == "}" || $0 == "{" }), rest[end] == "}", end > rest.startIndex else {
      return nil
    }
    defer { rest = rest[rest.index(after: end)...] }
    return String(rest[..<end])
  }

  var hasWildcards: Bool { !names.isEmpty }

  /// Whether it is one wildcard and nothing else.
  var isWildcard: Bool { names.count == 1 && literals.allSatisfy(\.isEmpty) }
  /// The text before the first wildcard.
  var literalStart: String { String(decoding: literals[0], as: UTF8.self) }
  /// The segment's text, if it has no wildcards.
  var literal: String { String(decoding: literals[0], as: UTF8.self) }

  /// Returns the text that each wildcard stands for, as short as possible; nil if the text does not match.
  ///
  /// The leftmost place for each literal leaves the most for those after it, so no backtracking is needed.
  func match(_ text: String) -> [String]? {
    let text = Array(text.utf8)
    guard let first = literals.first, let last = literals.last, text.starts(with: first) else { return nil }
    guard hasWildcards else { return text.count == first.count ? [] : nil }
    let lastStart = text.count - last.count
    guard lastStart >= first.count, text[lastStart...].elementsEqual(last) else { return nil }
    var values: [String] = []
    var position = first.count
    for (index, name) in names.enumerated() {
      let isLast = index == names.count - 1
      var end = isLast ? lastStart : position
      if name != nil, end == position {
        if isLast { return nil }
        end += 1
      }
      if !isLast {
        guard let found = Self.find(literals[index + 1], in: text[..<lastStart], from: end) else { return nil }
        end = found
      }
      let value = String(decoding: text[position..<end], as: UTF8.self)
      if name != nil, !value.isParameterValue { return nil }
      values.append(value)
      position = isLast ? end : end + literals[index + 1].count
    }
    return values
  }

  /// Returns the first place of a literal between two indices.
  private static func find(_ literal: [UInt8], in text: ArraySlice<UInt8>, from start: Int) -> Int? {
    guard start <= text.endIndex else { return nil }
    var position = start
    while position + literal.count <= text.endIndex {
      let isInsideCharacter = position < text.endIndex && text[position] & 0xC0 == 0x80
      if !isInsideCharacter, text[position...].starts(with: literal) { return position }
      position += 1
    }
    return nil
  }
}
