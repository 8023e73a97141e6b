/// Swift source parsed for strings and comments: enough to find the names in it and to point at a line.
///
/// It knows escapes, interpolations, raw and multi-line strings and nested comments. Half a file does no harm.
struct SwiftSource {
  /// A string literal.
  struct Literal: Hashable {
    /// The text between its interpolations.
    var pieces: [String]
    /// The line it begins at, from 1.
    let line: Int
    /// The code right before it, without spaces, such as `.fixture(`.
    let before: String

    /// The text, if nothing is interpolated.
    var text: String? { pieces.count == 1 ? pieces[0] : nil }

    init(pieces: [String], line: Int, before: String) {
      self.pieces = pieces
      self.line = line
      self.before = before
    }
  }

  /// The string literals, in the order in which they end.
  private(set) var literals: [Literal] = []

  /// An unfinished literal, whose interpolations may contain others.
  private struct Open {
    var literal: Literal
    let hashes: Int
    let isMultiline: Bool
    var piece: [UInt8] = []
    /// The number of open parentheses in an interpolation; nil outside one.
    var depth: Int?
  }

  private let bytes: [UInt8]
  private var index = 0
  private var line = 1
  private var before: [UInt8] = []
  private var open: [Open] = []

  init(_ source: String) {
    bytes = Array(source.utf8)
    while index < bytes.count {
      if let last = open.last, last.depth == nil { readText(last) } else { readCode() }
    }
    while !open.isEmpty { closeLiteral() }
  }

  private mutating func readCode() {
    let byte = bytes[index]
    // Few bytes can begin a comment or a literal, and a debug build compares prefixes slowly.
    let mayBegin = byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "\"")
    if mayBegin, starts("//") {
      while index < bytes.count, bytes[index] != 0x0A { advance(1) }
    } else if mayBegin, starts("/*") {
      skipComment()
    } else if mayBegin, let hashes = hashesOfLiteral() {
      openLiteral(hashes)
    } else if byte == UInt8(ascii: ")"), open.last?.depth == 0 {
      open[open.count - 1].depth = nil
      open[open.count - 1].literal.pieces.append("")
      advance(1)
    } else {
      if byte == UInt8(ascii: "(") { open.indices.last.map { open[$0].depth? += 1 } }
      if byte == UInt8(ascii: ")") { open.indices.last.map { open[$0].depth? -= 1 } }
      if byte > 0x20 { before.append(byte) }
      advance(1)
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
        advance(1)
      }
    } while depth > 0 && index < bytes.count
  }

  private mutating func openLiteral(_ hashes: Int) {
    let isMultiline = starts("\"\"\"", at: index + hashes)
    let before = String(decoding: before.suffix(40), as: UTF8.self)
    open.append(
      Open(
        literal: Literal(pieces: [""], line: line, before: before), hashes: hashes, isMultiline: isMultiline))
    advance(hashes + (isMultiline ? 3 : 1))
  }

  private mutating func readText(_ last: Open) {
    let current = open.count - 1
    let byte = bytes[index]
    guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte == 0x0A else {
      open[current].piece.append(byte)
      return advance(1)
    }
    let fence = String(repeating: "#", count: last.hashes)
    let end = (last.isMultiline ? "\"\"\"" : "\"") + fence
    if starts(end) {
      advance(end.utf8.count)
      closeLiteral()
    } else if byte == 0x0A, !last.isMultiline {
      // A one-line literal that ends with its line is not Swift; the rest of the file is still useful.
      closeLiteral()
    } else if starts("\\" + fence + "(") {
      flush(current)
      open[current].depth = 0
      before = []
      advance(fence.utf8.count + 2)
    } else if starts("\\" + fence) {
      advance(fence.utf8.count + 1)
      if index < bytes.count { open[current].piece.append(Self.unescaped(bytes[index])) }
      advance(1)
    } else {
      open[current].piece.append(byte)
      advance(1)
    }
  }

  private mutating func flush(_ current: Int) {
    let last = open[current].literal.pieces.count - 1
    open[current].literal.pieces[last] += String(decoding: open[current].piece, as: UTF8.self)
    open[current].piece = []
  }

  private mutating func closeLiteral() {
    flush(open.count - 1)
    literals.append(open.removeLast().literal)
    before = []
  }

  private static func unescaped(_ mark: UInt8) -> UInt8 {
    switch mark {
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "t"): 0x09
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "0"): 0
    default: mark
    }
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
