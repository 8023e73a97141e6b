extension Redactor {
  /// What to replace in names and values: `a=1&b=2`, `"a": "b"`, `A: b`, attributes of HTML.
  mutating func pairEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    var edits: [Edit] = []
    var attribute: (name: String, end: Int)?
    for index in text.indices where text[index] == UInt8(ascii: "=") || text[index] == UInt8(ascii: ":") {
      guard let pair = NamedValue(in: text, at: index) else { continue }
      let value = text[pair.value]
      if pair.name == "name", pair.isQuoted {
        attribute = (String(decoding: value, as: UTF8.self), pair.value.upperBound)
      }
      var names = [pair.name]
      // `<input name="csrf_token" value="…">` names its value beside it.
      if pair.name == "value" || pair.name == "content", let attribute, text[attribute.end..<index].count <= 120,
        !text[attribute.end..<index].contains(UInt8(ascii: ">"))
      {
        names.append(attribute.name)
      }
      for name in names {
        let found = self.edits(ofPair: name, pair, in: text, depth: depth)
        edits += found
        if !found.isEmpty { break }
      }
    }
    return edits
  }

  private mutating func edits(
    ofPair name: String, _ pair: NamedValue, in text: ArraySlice<UInt8>, depth: Int
  ) -> [Edit] {
    guard verdict(on: name) != .harmless else { return [] }
    let value = text[pair.value]
    guard let view = DecodedView(value, undoing: .percent) else {
      return isSecret(value, pair, named: name) ? credentialEdits(value, named: name, depth: depth) : []
    }
    guard isSecret(view.bytes[...], pair, named: name) else { return [] }
    return credentialEdits(view.bytes[...], named: name, depth: depth).map(view.original)
  }

  private mutating func isSecret(_ value: ArraySlice<UInt8>, _ pair: NamedValue, named name: String) -> Bool {
    guard isSecret(value, named: name) else { return false }
    // In prose, `Password: required` is a sentence.
    return !pair.isProse || value.count >= 6 && !OrdinaryText.isCommon(value)
  }
}

/// A name and a value around an equals sign or a colon.
struct NamedValue {
  let name: String
  let value: Range<Int>
  let isQuoted: Bool
  /// Whether it is `Name: value`, which may be a sentence.
  let isProse: Bool

  init?(in text: ArraySlice<UInt8>, at mark: Int) {
    let isColon = text[mark] == UInt8(ascii: ":")
    var before = text[..<mark].suffix(80)
    if isColon { before = before.dropLast(while: { $0 == 0x20 }) }
    var isNameQuoted = false
    if let quote = before.last, quote.isQuote {
      before = before.dropLast()
      if before.last == UInt8(ascii: "\\") { before = before.dropLast() }
      isNameQuoted = true
    }
    let name = before.suffix(while: { $0.isLetterOrDigit || "_-.[]%$".utf8.contains($0) })
    guard !name.isEmpty, name.count <= 64, isColon || !isNameQuoted else { return nil }
    self.name = String(decoding: name, as: UTF8.self)
    var rest = text[(mark + 1)...]
    if isColon { rest = rest.drop { $0 == 0x20 } }
    if rest.first == UInt8(ascii: "\\"), rest.dropFirst().first?.isQuote == true { rest = rest.dropFirst() }
    let preceding = name.startIndex > text.startIndex ? text[name.startIndex - 1] : UInt8(ascii: "&")
    isProse = isColon && !isNameQuoted
    if let quote = rest.first, quote.isQuote {
      let content = rest.dropFirst().prefix { $0 != quote }
      value = content.startIndex..<(content.last == UInt8(ascii: "\\") ? content.endIndex - 1 : content.endIndex)
      isQuoted = true
      return
    }
    isQuoted = false
    if isProse {
      // A line of a header, or one word.
      let isLine = name.startIndex == text.startIndex || preceding == 0x0A
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      let word = rest.prefix { $0 > 0x20 && !"\"'`<>,;)}]".utf8.contains($0) }
      let isField = isLine && (AuthorizationScheme.end(in: line) != nil || self.name.lowercased().hasSuffix("cookie"))
      value = (isField ? line : word).indices
      return
    }
    guard rest.first != UInt8(ascii: "=") else { return nil }
    let isQuery = preceding == UInt8(ascii: "?") || preceding == UInt8(ascii: "&") || preceding == UInt8(ascii: "#")
    let ends = Array((isQuery ? "&#\"'`<>\\" : "&#\"'`<>\\;,)]}|").utf8)
    value = rest.prefix { $0 > 0x20 && !ends.contains($0) }.indices
  }
}

extension UInt8 {
  fileprivate var isQuote: Bool { self == UInt8(ascii: "\"") || self == UInt8(ascii: "'") }
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
