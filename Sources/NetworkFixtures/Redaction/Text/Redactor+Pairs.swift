extension Redactor {
  /// What to replace in names and values: `a=1&b=2`, `"a": "b"`, `A: b`, attributes of HTML.
  mutating func pairEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    var edits: [Edit] = []
    var attribute: (name: String, end: Int)?
    var index = text.startIndex
    while index < text.endIndex {
      defer { index += 1 }
      guard text[index] == UInt8(ascii: "=") || text[index] == UInt8(ascii: ":"),
        let pair = NamedValue(in: text, at: index)
      else { continue }
      var name = pair.name
      if name == "name", let quoted = attributeName(pair, in: text) { attribute = quoted }
      // `<input name="csrf_token" value="…">` names its value beside it.
      if name == "value" || name == "content", let near = attribute, (0...120).contains(index - near.end),
        !text[near.end..<index].contains(UInt8(ascii: ">"))
      {
        name = near.name
      }
      guard verdict(on: name) != .harmless, let value = pair.value(in: text) else { continue }
      let found = self.edits(of: text[value.range], named: name, isProse: pair.isProse, depth: depth)
      edits += found
      // What is replaced whole need not be looked into, and looking again from each sign in it would take too long.
      if !found.isEmpty { index = max(index, value.range.upperBound - 1) }
    }
    return edits
  }

  private func attributeName(_ pair: NamedValue, in text: ArraySlice<UInt8>) -> (name: String, end: Int)? {
    guard let value = pair.value(in: text.prefix(upTo: min(text.endIndex, pair.end + 80))), value.isQuoted else {
      return nil
    }
    return (String(decoding: text[value.range], as: UTF8.self), value.range.upperBound)
  }

  private mutating func edits(of value: ArraySlice<UInt8>, named name: String, isProse: Bool, depth: Int) -> [Edit] {
    guard let view = DecodedView(value, undoing: .percent) else {
      return isSecret(value, named: name, isProse: isProse) ? credentialEdits(value, named: name, depth: depth) : []
    }
    guard isSecret(view.bytes[...], named: name, isProse: isProse) else { return [] }
    return credentialEdits(view.bytes[...], named: name, depth: depth).map(view.original)
  }

  private mutating func isSecret(_ value: ArraySlice<UInt8>, named name: String, isProse: Bool) -> Bool {
    guard isSecret(value, named: self.name(name)) else { return false }
    // In prose, `Password: required` is a sentence.
    return !isProse || value.count >= 6 && !OrdinaryText.isCommon(value)
  }
}
