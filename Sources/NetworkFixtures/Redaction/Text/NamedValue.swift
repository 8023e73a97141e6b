import NetworkEndpoints

/// A name before an equals sign or a colon, and the value after it: `a=1`, `"a": "1"`, `A: 1`.
struct NamedValue {
  let name: String
  /// Whether it is `Name: value`, which may be a sentence.
  let isProse: Bool

  /// The place after the name's sign.
  var end: Int { mark + 1 }

  private let mark: Int
  private let isColon: Bool
  private let preceding: UInt8?

  /// Takes the name; nil where there is none.
  init?(in text: ArraySlice<UInt8>, at mark: Int) {
    isColon = text[mark] == UInt8(ascii: ":")
    var before = text[..<mark].suffix(80)
    if isColon { before = before.dropLast(while: { $0 == 0x20 }) }
    var isQuoted = false
    if let quote = before.last, quote.isQuote {
      before = before.dropLast()
      if before.last == UInt8(ascii: "\\") { before = before.dropLast() }
      isQuoted = true
    }
    let name = before.suffix(while: \.isNameByte)
    guard !name.isEmpty, name.count <= 64, isColon || !isQuoted else { return nil }
    self.name = String(decoding: name, as: UTF8.self)
    self.mark = mark
    isProse = isColon && !isQuoted
    preceding = name.startIndex > text.startIndex ? text[name.startIndex - 1] : nil
  }

  /// Takes the value, which may be as long as the text: ask only for the value of a name that matters.
  func value(in text: ArraySlice<UInt8>) -> (range: Range<Int>, isQuoted: Bool)? {
    var rest = text[(mark + 1)...]
    if isColon { rest = rest.drop { $0 == 0x20 } }
    if rest.first == UInt8(ascii: "\\"), rest.dropFirst().first?.isQuote == true { rest = rest.dropFirst() }
    if let quote = rest.first, quote.isQuote {
      let content = rest.dropFirst().prefix { $0 != quote }
      return ((content.last == UInt8(ascii: "\\") ? content.dropLast() : content).indices, true)
    }
    if isProse { return (proseValue(rest).indices, false) }
    // Two equals signs compare.
    guard rest.first != UInt8(ascii: "=") else { return nil }
    let isQuery = preceding.map { "?&#".utf8.contains($0) } ?? true
    return (rest.prefix { $0.isValueByte(inQuery: isQuery) }.indices, false)
  }

  /// A line of a header, or one word.
  private func proseValue(_ rest: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isLine = preceding == nil || preceding == 0x0A
    if isLine, AuthorizationScheme.end(in: rest.prefix(64)) != nil || name.lowercased().hasSuffix("cookie") {
      return rest.prefix { $0 != 0x0A && $0 != 0x0D }
    }
    return rest.prefix { $0 > 0x20 && !"\"'`<>,;)}]".utf8.contains($0) }
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }

  fileprivate var isNameByte: Bool { isLetterOrDigit || Self.nameMarks.contains(self) }

  fileprivate func isValueByte(inQuery: Bool) -> Bool {
    if isLetterOrDigit { return true }
    return self > 0x20 && !Self.valueEnds.contains(self) && (inQuery || !Self.listMarks.contains(self))
  }

  private static let nameMarks = ASCIISet("_-.[]%$")
  private static let valueEnds = ASCIISet("&#\"'`<>\\")
  private static let listMarks = ASCIISet(";,)]}|")
}

extension ArraySlice<UInt8> {
  fileprivate func suffix(while isKept: (UInt8) -> Bool) -> Self {
    var start = endIndex
    while start > startIndex, isKept(self[start - 1]) { start -= 1 }
    return self[start...]
  }

  fileprivate func dropLast(while isDropped: (UInt8) -> Bool) -> Self {
    self[..<suffix(while: isDropped).startIndex]
  }
}
