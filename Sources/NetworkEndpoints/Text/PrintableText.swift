// Text from outside may hold anything: line feeds that forge lines of a report, escape sequences that a terminal obeys,
// marks that turn the text around them. Whatever shows foreign text shows it by one of these properties.
extension String {
  /// The text on one line, with escapes such as `\n` and `\u{1B}` for what does not print.
  package var printable: String { escaping { !$0.isPrinting } }

  /// The text with its lines and tabs, and with escapes for everything else that does not print.
  package var printableLines: String {
    replacingLineBreaks.escaping { !$0.isPrinting && $0 != "\n" && $0 != "\t" }
  }

  /// The text as a Swift string literal, whole.
  package var swiftLiteral: String { "\"\(escaping(\.needsEscapeInLiteral))\"" }

  /// The text as a Swift string literal, cut where it is long.
  package var quoted: String {
    let limit = 80
    guard unicodeScalars.dropFirst(limit).first != nil else { return swiftLiteral }
    let start = String(unicodeScalars.prefix(limit)).escaping(\.needsEscapeInLiteral)
    return "\"\(start)…\" (\(unicodeScalars.count) characters)"
  }

  /// The text on one line, as ``printable``, cut where it is long.
  ///
  /// - Parameter limit: The most characters to show.
  package func shortened(to limit: Int = 120) -> String {
    guard unicodeScalars.dropFirst(limit).first != nil else { return printable }
    return "\(String(unicodeScalars.prefix(limit)).printable)… (\(unicodeScalars.count) characters)"
  }

  /// The text, cut between two characters where it is longer than some bytes.
  package func cut(toBytes limit: Int) -> String {
    guard utf8.count > limit else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end > startIndex, end.samePosition(in: self) == nil { end = utf8.index(before: end) }
    return self[..<end] + "\n… (cut)"
  }

  private func escaping(_ isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard unicodeScalars.contains(where: isEscaped) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if isEscaped(scalar) { text += scalar.escape } else { text.unicodeScalars.append(scalar) }
    }
  }

  private var replacingLineBreaks: String {
    utf8.contains(0x0D) ? String(String.UnicodeScalarView(withoutCarriageReturns)) : self
  }

  /// The scalars but for the carriage returns of CR LF.
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
  /// A dictionary literal, in the order of its members.
  ///
  /// - Parameter members: The keys, and the code of their values.
  package static func dictionary(_ members: [(name: String, code: String)]) -> String {
    "[\(members.isEmpty ? ":" : members.map { "\($0.name.swiftLiteral): \($0.code)" }.joined(separator: ", "))]"
  }
}

extension Unicode.Scalar {
  /// Whether the scalar shows itself, and neither ends a line nor turns the text around nor speaks to a terminal.
  package var isPrinting: Bool {
    // Most texts are ASCII, whose categories need no look into a table.
    if value < 0x7F { return value >= 0x20 }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
    default: true
    }
  }

  fileprivate var needsEscapeInLiteral: Bool { self == "\"" || self == "\\" || !isPrinting }

  /// The escape of a Swift string literal.
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
  /// Whether two texts have the same bytes, as a server compares them.
  ///
  /// To `==`, `é` as one character is the same as `e` with an accent after it.
  package func isSame(as other: String) -> Bool {
    self == other && utf8.count == other.utf8.count && (utf8.allSatisfy { $0 < 0x80 } || utf8.elementsEqual(other.utf8))
  }

  /// The first place in which a text differs from one that looks the same, in words; nil if it does not look the same.
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

/// What is told beside results, as far as it can be: `FileHandle.write(_:)` ends the process where the disk is full.
package enum StandardError {
  package static func print(_ text: String, terminator: String = "\n") {
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
  }
}
