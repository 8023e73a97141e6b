extension Redactor {
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
    for place in Placeholder.places(in: text) { ledger.note(text[place]) }
  }

  package mutating func wideEdits(in body: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    guard let text = UTF16Text(body) else { return nil }
    let edits = edits(in: text.utf8[...], depth: depth + 1)
    guard !isLearning, !edits.isEmpty else { return [] }
    return [Edit(range: body.indices, replacement: text.encoded(edits.apply(to: text.utf8[...])))]
  }
}
