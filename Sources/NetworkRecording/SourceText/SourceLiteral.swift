/// A string literal that is an argument of a call in a Swift file: where it stands, and its value.
struct SourceLiteral {
  /// The literal with its delimiters, as bytes of the file.
  let range: Range<Int>
  let value: String
  /// The white space in front of its last line; nil for a literal of one line.
  let indentation: String?

  /// A reason why a literal cannot be replaced.
  enum Failure: Error, Equatable { case notFound, interpolation }

  /// Finds the literal after a label.
  ///
  /// - Parameters:
  ///   - label: The label, without its colon.
  ///   - source: The file.
  ///   - offset: The opening parenthesis of the call.
  /// - Throws: A `Failure` if the argument is not a literal, or has an interpolation.
  init(after label: String, in source: [UInt8], callAt offset: Int) throws(Failure) {
    var reader = SourceReader(source, at: offset)
    guard reader.skip("("), reader.skipArguments(before: "\(label):") else { throw .notFound }
    guard let literal = try reader.literal() else { throw .notFound }
    self = literal
  }

  fileprivate init(range: Range<Int>, value: String, indentation: String?) {
    self.range = range
    self.value = value
    self.indentation = indentation
  }

  /// Returns a text as a literal of several lines.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - indentation: The white space before each line.
  static func literal(of text: String, indentation: String) -> String {
    var marks = ""
    while text.contains("\\" + marks) || text.contains("\"\"\"" + marks) { marks += "#" }
    let lines = text.components(separatedBy: "\n").map { $0.isEmpty ? $0 : indentation + $0 }
    return (["\(marks)\"\"\""] + lines + ["\(indentation)\"\"\"\(marks)"]).joined(separator: "\n")
  }
}

/// A position in a Swift file, which moves over what a call's arguments consist of.
private struct SourceReader {
  private let source: [UInt8]
  private var offset: Int

  init(_ source: [UInt8], at offset: Int) {
    self.source = source
    self.offset = offset
  }

  private func stands(_ text: String, at place: Int? = nil) -> Bool {
    source[min(place ?? offset, source.count)...].starts(with: text.utf8)
  }

  mutating func skip(_ text: String) -> Bool {
    guard stands(text) else { return false }
    offset += text.utf8.count
    return true
  }

  private mutating func skipSpace() {
    while offset < source.count, [0x20, 0x09, 0x0A, 0x0D].contains(source[offset]) { offset += 1 }
  }

  /// Moves to the argument with a label, over other arguments; returns whether the call has it.
  mutating func skipArguments(before label: String) -> Bool {
    var depth = 0
    while offset < source.count {
      if depth == 0, isAtWord, skip(label) {
        skipSpace()
        return true
      }
      if skipComment() || skipLiteral() { continue }
      switch source[offset] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth < 0 { return false }
      default: break
      }
      offset += 1
    }
    return false
  }

  private var isAtWord: Bool {
    guard offset > 0 else { return true }
    let before = source[offset - 1]
    return [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: "("), UInt8(ascii: ",")].contains(before)
  }

  private mutating func skipComment() -> Bool {
    let end: String
    if stands("//") {
      end = "\n"
    } else if stands("/*") {
      end = "*/"
    } else {
      return false
    }
    while offset < source.count, !stands(end) { offset += 1 }
    _ = skip(end)
    return true
  }

  private mutating func skipLiteral() -> Bool {
    var copy = self
    // One with an interpolation is skipped in part; its parentheses are balanced.
    guard let literal = try? copy.literal() else { return false }
    offset = literal.range.upperBound
    return true
  }

  /// Returns the literal that begins here, and moves behind it; nil where none does.
  mutating func literal() throws(SourceLiteral.Failure) -> SourceLiteral? {
    let start = offset
    var reader = self
    var marks = ""
    while reader.skip("#") { marks += "#" }
    guard reader.stands("\"") else { return nil }
    let isLong = reader.skip("\"\"\"")
    if !isLong { _ = reader.skip("\"") }
    let end = (isLong ? "\"\"\"" : "\"") + marks
    let content = reader.offset
    while reader.offset < source.count, !reader.stands(end) {
      let isEscape = reader.stands("\\" + marks)
      reader.offset += isEscape ? 1 + marks.utf8.count : 1
      if isEscape, reader.stands("(") { throw .interpolation }
      if isEscape { reader.offset += 1 }
    }
    guard reader.stands(end) else { return nil }
    let text = String(decoding: source[content..<reader.offset], as: UTF8.self)
    _ = reader.skip(end)
    offset = reader.offset
    var lines = text.replacingOccurrences(of: "\r\n", with: "\n").components(separatedBy: "\n")
    guard isLong else {
      return SourceLiteral(range: start..<offset, value: Self.unescaped(text, marks), indentation: nil)
    }
    let indentation = lines.removeLast()
    let shown = lines.dropFirst().map { $0.hasPrefix(indentation) ? String($0.dropFirst(indentation.count)) : $0 }
    let value = Self.unescaped(shown.joined(separator: "\n"), marks)
    return SourceLiteral(range: start..<offset, value: value, indentation: indentation)
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
