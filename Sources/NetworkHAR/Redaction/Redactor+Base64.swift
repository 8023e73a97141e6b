extension Redactor {
  /// Returns the known secrets in a text, plain, in hexadecimal and inside base64.
  package mutating func knownSecrets(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    guard phase == .replacing else { return [] }
    var edits = [Edit]()
    var last = (group: -1, end: text.startIndex)
    for match in known.matches(in: text) {
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

  /// Returns the edits of what an encoded text holds.
  ///
  /// In a cursor or a state, which only the service reads, a name in doubt says nothing. A client builds what it sends, or hands back
  /// what it got, so a text that it encodes is either unchanged or goes as a whole.
  private mutating func editsOfEncoded(_ decoded: [UInt8], isCompressed: Bool, depth: Int) -> [Edit] {
    with(\.decision.isInsideEncoded, true) { redactor in
      isCompressed
        ? redactor.edits(inBody: decoded[...], type: "", depth: depth + 1)
        : redactor.edits(in: decoded[...], depth: depth + 1)
    }
  }

  /// Returns the edits inside base64 and hexadecimal that hold text, for secrets that are not known yet.
  package mutating func encodedEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    Base64Text.edits(in: text) { run in
      if let (digits, plain) = HexText.text(of: run) { return hexEdit(of: digits, plain, in: text, depth: depth) }
      return Base64Text.content(of: run).flatMap { base64Edit(of: run, $0, in: text, depth: depth) }
    }
  }

  private mutating func hexEdit(
    of digits: ArraySlice<UInt8>, _ plain: [UInt8], in text: ArraySlice<UInt8>, depth: Int
  ) -> Edit? {
    let edits = editsOfEncoded(plain, isCompressed: false, depth: depth)
    guard !edits.isEmpty, phase == .replacing else { return nil }
    if origin == .sent { return conceal(digits.indices, of: text, called: "encoded-text", .place, spreads: false) }
    let isUppercase = digits.contains { (0x41...0x46).contains($0) }
    return Edit(
      range: digits.indices, replacement: HexText.encode(edits.apply(to: plain[...]), uppercase: isUppercase))
  }

  /// Returns the edit of the base64 around a match, aligned in groups of four characters according to the match.
  private mutating func base64Edit(
    in text: ArraySlice<UInt8>, around match: Range<Int>, phase: Int, depth: Int
  ) -> Edit? {
    let before = text[..<match.lowerBound].count(atEnd: .base64)
    let start = match.lowerBound - phase % 4 - (before - phase % 4) / 4 * 4
    guard before >= phase % 4, start >= text.startIndex else { return nil }
    let run = text[start..<text.end(of: .base64, from: start)]
    return Base64Text.decode(run).flatMap { base64Edit(of: run, $0, in: text, depth: depth) }
  }

  private mutating func base64Edit(
    of run: ArraySlice<UInt8>, _ decoded: [UInt8], in text: ArraySlice<UInt8>, depth: Int
  ) -> Edit? {
    // Tokens and cookies may be compressed before they become base64.
    let edits = editsOfEncoded(decoded, isCompressed: Compression(of: decoded[...]) != nil, depth: depth)
    guard !edits.isEmpty, phase == .replacing else { return nil }
    let padding = text[run.endIndex...].prefix(2).prefix { $0 == UInt8(ascii: "=") }
    let hasPadding = !padding.isEmpty || run.count % 4 == 0
    let edited = edits.apply(to: decoded[...])
    // Compressed again, unchanged text would have other bytes.
    guard edited != decoded else { return nil }
    let encoded = Base64Text.encode(edited, isURLSafe: Base64Text.isURLSafe(run), hasPadding: hasPadding)
    // The unchanged part may be a path before the base64, which must keep its spelling.
    let same = zip(encoded, run).prefix { $0 == $1 }.count
    if origin == .sent, !run[..<(run.startIndex + same)].contains(UInt8(ascii: "/")) {
      return conceal(run.startIndex..<padding.endIndex, of: text, called: "encoded-text", .place, spreads: false)
    }
    return Edit(range: (run.startIndex + same)..<padding.endIndex, replacement: Array(encoded[same...]))
  }
}
