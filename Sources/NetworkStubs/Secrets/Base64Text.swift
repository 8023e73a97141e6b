/// Bytes as two digits each, as in dumps and some identifiers.
package enum HexText {
  private static let prefix = Array("0x".utf8)

  /// Returns the digits of a run and the text that they stand for, which those of no number or digest do by chance.
  package static func text(of run: ArraySlice<UInt8>) -> (digits: ArraySlice<UInt8>, plain: [UInt8])? {
    let digits = run.has(prefix, at: run.startIndex) ? run.dropFirst(2) : run
    guard digits.count >= 24, digits.count.isMultiple(of: 2), let plain = decode(digits) else { return nil }
    return (digits, plain)
  }

  /// Returns the text that digits stand for; nil if they stand for other bytes.
  package static func decode(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    // If a long run encodes no text, its start nearly always shows that. A character that the cut divides does no harm.
    if digits.count > 64, decode(digits.prefix(64)) == nil { return nil }
    guard let bytes = bytes(digits), bytes[...].isPlainText else { return nil }
    return bytes
  }

  /// Returns the bytes that hexadecimal digits stand for; nil if a character is not one, or if one is left over.
  package static func bytes(_ digits: ArraySlice<UInt8>) -> [UInt8]? {
    guard digits.count.isMultiple(of: 2) else { return nil }
    var all = UInt8(0)
    let bytes = digits.withUnsafeBufferPointer { digits in
      values.withUnsafeBufferPointer { values in
        [UInt8](unsafeUninitializedCapacity: digits.count / 2) { bytes, count in
          while count < digits.count / 2 {
            let high = values[Int(digits[2 * count])]
            let low = values[Int(digits[2 * count + 1])]
            all |= high | low
            bytes[count] = high << 4 | low & 0x0F
            count += 1
          }
        }
      }
    }
    return all < 16 ? bytes : nil
  }

  /// The value of each byte as a hexadecimal digit; 255 if it is not one.
  private static let values = (UInt8.min...UInt8.max).map { $0.hexadecimalValue ?? 255 }

  package static func encode(_ bytes: [UInt8], uppercase: Bool = false) -> [UInt8] {
    let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}

/// Base64 in either alphabet, with or without padding.
package enum Base64Text {
  /// The shortest text to search: a shorter one is a word, and holds no secret with its name.
  package static let shortest = 12

  /// Returns the edits of the runs of a text that may be encoded.
  ///
  /// In a path, slashes separate base64 from other text, although base64 may contain slashes: without an edit of the whole run,
  /// each of its segments is asked for.
  package static func edits(in text: ArraySlice<UInt8>, _ edit: (ArraySlice<UInt8>) -> Edit?) -> [Edit] {
    var edits = [Edit]()
    var index = text.startIndex
    while true {
      let start = text.first(of: .base64, from: index)
      guard start < text.endIndex else { return edits }
      let run = text[start..<text.end(of: .base64, from: start)]
      index = run.endIndex
      guard run.count >= shortest else { continue }
      if let edit = edit(run) {
        edits.append(edit)
        continue
      }
      let slashes = run.places(of: UInt8(ascii: "/"))
      if slashes.isEmpty { continue }
      var segment = run.startIndex
      for end in slashes + [run.endIndex] {
        if end - segment >= shortest, let edit = edit(run[segment..<end]) { edits.append(edit) }
        segment = end + 1
      }
    }
  }

  /// Returns whether a run holds text, or text that was compressed before, as tokens and cookies may be.
  static func mayHoldText(_ run: ArraySlice<UInt8>) -> Bool { holdsText(run) || isCompressed(run) }

  /// Returns whether it begins like gzip or zlib, at any of the levels that programs use.
  private static func isCompressed(_ run: ArraySlice<UInt8>) -> Bool {
    guard let first = run.first, first == UInt8(ascii: "H") || first == UInt8(ascii: "e") else { return false }
    return compressedStarts.contains { run.has($0, at: run.startIndex) }
  }

  private static let compressedStarts = ["H4sI", "eJw", "eJy", "eJx", "eJz", "eAE", "eNo", "eNq", "eF4", "eF6"].map {
    Array($0.utf8)
  }

  /// Returns the bytes; nil if a character is of no alphabet. A single last character holds no byte.
  package static func decode(_ run: ArraySlice<UInt8>) -> [UInt8]? {
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

  package static func isURLSafe(_ run: ArraySlice<UInt8>) -> Bool {
    run.place(of: UInt8(ascii: "-")) != nil || run.place(of: UInt8(ascii: "_")) != nil
  }

  package static func encode(_ bytes: [UInt8], isURLSafe: Bool, hasPadding: Bool) -> [UInt8] {
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

/// A part of a text that encodes another text: hexadecimal digits or base64.
package struct EncodedPart {
  private enum Form {
    case hexadecimal(isUppercase: Bool)
    case base64(isURLSafe: Bool, hasPadding: Bool)
  }

  /// Its place, with padding.
  package let range: Range<Int>
  /// The decoded bytes.
  package let content: [UInt8]
  private let form: Form
}

extension EncodedPart {
  /// Decodes a run of characters; nil if it hardly encodes text.
  init?(_ run: ArraySlice<UInt8>, of text: ArraySlice<UInt8>) {
    if let (digits, content) = HexText.text(of: run) {
      let isUppercase = digits.contains { (0x41...0x46).contains($0) }
      self.init(range: digits.indices, content: content, form: .hexadecimal(isUppercase: isUppercase))
    } else {
      guard Base64Text.mayHoldText(run) else { return nil }
      self.init(base64: run, of: text)
    }
  }

  /// Decodes base64, whatever it encodes; nil for a character of no alphabet.
  package init?(base64 run: ArraySlice<UInt8>, of text: ArraySlice<UInt8>) {
    guard let content = Base64Text.decode(run) else { return nil }
    let padding = text[run.endIndex...].prefix(2).prefix { $0 == UInt8(ascii: "=") }
    let hasPadding = !padding.isEmpty || run.count % 4 == 0
    self.init(
      range: run.startIndex..<padding.endIndex, content: content,
      form: .base64(isURLSafe: Base64Text.isURLSafe(run), hasPadding: hasPadding))
  }

  /// Encodes another content in the same form.
  package func encoded(_ content: [UInt8]) -> [UInt8] {
    switch form {
    case .hexadecimal(let isUppercase): HexText.encode(content, uppercase: isUppercase)
    case .base64(let isURLSafe, let hasPadding):
      Base64Text.encode(content, isURLSafe: isURLSafe, hasPadding: hasPadding)
    }
  }
}

extension ArraySlice<UInt8> {
  /// Whether it is text as programs write it, without control characters; at the end, a character may be cut.
  fileprivate var isPlainText: Bool {
    for byte in self where byte < 0x20 && !(0x09...0x0D).contains(byte) || byte == 0x7F { return false }
    return firstOffsetThatIsNotUTF8.map { $0 > count - 4 } ?? true
  }
}
