extension Redactor {
  mutating func replaced(in text: ArraySlice<UInt8>, depth: Int = 0) -> [UInt8]? {
    let edits = edits(in: text, depth: depth)
    return edits.isEmpty || phase == .learning ? nil : edits.apply(to: text)
  }

  package mutating func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    unpackedCount = 0
    return replaced(in: bytes[...]).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  package var hasRules: Bool { !expressions.isEmpty }

  package mutating func ruleEdits(in text: ArraySlice<UInt8>) -> [Edit] {
    notePlaceholders(in: text)
    guard !expressions.isEmpty else { return [] }
    let string = String(decoding: text, as: UTF8.self)
    guard string.utf8.count == text.count else { return [] }
    return expressions.flatMap { rule -> [Edit] in
      rule.expression.matches(in: string, range: NSRange(string.startIndex..., in: string)).compactMap { match in
        let found = Range(match.range(at: min(1, match.numberOfRanges - 1)), in: string)
        guard let found, !found.isEmpty else { return nil }
        let start = text.startIndex + string.utf8.distance(from: string.startIndex, to: found.lowerBound)
        let end = text.startIndex + string.utf8.distance(from: string.startIndex, to: found.upperBound)
        return conceal(start..<end, of: text, called: rule.name)
      }
    }
  }

  /// Remembers the placeholders of a text, so that no other secret gets one of them.
  private mutating func notePlaceholders(in text: ArraySlice<UInt8>) {
    var next = text.place(of: UInt8(ascii: "R"))
    while let start = next {
      let end = Placeholder.end(in: text, at: start)
      if let end { ledger.note(text[start..<end]) }
      next = text.place(of: UInt8(ascii: "R"), from: end ?? start + 1)
    }
  }
}
