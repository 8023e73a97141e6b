extension Redactor {
  /// What to replace in a JSON object or list; nil where the text is none.
  mutating func jsonEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit]? {
    let start = text.first { $0 > 0x20 }
    guard start == UInt8(ascii: "{") || start == UInt8(ascii: "[") else { return nil }
    let bytes = Array(text)
    var reader = JSONReader(bytes)
    guard (try? reader.skipValue()) != nil else { return nil }
    reader.skipSpace()
    guard reader.current == nil else { return nil }
    var walker = JSONWalker(bytes)
    var edits: [Edit] = []
    while let scalar = walker.next({ name($0) }) {
      edits += self.edits(of: scalar, in: bytes, depth: depth)
    }
    return edits.map { $0.moved(by: text.startIndex) }
  }

  private mutating func edits(of scalar: JSONWalker.Scalar, in bytes: [UInt8], depth: Int) -> [Edit] {
    let text = bytes[scalar.range]
    switch scalar.kind {
    case .key:
      // A key has no name of its own, and is often an id.
      guard let view = view(of: text) else { return edits(in: text, depth: depth + 1, isIdentifier: true) }
      return edits(in: view.bytes[...], depth: depth + 1, isIdentifier: true).map(view.original)
    case .number:
      let name = scalar.names.first { $0.traits.isNumeric && $0.traits.verdict == .secret }
      return numberEdit(text, named: name?.text).map { [$0] } ?? []
    case .string:
      guard let view = view(of: text) else { return valueEdits(text, names: scalar.names, depth: depth) }
      return valueEdits(view.bytes[...], names: scalar.names, depth: depth).map(view.original)
    }
  }

  private func view(of string: ArraySlice<UInt8>) -> DecodedView? {
    string.contains(UInt8(ascii: "\\")) ? DecodedView(string, undoing: .backslashes) : nil
  }

  /// What to replace in a value that stands under names, the nearest first.
  mutating func valueEdits(_ value: ArraySlice<UInt8>, names: [ValueName], depth: Int = 0) -> [Edit] {
    for (position, name) in names.enumerated() where isSecret(value, named: name) {
      // In `credentials`, the `type` is no secret, and nor is a word of two letters.
      let isAbout = position > 0 && (value.count < 4 || names[0].traits.isAbout)
      if !isAbout || KeyLikeness(value).isKeyLike { return credentialEdits(value, named: name.text, depth: depth) }
    }
    let isIdentifier = names.first?.traits.isIdentifier ?? false
    return edits(in: value, depth: depth + 1, isIdentifier: isIdentifier)
  }

  func isSecret(_ value: ArraySlice<UInt8>, named name: ValueName) -> Bool {
    switch name.traits.verdict {
    case .secret: !OrdinaryText.isOrdinary(value)
    case .doubtful: value.count <= 4_096 && KeyLikeness(value).isKeyLike && !OrdinaryText.isOrdinary(value)
    case .harmless: false
    }
  }

  /// What to replace in a number: it stays one, as a recording has to decode as before.
  private mutating func numberEdit(_ digits: ArraySlice<UInt8>, named name: String?) -> Edit? {
    guard digits.count >= 3, digits.allSatisfy(\.isDigit) else { return nil }
    if NumericPlaceholder.isPlaceholder(digits) {
      ledger.noteNumber(digits)
      guard !ledger.isNumbered else { return nil }
      return Edit(range: digits.indices, replacement: Array("\(NumericPlaceholder.bare)".utf8))
    }
    let secret = Array(digits)
    if let name, phase == .learning {
      ledger.add(secret, slug: Placeholder.slug(name), .named, spreads: digits.count >= 6)
    }
    guard phase == .replacing, name != nil || ledger.isSpread(secret) else { return nil }
    return Edit(range: digits.indices, replacement: Array("\(ledger.number(for: secret))".utf8))
  }
}
