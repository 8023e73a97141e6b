extension Redactor {
  /// Returns the known secrets in a text, plain, in hexadecimal and inside base64.
  package mutating func knownSecrets(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    if isLearning { return [] }
    var edits = [Edit]()
    var last = (group: -1, end: text.startIndex)
    for match in ledger.known.matches(in: text) {
      let phase: Int
      switch match.form {
      case .base64(let known): phase = known
      case .plain:
        edits.append(Edit(range: match.range, replacement: ledger.placeholder(for: match.secret)))
        continue
      case .hexadecimal(let isUppercase):
        let placeholder = HexText.encode(ledger.placeholder(for: match.secret), uppercase: isUppercase)
        edits.append(Edit(range: match.range, replacement: placeholder))
        continue
      }
      // Base64 is decoded as a whole, so that one edit covers all secrets in it.
      let group = (match.range.lowerBound - phase % 4 + 4) % 4
      if group == last.group, match.range.lowerBound < last.end { continue }
      let edit =
        base64Edit(in: text, around: match.range, phase: phase, depth: depth)
        ?? Edit(range: match.range, replacement: ledger.placeholder(for: match.secret))
      edits.append(edit)
      last = (group, edit.range.upperBound)
    }
    return edits
  }

  /// Returns the edit of the base64 around a match, aligned in groups of four characters according to the match.
  private mutating func base64Edit(
    in text: ArraySlice<UInt8>, around match: Range<Int>, phase: Int, depth: Int
  ) -> Edit? {
    let before = text[..<match.lowerBound].count(atEnd: .base64)
    let start = match.lowerBound - phase % 4 - (before - phase % 4) / 4 * 4
    guard before >= phase % 4, start >= text.startIndex else { return nil }
    let run = text[start..<text.end(of: .base64, from: start)]
    return EncodedPart(base64: run, of: text).flatMap { encodedEdit($0, in: text, depth: depth) }
  }

  package mutating func edit(of part: EncodedPart, _ edits: [Edit], in text: ArraySlice<UInt8>) -> Edit? {
    if isLearning { return nil }
    let content = edits.apply(to: part.content[...])
    // Compressed again, unchanged text would have other bytes.
    guard content != part.content else { return nil }
    let encoded = part.encoded(content)
    // The unchanged part may be a path before the base64, which must keep its spelling.
    let same = zip(encoded, text[part.range]).prefix { $0 == $1 }.count
    let start = part.range.lowerBound + same
    // A client builds what it sends, or hands back what it got: a text that it encodes is either unchanged or goes as a whole.
    if decision.source == .sent, !text[part.range.lowerBound..<start].contains(UInt8(ascii: "/")) {
      return conceal(part.range, of: text, called: "encoded-text", .place, spreads: false)
    }
    return Edit(range: start..<part.range.upperBound, replacement: Array(encoded[same...]))
  }
}
