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
    let wasInside = isInsideEncoded
    isInsideEncoded = true
    defer { isInsideEncoded = wasInside }
    return isCompressed
      ? edits(inBody: decoded[...], type: "", depth: depth + 1) : edits(in: decoded[...], depth: depth + 1)
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
      } else if run.place(of: UInt8(ascii: "/")) != nil {
        // A path separates base64 from the text around it by a slash, which is also a character of base64.
        for part in run.split(separator: UInt8(ascii: "/")) where part.count >= Base64Text.shortest {
          if let edit = encodedEdit(of: part, in: text, depth: depth) { edits.append(edit) }
        }
      }
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
    let isURLSafe = run.place(of: UInt8(ascii: "-")) != nil || run.place(of: UInt8(ascii: "_")) != nil
    let hasPadding = !padding.isEmpty || run.count % 4 == 0
    let edited = edits.apply(to: decoded[...])
    // Compressed again, unchanged text would have other bytes.
    guard edited != decoded else { return nil }
    let encoded = Base64Text.encode(edited, isURLSafe: isURLSafe, hasPadding: hasPadding)
    // The unchanged part may be a path before the base64, which must keep its spelling.
    let same = zip(encoded, run).prefix { $0 == $1 }.count
    if origin == .sent, !run[..<(run.startIndex + same)].contains(UInt8(ascii: "/")) {
      return conceal(run.startIndex..<padding.endIndex, of: text, called: "encoded-text", .place, spreads: false)
    }
    return Edit(range: (run.startIndex + same)..<padding.endIndex, replacement: Array(encoded[same...]))
  }
}

/// Bytes as two digits each, as in dumps and some identifiers.
enum HexText {
  static let prefix = Array("0x".utf8)

  /// Returns the text that digits stand for; nil if they stand for other bytes.
  static func decode(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes = [UInt8]()
    var index = digits.startIndex
    while index < digits.endIndex {
      guard let high = digits[index].hexadecimalValue, let low = digits[index + 1].hexadecimalValue else { return nil }
      let byte = high << 4 | low
      guard
        byte >= 0x20 && byte < 0x7F || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte > 0xC1
          || bytes.last ?? 0 >= 0x80
      else { return nil }
      bytes.append(byte)
      index += 2
    }
    return bytes
  }

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

  static func decode(_ run: ArraySlice<UInt8>) -> [UInt8]? {
    var isValid = true
    let bytes = [UInt8](unsafeUninitializedCapacity: run.count * 3 / 4) { bytes, byteCount in
      values.withUnsafeBufferPointer { values in
        var bits = UInt32(0)
        var count = 0
        var index = run.startIndex
        while index < run.endIndex {
          let value = values[Int(run[index])]
          if value >= 64 {
            isValid = false
            return
          }
          index += 1
          bits = bits &<< 6 | UInt32(value)
          count += 6
          if count < 8 { continue }
          count -= 8
          bytes[byteCount] = UInt8(truncatingIfNeeded: bits &>> UInt32(count))
          byteCount += 1
        }
      }
    }
    // A single last character holds no byte.
    return isValid ? bytes : nil
  }

  private static let values: [UInt8] = {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    var values = [UInt8](repeating: 255, count: 256)
    for (value, character) in alphabet.utf8.enumerated() { values[Int(character)] = UInt8(value) }
    for character in "+-".utf8 { values[Int(character)] = 62 }
    for character in "/_".utf8 { values[Int(character)] = 63 }
    return values
  }()

  static func encode(_ bytes: [UInt8], isURLSafe: Bool, hasPadding: Bool) -> [UInt8] {
    var encoded = Array(Data(bytes).base64EncodedData())
    if isURLSafe { encoded = encoded.map(\.base64URLCharacter) }
    if !hasPadding { encoded.removeAll { $0 == UInt8(ascii: "=") } }
    return encoded
  }

  /// Returns whether the first bytes are text, which one in thousands is by chance.
  package static func holdsText(_ run: ArraySlice<UInt8>) -> Bool {
    // Nearly all runs end here, before anything is allocated.
    let end = min(run.endIndex, run.startIndex + 16)
    let table = values
    var index = run.startIndex
    var bits = UInt32(0)
    var bitCount = UInt32(0)
    var byteCount = 0
    var following = 0
    while index < end {
      let value = table[Int(run[index])]
      if value >= 64 { return false }
      index += 1
      bits = bits &<< 6 | UInt32(value)
      bitCount += 6
      if bitCount < 8 { continue }
      bitCount -= 8
      byteCount += 1
      let byte = (bits &>> bitCount) & 255
      if following > 0 {
        if byte & 0xC0 != 0x80 { return false }
        following -= 1
      } else if byte >= 0x80 {
        if byte < 0xC2 || byte > 0xF4 { return false }
        // A character may be cut at the end.
        following = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3
      } else if byte < 0x20 && (byte < 0x09 || byte > 0x0D) || byte == 0x7F {
        return false
      }
    }
    return byteCount > 4
  }
}
