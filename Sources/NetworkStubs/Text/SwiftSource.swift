/// Swift source, read for its string literals and calls: enough to find the names in it, and to point at a place.
///
/// It knows escapes, interpolations, raw and multi-line strings and nested comments. Half a file does no harm.
package struct SwiftSource {
  /// A string literal.
  package struct Literal: Hashable {
    /// The text between its interpolations, as the compiler reads it.
    package let pieces: [String]
    /// The line it begins at, from 1.
    package let line: Int
    /// The code right before it, without spaces, such as `.fixture(`.
    package let before: String
    /// Its place with its delimiters, in bytes.
    package let range: Range<Int>
    /// The white space in front of its last line; nil for a literal of one line.
    package let indentation: String?
    /// Whether it ends, which it may not in half a file.
    package let isClosed: Bool

    /// The text, if nothing is interpolated.
    package var text: String? { pieces.count == 1 ? pieces[0] : nil }

    package init(
      pieces: [String], line: Int, before: String, range: Range<Int> = 0..<0, indentation: String? = nil,
      isClosed: Bool = true
    ) {
      self.pieces = pieces
      self.line = line
      self.before = before
      self.range = range
      self.indentation = indentation
      self.isClosed = isClosed
    }
  }

  /// The string literals, in the order in which they end.
  package private(set) var literals: [Literal] = []

  /// An unfinished literal, whose interpolations may contain others.
  private struct Open {
    let start, line: Int
    let before: String
    /// The `#` around it.
    let marks: String
    let isMultiline: Bool
    /// The text between its interpolations as it is written.
    var pieces: [[UInt8]] = [[]]
    /// The number of open parentheses in an interpolation; nil outside one.
    var depth: Int?
  }

  private let bytes: [UInt8]
  /// The source with spaces in place of comments, and quotation marks in place of literals: what stands there else is code.
  private var code: [UInt8]
  private var index = 0
  private var line = 1
  private var before: [UInt8] = []
  private var open: [Open] = []

  package init(_ source: String) { self.init(Array(source.utf8)) }

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    code = bytes
    while index < bytes.count {
      if let last = open.last, last.depth == nil { readText(last) } else { readCode() }
    }
    while !open.isEmpty { closeLiteral(isClosed: false) }
  }

  private mutating func readCode() {
    let byte = bytes[index]
    // Few bytes can begin a comment or a literal, and a debug build compares prefixes slowly.
    let mayBegin = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\"")
    if mayBegin, starts("//") || starts("/*") {
      skipComment()
    } else if mayBegin, let hashes = hashesOfLiteral() {
      openLiteral(hashes)
    } else if byte == UInt8(ascii: ")"), open.last?.depth == 0 {
      open[open.count - 1].depth = nil
      open[open.count - 1].pieces.append([])
      advance(1)
    } else {
      if byte == UInt8(ascii: "(") { open.indices.last.map { open[$0].depth? += 1 } }
      if byte == UInt8(ascii: ")") { open.indices.last.map { open[$0].depth? -= 1 } }
      if byte > 0x20 { before.append(byte) }
      advance(1)
    }
  }

  private mutating func skipComment() {
    let start = index
    defer { blank(start..<index, with: " ") }
    if starts("//") {
      while index < bytes.count, bytes[index] != 0x0A { advance(1) }
      return
    }
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        advance(2)
      } else if starts("*/") {
        depth -= 1
        advance(2)
      } else {
        advance(1)
      }
    } while depth > 0 && index < bytes.count
  }

  private mutating func openLiteral(_ hashes: Int) {
    let isMultiline = starts("\"\"\"", at: index + hashes)
    let before = String(decoding: before.suffix(40), as: UTF8.self)
    open.append(
      Open(
        start: index, line: line, before: before, marks: String(repeating: "#", count: hashes),
        isMultiline: isMultiline))
    advance(hashes + (isMultiline ? 3 : 1))
  }

  private mutating func readText(_ last: Open) {
    let byte = bytes[index]
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x0A else { return addText(1) }
    let end = (last.isMultiline ? "\"\"\"" : "\"") + last.marks
    if starts(end) {
      advance(end.utf8.count)
      closeLiteral(isClosed: true)
    } else if byte == 0x0A, !last.isMultiline {
      // A one-line literal that ends with its line is not Swift; the rest of the file is still useful.
      closeLiteral(isClosed: false)
    } else if starts("\\" + last.marks + "(") {
      open[open.count - 1].depth = 0
      before = []
      advance(last.marks.utf8.count + 2)
    } else {
      addText(starts("\\" + last.marks) ? last.marks.utf8.count + 2 : 1)
    }
  }

  /// Adds the next bytes to the literal.
  private mutating func addText(_ count: Int) {
    let current = open.count - 1
    let last = open[current].pieces.count - 1
    open[current].pieces[last] += bytes[index...].prefix(count)
    advance(count)
  }

  private mutating func closeLiteral(isClosed: Bool) {
    let last = open.removeLast()
    let range = last.start..<index
    let (pieces, indentation) = Self.value(of: last)
    literals.append(
      Literal(
        pieces: pieces, line: last.line, before: last.before, range: range, indentation: indentation,
        isClosed: isClosed))
    blank(range, with: "\"")
    before = []
  }

  private mutating func blank(_ range: Range<Int>, with mark: Unicode.Scalar) {
    for place in range { code[place] = UInt8(ascii: mark) }
  }

  /// Returns the number of `#` before the literal that starts here; nil if none does.
  private func hashesOfLiteral() -> Int? {
    var end = index
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: "\"") ? end - index : nil
  }

  private func starts(_ text: String, at position: Int? = nil) -> Bool {
    bytes[min(position ?? index, bytes.count)...].starts(with: text.utf8)
  }

  private mutating func advance(_ count: Int) {
    for _ in 0..<count where index < bytes.count {
      if bytes[index] == 0x0A { line += 1 }
      index += 1
    }
  }
}

// The value of a literal.
extension SwiftSource {
  private static func value(of open: Open) -> (pieces: [String], indentation: String?) {
    let pieces = open.pieces.map { String(decoding: $0, as: UTF8.self) }
    guard open.isMultiline else { return (pieces.map { unescaped($0, open.marks) }, nil) }
    var lines = pieces.map { $0.replacing("\r\n", with: "\n").components(separatedBy: "\n") }
    let indentation = lines[lines.count - 1].removeLast()
    for (piece, those) in lines.enumerated() {
      // The first line of a piece follows the opening delimiter, or an interpolation.
      let rest = those.dropFirst().map { $0.hasPrefix(indentation) ? String($0.dropFirst(indentation.count)) : $0 }
      lines[piece] = piece == 0 ? rest : those.prefix(1) + rest
    }
    return (lines.map { unescaped($0.joined(separator: "\n"), open.marks) }, indentation)
  }

  /// Returns the content of a literal with its escapes replaced.
  private static func unescaped(_ text: String, _ marks: String) -> String {
    let parts = text.components(separatedBy: "\\" + marks)
    var result = parts.first ?? ""
    var isAfterBackslash = false
    for part in parts.dropFirst() {
      if isAfterBackslash {
        // The second of two backslashes.
        isAfterBackslash = false
        result += part
        continue
      }
      guard let first = part.first else {
        result += "\\"
        isAfterBackslash = true
        continue
      }
      result += escapes[first].map { $0 + part.dropFirst() } ?? scalar(part) ?? part
    }
    return result
  }

  private static let escapes: [Character: String] = [
    "n": "\n", "r": "\r", "t": "\t", "0": "\0", "\"": "\"", "'": "'", "\n": "", "\\": "\\",
  ]

  /// Returns a part that begins with `u{…}` with its scalar in place.
  private static func scalar(_ part: String) -> String? {
    guard part.hasPrefix("u{"), let end = part.firstIndex(of: "}") else { return nil }
    let digits = part[part.index(part.startIndex, offsetBy: 2)..<end]
    guard let number = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(number) else { return nil }
    return String(Character(scalar)) + part[part.index(after: end)...]
  }
}

// Calls.
extension SwiftSource {
  /// An argument of a call, by its places in bytes.
  package struct Argument {
    package let label: String?
    /// The place of its label, or of its value if it has none.
    package let start: Int
    package let value: Int
  }

  /// Returns the calls `.name(…)` and the places of their dots, without those in arguments of others.
  package func calls(of name: String) -> [(start: Int, arguments: [Argument])] {
    let text = ".\(name)("
    var calls: [(start: Int, arguments: [Argument])] = []
    var place = 0
    while place < code.count {
      guard code[place] == UInt8(ascii: "."), code[place...].starts(with: text.utf8) else {
        place += 1
        continue
      }
      let (arguments, end) = arguments(after: place + text.utf8.count - 1)
      calls.append((place, arguments))
      place = end
    }
    return calls
  }

  /// Returns the arguments of a call, by its opening parenthesis, and the place of the closing one.
  package func arguments(after parenthesis: Int) -> (arguments: [Argument], end: Int) {
    var arguments: [Argument] = []
    var depth = 0
    var isAtStart = true
    var place = parenthesis + 1
    while place < code.count {
      let byte = code[place]
      if isAtStart, byte > 0x20, byte != UInt8(ascii: ")") {
        arguments.append(argument(at: place))
        isAtStart = false
      }
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { return (arguments, place) }
        depth -= 1
      case UInt8(ascii: ","): isAtStart = isAtStart || depth == 0
      default: break
      }
      place += 1
    }
    return (arguments, place)
  }

  private func argument(at start: Int) -> Argument {
    let name = code[start...].prefix { byte in
      byte == UInt8(ascii: "_") || (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
    guard !name.isEmpty, code[name.endIndex...].first == UInt8(ascii: ":") else {
      return Argument(label: nil, start: start, value: start)
    }
    let value = code[(name.endIndex + 1)...].firstIndex { $0 > 0x20 } ?? code.count
    return Argument(label: String(decoding: name, as: UTF8.self), start: start, value: value)
  }
}
