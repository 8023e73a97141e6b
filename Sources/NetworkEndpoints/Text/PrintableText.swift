// Text from outside may contain anything: line feeds that forge lines of a report, escape sequences for a terminal, marks that
// reverse the text around them. Code that shows foreign text uses one of these properties.
extension String {
  /// The text on one line, with escapes such as `\n` and `\u{1B}` for unprintable characters.
  package var printable: String { escaping { !$0.isPrinting } }
  /// The text with its lines and tabs, and with escapes for all other unprintable characters.
  package var printableLines: String { replacingLineBreaks.escaping { !$0.isPrinting && $0 != "\n" && $0 != "\t" } }
  package var swiftLiteral: String { "\"\(escaping(\.needsEscapeInLiteral))\"" }

  /// The text as a Swift string literal, shortened if it is long.
  package var quoted: String {
    let limit = 80
    guard unicodeScalars.dropFirst(limit).first != nil else { return swiftLiteral }
    let start = String(unicodeScalars.prefix(limit)).escaping(\.needsEscapeInLiteral)
    return "\"\(start)…\" (\(unicodeScalars.count) characters)"
  }

  /// Returns the text on one line, as ``printable``, shortened if it has more than some characters.
  package func shortened(to limit: Int = 120) -> String {
    guard unicodeScalars.dropFirst(limit).first != nil else { return printable }
    return "\(String(unicodeScalars.prefix(limit)).printable)… (\(unicodeScalars.count) characters)"
  }

  /// Returns the text, cut between two characters if it is longer than some bytes.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return self[..<end] + "\n… (cut)"
  }

  /// The text as it fails a test, shortened if it is long: with the line about its article it stays under 4 kB.
  package var cutForFailure: String { cut(toBytes: 3_800) }

  /// Returns the text padded with spaces, for a column of this width.
  package func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

  private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    // Long texts are nearly always plain, and a closure for each character is slow in a debug build.
    if isPlainASCII { return self }
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isEscaped(scalar) { text += scalar.escape } else { text.unicodeScalars.append(scalar) }
    }
  }

  /// Whether all of it is ASCII without control characters.
  package var isPrintingASCII: Bool { utf8.withContiguousStorageIfAvailable { Self.isPlain($0, but: 0, 0) } ?? false }

  /// Whether it is ASCII that needs no escape anywhere.
  private var isPlainASCII: Bool {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    return utf8.withContiguousStorageIfAvailable { Self.isPlain($0, but: quote, backslash) } ?? false
  }

  private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>, but first: UInt8, _ second: UInt8) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte < 0x20 || byte >= 0x7F || byte == first || byte == second { return false }
      index += 1
    }
    return true
  }

  private var replacingLineBreaks: String {
    utf8.contains(0x0D) ? String(String.UnicodeScalarView(withoutCarriageReturns)) : self
  }

  private var withoutCarriageReturns: [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for scalar in unicodeScalars {
      if scalar == "\n", scalars.last == "\r" { scalars.removeLast() }
      scalars.append(scalar)
    }
    return scalars
  }
}

/// Swift source of values that are not text.
package enum SwiftLiteral {
  /// Returns a dictionary literal of keys and the code of their values, in order.
  package static func dictionary(_ members: [(name: String, code: String)]) -> String {
    "[\(members.isEmpty ? ":" : members.map { "\($0.name.swiftLiteral): \($0.code)" }.joined(separator: ", "))]"
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is visible, and neither ends a line nor reverses the text nor controls a terminal.
  package var isPrinting: Bool {
    // Most texts are ASCII, whose categories need no table look-up.
    if value < 0x7F { return value >= 0x20 }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }

  fileprivate var needsEscapeInLiteral: Bool { self == "\"" || self == "\\" || !isPrinting }

  fileprivate var escape: String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case "\0": "\\0"
    default: "\\u{\(String(value, radix: 16, uppercase: true))}"
    }
  }
}

extension String {
  /// Returns the first difference between two texts that look the same, in words; nil if they do not look the same.
  package func otherForm(of expected: String) -> String? {
    guard self == expected, !isSame(as: expected) else { return nil }
    let pairs = zip(Array(unicodeScalars), Array(expected.unicodeScalars))
    let place = pairs.prefix { $0 == $1 }.count
    func shown(_ text: String) -> String {
      let character = text.unicodeScalars.dropFirst(place).prefix(2)
      return character.map {
        "U+" + String(repeating: "0", count: max(0, 4 - String($0.value, radix: 16).count))
          + String($0.value, radix: 16, uppercase: true)
      }
      .joined(separator: " ")
    }
    return "which looks the same but has other characters: \(shown(self)) where \(shown(expected)) is expected"
  }
}

/// Output beside results, as far as possible: `FileHandle.write(_:)` ends the process if the disk is full.
package enum StandardError {
  package static func print(_ text: String, terminator: String = "\n") {
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
  }
}
