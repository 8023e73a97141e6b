import NetworkFixtures

/// Finds the string literals of a Swift file, comments left out.
///
/// It knows quotation marks, escapes, interpolations, raw and multi-line literals and comments: as much as a name needs.
struct SourceScanner {
  private let source: [Character]
  private var index = 0
  private var line = 1
  private var code = ""
  private var literals: [SourceLiteral] = []

  private init(_ source: String) {
    self.source = Array(source)
  }

  /// The literals of a source, in their order.
  static func literals(in source: String) -> [SourceLiteral] {
    var scanner = Self(source)
    scanner.scan(until: nil)
    return scanner.literals
  }

  private mutating func scan(until end: Character?) {
    var depth = 0
    while let character = peek() {
      if starts("//") {
        while let next = peek(), !next.isNewline { advance() }
      } else if starts("/*") {
        skipComment()
      } else if character == "\"" || character == "#" && rawMark() != nil {
        readLiteral()
      } else {
        if character == end, depth == 0 { return }
        if character == "(" { depth += 1 }
        if character == ")" { depth -= 1 }
        if !character.isWhitespace { code = String((code + String(character)).suffix(40)) }
        advance()
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        advance(2)
      } else if starts("*/") {
        depth -= 1
        advance(2)
      } else {
        advance()
      }
    } while depth > 0 && peek() != nil
  }

  private mutating func readLiteral() {
    let hashes = rawMark() ?? 0
    var literal = SourceLiteral(pieces: [""], line: line, before: code)
    advance(hashes)
    let isMultiline = starts("\"\"\"")
    let quotes = String(repeating: "\"", count: isMultiline ? 3 : 1)
    let (end, escape) = (quotes + String(repeating: "#", count: hashes), "\\" + String(repeating: "#", count: hashes))
    advance(quotes.count)
    while let character = peek(), !starts(end) {
      // A line that ends inside a literal of one line is no Swift; the rest of the file is still of use.
      if character.isNewline, !isMultiline { break }
      if starts(escape + "(") {
        advance(escape.count + 1)
        scan(until: ")")
        advance()
        literal.pieces.append("")
      } else if starts(escape) {
        advance(escape.count)
        literal.pieces[literal.pieces.count - 1].append(peek().map(Self.unescaped) ?? "")
        advance()
      } else {
        literal.pieces[literal.pieces.count - 1].append(character)
        advance()
      }
    }
    advance(end.count)
    literals.append(literal)
    code = ""
  }

  private static func unescaped(_ character: Character) -> String {
    switch character {
    case "n": "\n"
    case "t": "\t"
    case "r": "\r"
    case "0": "\0"
    default: String(character)
    }
  }

  /// How many marks of a raw literal begin here; nil if none does.
  private func rawMark() -> Int? {
    var end = index
    while end < source.count, source[end] == "#" { end += 1 }
    return end > index && end < source.count && source[end] == "\"" ? end - index : nil
  }

  private func peek() -> Character? { index < source.count ? source[index] : nil }

  private func starts(_ text: String) -> Bool { source[index...].starts(with: text) }

  private mutating func advance(_ count: Int = 1) {
    for _ in 0..<count where index < source.count {
      if source[index].isNewline { line += 1 }
      index += 1
    }
  }
}

/// A string literal in Swift source.
struct SourceLiteral: Hashable {
  /// What stands between its interpolations.
  var pieces: [String]
  /// The line it begins at, from 1.
  let line: Int
  /// The code right before it, without spaces, such as `.fixture(`.
  let before: String

  /// The text, where nothing is interpolated.
  var text: String? { pieces.count == 1 ? pieces[0] : nil }

  /// Whether the literal can be a name, where each interpolation may be anything.
  func canBe(_ name: String) -> Bool {
    Wildcards.match(Array(name.utf8)[...], pieces: pieces.map { Array($0.utf8)[...] }, atLeast: 0)
  }
}
