import NetworkEndpoints

extension JSONReader {
  /// Takes the string that starts here.
  mutating func readString() throws -> String {
    let start = index + 1
    let hasEscapes = try skipString()
    let content = bytes[start..<index - 1]
    return hasEscapes ? Self.unescaped(content) : String(decoding: content, as: UTF8.self)
  }

  /// Moves past the string that starts here, and says whether there are escapes in it.
  @discardableResult
  mutating func skipString() throws -> Bool {
    var hasEscapes = false
    var position = index + 1
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        index = position + 1
        return hasEscapes
      }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        position = try afterEscape(at: position)
      } else if byte < 0x20 {
        index = position
        throw failure("expected no control character in a string.")
      } else {
        position += 1
      }
    }
    index = position
    throw failure("expected the end of a string.")
  }

  private mutating func afterEscape(at backslash: Int) throws -> Int {
    index = min(backslash + 1, bytes.count)
    guard let mark = current, "\"\\/bfnrtu".utf8.contains(mark) else {
      throw failure("expected one of \"\\/bfnrtu after a backslash.")
    }
    guard mark == UInt8(ascii: "u") else { return index + 1 }
    index += 1
    for _ in 0..<4 {
      guard let digit = current, digit.hexadecimalValue != nil else {
        throw failure("expected four hexadecimal digits.")
      }
      index += 1
    }
    return index
  }

  /// The text of a string's content, whose escapes are known to be whole.
  static func unescaped(_ content: ArraySlice<UInt8>) -> String {
    content.contains(UInt8(ascii: "\\"))
      ? String(decoding: unescapedBytes(content), as: UTF8.self) : String(decoding: content, as: UTF8.self)
  }

  static func unescapedBytes(_ content: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(content.count)
    var rest = content
    while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")), backslash + 1 < rest.endIndex {
      result.append(contentsOf: rest[..<backslash])
      let mark = rest[backslash + 1]
      rest = rest[(backslash + 2)...]
      switch mark {
      case UInt8(ascii: "n"): result.append(0x0A)
      case UInt8(ascii: "r"): result.append(0x0D)
      case UInt8(ascii: "t"): result.append(0x09)
      case UInt8(ascii: "b"): result.append(0x08)
      case UInt8(ascii: "f"): result.append(0x0C)
      case UInt8(ascii: "u"): result.append(contentsOf: takeScalar(from: &rest))
      default: result.append(mark)
      }
    }
    result.append(contentsOf: rest)
    return result
  }

  /// Takes the digits after `\u`, and the escape of the other half if there is one.
  private static func takeScalar(from rest: inout ArraySlice<UInt8>) -> [UInt8] {
    guard let first = unit(rest.prefix(4)) else { return [] }
    rest = rest.dropFirst(4)
    if let scalar = Unicode.Scalar(first) { return Array(String(scalar).utf8) }
    if first < 0xDC00, rest.prefix(2).elementsEqual(#"\u"#.utf8), let second = unit(rest.dropFirst(2).prefix(4)),
      (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    {
      rest = rest.dropFirst(6)
      return Array(String(scalar).utf8)
    }
    // Browsers write half a character where they cut a text, and it is no reason to lose the file.
    return Array("\u{FFFD}".utf8)
  }

  private static func unit(_ digits: ArraySlice<UInt8>) -> UInt32? {
    guard digits.count == 4 else { return nil }
    return digits.reduce(into: UInt32?(0)) { unit, digit in
      if let value = unit, let next = digit.hexadecimalValue { unit = value << 4 | UInt32(next) } else { unit = nil }
    }
  }
}
