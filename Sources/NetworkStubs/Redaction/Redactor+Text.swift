extension Redactor {
  /// The most nested encodings: no service uses more, and each level costs a pass over the text.
  private static let deepest = 5

  /// Returns the edits of a text of any kind, in a number of encodings: prose, a URL, a form, JSON, a field's value.
  mutating func edits(in text: ArraySlice<UInt8>, depth: Int = 0) -> [Edit] {
    guard text.count >= 4 else { return [] }
    let profile = TextProfile(text)
    guard depth < Self.deepest else {
      // JSON in JSON doubles its backslashes with each level, so there are never many.
      let edits = depth < 24 && profile.has(.bracket) ? jsonEdits(in: text, depth: depth) : nil
      return edits ?? knownSecrets(in: text, depth: depth)
    }
    // Most texts of a recording are plain: titles, dates, ids, the names of fields.
    if profile.isPlain {
      return expressionEdits(in: text) + knownSecrets(in: text, depth: depth)
    }
    return edits(in: text, profile, depth: depth)
  }

  private mutating func edits(in text: ArraySlice<UInt8>, _ profile: TextProfile, depth: Int) -> [Edit] {
    if profile.has(.bracket) {
      if let edits = jsonEdits(in: text, depth: depth) { return edits }
      if profile.has(.lineBreak), let edits = lineEdits(in: text, depth: depth) { return edits }
    }
    // If two of these have the same range, the first applies: the name of a secret takes precedence over its form.
    var edits = profile.has(.name) ? pairEdits(in: text, depth: depth) : []
    if profile.has(.tag), profile.has(.name) { edits.add(elementEdits(in: text, depth: depth)) }
    let named = edits
    if profile.has(.placeholder) { notePlaceholders(in: text) }
    for finding in SecretShapes.findings(
      in: text, includingUsers: ledger.style == .masked, slashesDivide: !isPercentDecoded)
    {
      var edit = conceal(finding.range, of: text, called: finding.name, .shape)
      edit.range = finding.start..<edit.range.upperBound
      edits.append(edit)
      note(finding, of: text, named: named)
    }
    edits.add(expressionEdits(in: text))
    edits.add(knownSecrets(in: text, depth: depth))
    if profile.longestWord >= Base64Text.shortest { edits.add(encodedEdits(in: text, depth: depth)) }
    edits.add(editsInViews(of: text, profile, depth: depth))
    return edits
  }

  private mutating func editsInViews(of text: ArraySlice<UInt8>, _ profile: TextProfile, depth: Int) -> [Edit] {
    var edits: [Edit] = []
    for encoding in encodings(of: text, profile) {
      guard let view = DecodedView(text, undoing: encoding) else { continue }
      let isDecoded = isPercentDecoded || encoding == .percent || encoding == .form && profile.has(.percent)
      // A plus is a space only in forms, so a text with one is read both ways; but the ways must not multiply.
      let found = with(\.isPercentDecoded, isDecoded) { redactor in
        encoding == .form && depth > 1
          ? redactor.knownSecrets(in: view.bytes[...], depth: depth)
          : redactor.edits(in: view.bytes[...], depth: depth + 1)
      }
      if !found.isEmpty { edits.add(found.map(view.original)) }
    }
    return edits
  }

  /// Remembers a key in the place of a resource's name, and not in a credential.
  private mutating func note(_ finding: SecretShapes.Match, of text: ArraySlice<UInt8>, named: [Edit]) {
    guard finding.tellsApart, phase == .learning, !isInsideCredential else { return }
    if named.contains(where: { $0.range.overlaps(finding.range) }) { return }
    ledger.tellApart(Array(text[finding.range]))
  }

  mutating func replaced(in text: ArraySlice<UInt8>, depth: Int = 0) -> [UInt8]? {
    let edits = edits(in: text, depth: depth)
    return edits.isEmpty || phase == .learning ? nil : edits.apply(to: text)
  }

  package mutating func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    unpackedCount = 0
    Self.watch?(bytes.count)
    return replaced(in: bytes[...]).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private func encodings(of text: ArraySlice<UInt8>, _ profile: TextProfile) -> [DecodedView.Encoding] {
    var encodings: [DecodedView.Encoding] = []
    if profile.has(.percent) { encodings.append(.percent) }
    // No form contains the data of a URL or a file, whose plus signs are not spaces.
    if profile.has(.plus), !SecretShapes.holdsBinary(text) { encodings.append(.form) }
    if profile.has(.backslash) { encodings.append(.backslashes) }
    if profile.has(.ampersand), text.place(of: UInt8(ascii: ";")) != nil { encodings.append(.entities) }
    if profile.has(.lineBreak), profile.has(.name), text.firstRange(of: DecodedView.eventLine[...]) != nil {
      encodings.append(.events)
    }
    if profile.has(.lineBreak), profile.longestWord >= 60, hasWrappedBase64(text) { encodings.append(.lines) }
    return encodings
  }

  /// Returns whether a line looks like base64 wrapped for mail: at least sixty characters and nothing else.
  private func hasWrappedBase64(_ text: ArraySlice<UInt8>) -> Bool {
    var start = text.startIndex
    while let lineEnd = text.place(of: 0x0A, from: start) {
      let end = text.end(of: .base64, from: start)
      let isWhole = end == lineEnd || end == lineEnd - 1 && text[end] == 0x0D
      if isWhole, end - start >= 60 { return true }
      start = lineEnd + 1
    }
    return false
  }

  /// Returns the edits of lines of JSON, one value each, as in logs and event streams.
  private mutating func lineEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    let lines = text.split(separator: 0x0A)
    let isJSON = lines.contains { line in
      let value = line.starts(with: "data:".utf8) ? line.dropFirst(5).drop { $0 == 0x20 } : line
      return value.first == UInt8(ascii: "{") && value.droppingCarriageReturn.last == UInt8(ascii: "}")
    }
    guard isJSON else { return nil }
    // Secrets across several lines are found in the whole.
    return knownSecrets(in: text, depth: depth)
      + lines.flatMap { line -> [Edit] in
        let prefix = line.starts(with: "data:".utf8) ? 5 : 0
        return edits(in: line.dropFirst(prefix), depth: depth + 1)
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

  private mutating func expressionEdits(in text: ArraySlice<UInt8>) -> [Edit] {
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
}

extension ArraySlice<UInt8> { fileprivate var droppingCarriageReturn: Self { last == 0x0D ? dropLast() : self } }
