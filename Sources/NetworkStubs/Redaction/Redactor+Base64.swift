extension Redactor {
  /// Returns the known secrets in a text, plain, in hexadecimal and inside base64.
  mutating func knownSecrets(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
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
        let placeholder = encoded(ledger.placeholder(for: match.secret)) { HexText.encode($0, uppercase: isUppercase) }
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
    with(\.isInsideEncoded, true) { redactor in
      isCompressed
        ? redactor.edits(inBody: decoded[...], type: "", depth: depth + 1)
        : redactor.edits(in: decoded[...], depth: depth + 1)
    }
  }

  /// Returns the edits inside base64 and hexadecimal that hold text, for secrets that are not known yet.
  mutating func encodedEdits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    var edits = [Edit]()
    var index = text.startIndex
    while true {
      let start = text.first(of: .base64, from: index)
      guard start < text.endIndex else { return edits }
      let run = text[start..<text.end(of: .base64, from: start)]
      index = run.endIndex
      guard run.count >= Base64Text.shortest else { continue }
      if let edit = encodedEdit(of: run, in: text, depth: depth) {
        edits.append(edit)
      } else {
        edits.add(encodedEdits(inPath: run, of: text, depth: depth))
      }
    }
  }

  /// Returns the edits in the segments of a path. Its slashes separate base64 from other text, although base64 may contain slashes.
  private mutating func encodedEdits(
    inPath run: ArraySlice<UInt8>, of text: ArraySlice<UInt8>, depth: Int
  ) -> [Edit] {
    var edits: [Edit] = []
    var start = run.startIndex
    guard var end = run.place(of: UInt8(ascii: "/")) else { return edits }
    while true {
      if end - start >= Base64Text.shortest, let edit = encodedEdit(of: run[start..<end], in: text, depth: depth) {
        edits.append(edit)
      }
      guard end < run.endIndex else { return edits }
      start = end + 1
      end = run.place(of: UInt8(ascii: "/"), from: start) ?? run.endIndex
    }
  }

  /// Returns the edit of a run that decodes to text or to compressed text.
  private mutating func encodedEdit(of run: ArraySlice<UInt8>, in text: ArraySlice<UInt8>, depth: Int) -> Edit? {
    if let edit = hexEdit(of: run, depth: depth) { return edit }
    guard Base64Text.holdsText(run) || Base64Text.isCompressed(run) else { return nil }
    return base64Edit(of: run, in: text, depth: depth)
  }

  /// Returns the edit of a text in hexadecimal, which no number or digest is by chance.
  private mutating func hexEdit(of run: ArraySlice<UInt8>, depth: Int) -> Edit? {
    let digits = run.has(HexText.prefix, at: run.startIndex) ? run.dropFirst(2) : run
    guard digits.count >= 24, digits.count.isMultiple(of: 2), let plain = HexText.decode(digits) else { return nil }
    let edits = editsOfEncoded(plain, isCompressed: false, depth: depth)
    guard !edits.isEmpty, phase == .replacing else { return nil }
    if origin == .sent { return conceal(digits.indices, of: run, called: "encoded-text", .place, spreads: false) }
    let isUppercase = digits.contains { (0x41...0x46).contains($0) }
    let text = edits.apply(to: plain[...])
    return Edit(range: digits.indices, replacement: encoded(text) { HexText.encode($0, uppercase: isUppercase) })
  }

  /// Returns the edit of the base64 around a match, aligned in groups of four characters according to the match.
  private mutating func base64Edit(
    in text: ArraySlice<UInt8>, around match: Range<Int>, phase: Int, depth: Int
  ) -> Edit? {
    let before = text[..<match.lowerBound].count(atEnd: .base64)
    let start = match.lowerBound - phase % 4 - (before - phase % 4) / 4 * 4
    guard before >= phase % 4, start >= text.startIndex else { return nil }
    let run = text[start..<text.end(of: .base64, from: start)]
    return base64Edit(of: run, in: text, depth: depth)
  }

  private mutating func base64Edit(of run: ArraySlice<UInt8>, in text: ArraySlice<UInt8>, depth: Int) -> Edit? {
    guard let decoded = Base64Text.decode(run) else { return nil }
    // Tokens and cookies may be compressed before they become base64.
    let edits = editsOfEncoded(decoded, isCompressed: Compression(of: decoded[...]) != nil, depth: depth)
    guard !edits.isEmpty, phase == .replacing else { return nil }
    let padding = text[run.endIndex...].prefix(2).prefix { $0 == UInt8(ascii: "=") }
    if ledger.style == .masked { return Edit(range: run.startIndex..<padding.endIndex, replacement: Placeholder.mask) }
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

/// Bytes as two digits each, as in dumps and some identifiers.
package enum HexText {
  static let prefix = Array("0x".utf8)

  /// Returns the text that digits stand for; nil if they stand for other bytes.
  static func decode(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    // If a long run encodes no text, its start nearly always shows that. A character that the cut divides does no harm.
    if digits.count > 64, decode(digits.prefix(64)) == nil { return nil }
    guard let bytes = bytes(digits), bytes[...].isPlainText else { return nil }
    return bytes
  }

  /// Returns the bytes that hexadecimal digits stand for; nil if a character is not one, or if one is left over.
  package static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    digits.count.isMultiple(of: 2) ? digits.withUnsafeBufferPointer(bytes) : nil
  }

  /// Returns the bytes that hexadecimal digits encode; nil if a character is not such a digit.
  private static func bytes(_ digits: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var all = UInt8(0)
    let bytes = values.withUnsafeBufferPointer { values in
      [UInt8](unsafeUninitializedCapacity: digits.count / 2) { bytes, count in
        var index = 0
        while index + 1 < digits.count {
          let high = values[Int(digits[index])]
          let low = values[Int(digits[index + 1])]
          all |= high | low
          bytes[count] = high << 4 | low & 0x0F
          count += 1
          index += 2
        }
        if index < digits.count { all |= values[Int(digits[index])] }
      }
    }
    return all < 16 ? bytes : nil
  }

  /// The value of each byte as a hexadecimal digit; 255 if it is not one.
  private static let values = (UInt8.min...UInt8.max).map { $0.hexadecimalValue ?? 255 }

  static func encode(_ bytes: [UInt8], uppercase: Bool = false) -> [UInt8] {
    let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}

/// Base64 in either alphabet, with or without padding.
package enum Base64Text {
  /// The shortest text to search: a shorter one is a word, and holds no secret with its name.
  static let shortest = 12
  /// Returns whether it begins like gzip or zlib, at any of the levels that programs use.
  static func isCompressed(_ run: ArraySlice<UInt8>) -> Bool {
    guard let first = run.first, first == UInt8(ascii: "H") || first == UInt8(ascii: "e") else { return false }
    return compressedStarts.contains { run.has($0, at: run.startIndex) }
  }

  private static let compressedStarts = ["H4sI", "eJw", "eJy", "eJx", "eJz", "eAE", "eNo", "eNq", "eF4", "eF6"].map {
    Array($0.utf8)
  }

  /// Returns the bytes; nil if a character is of no alphabet. A single last character holds no byte.
  static func decode(_ run: ArraySlice<UInt8>) -> [UInt8]? {
    var text = Array(run)
    if text.count % 4 == 1 { text.removeLast() }
    // By their indices: it is called for most long words, and closures are slow in a debug build.
    var index = isURLSafe(run) ? 0 : text.count
    while index < text.count {
      text[index] = text[index].base64Character
      index += 1
    }
    while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
    return Data(base64Encoded: Data(text)).map { Array($0) }
  }

  static func isURLSafe(_ run: ArraySlice<UInt8>) -> Bool {
    run.place(of: UInt8(ascii: "-")) != nil || run.place(of: UInt8(ascii: "_")) != nil
  }

  static func encode(_ bytes: [UInt8], isURLSafe: Bool, hasPadding: Bool) -> [UInt8] {
    var encoded = Array(Data(bytes).base64EncodedData())
    if isURLSafe { encoded = encoded.map(\.base64URLCharacter) }
    if !hasPadding { encoded.removeAll { $0 == UInt8(ascii: "=") } }
    return encoded
  }

  /// Returns whether the first bytes are text, which one in thousands is by chance.
  package static func holdsText(_ run: ArraySlice<UInt8>) -> Bool {
    // Text begins with ASCII or the first byte of a character, and these sixteen letters stand for neither.
    guard let first = run.first, !(0x67...0x76).contains(first) else { return false }
    guard let start = decode(run.prefix(16)) else { return false }
    return start.count > 4 && start[...].isPlainText
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is text as programs write it, without control characters; at the end, a character may be cut.
  fileprivate var isPlainText: Bool {
    for byte in self where byte < 0x20 && !(0x09...0x0D).contains(byte) || byte == 0x7F { return false }
    return firstOffsetThatIsNotUTF8.map { $0 > count - 4 } ?? true
  }
}
