/// A text with an encoding undone, and the origin of each of its bytes.
///
/// Secrets are found in the view and replaced in the text, so that the rest keeps its spelling.
package struct DecodedView {
  package enum Encoding: Sendable {
    case percent, form, backslashes, entities, lines
    /// The lines of an event, whose data is one text.
    case events

    func begins(with byte: UInt8) -> Bool {
      switch self {
      case .percent: byte == 0x25
      case .form: byte == 0x25 || byte == 0x2B
      case .backslashes: byte == 0x5C
      case .entities: byte == 0x26
      case .lines: byte == 0x0A || byte == 0x0D || byte == 0x20 || byte == 0x09
      case .events: byte == 0x0A || byte == UInt8(ascii: "d")
      }
    }
  }

  package private(set) var bytes: [UInt8] = []
  /// The place of each byte in the text, and of the end.
  private var places: [Int] = []
  private let encoding: Encoding

  /// Undoes an encoding; nil if there is nothing to undo.
  package init?(_ text: ArraySlice<UInt8>, undoing encoding: Encoding) {
    self.encoding = encoding
    var index = text.startIndex
    var isChanged = false
    while index < text.endIndex {
      let byte = text[index]
      if encoding.begins(with: byte), let (decoded, end) = Self.decode(text, at: index, encoding) {
        if !isChanged {
          // The text before the first escape is unchanged.
          isChanged = true
          bytes = Array(text[..<index])
          bytes.reserveCapacity(text.count)
          places = Array(unsafeUninitializedCapacity: text.count + 1) { places, count in
            while count < index - text.startIndex {
              places[count] = text.startIndex + count
              count += 1
            }
          }
        }
        var place = 0
        while place < decoded.count {
          bytes.append(decoded[place])
          places.append(index)
          place += 1
        }
        index = end
      } else {
        if isChanged {
          bytes.append(byte)
          places.append(index)
        }
        index += 1
      }
    }
    guard isChanged else { return nil }
    places.append(text.endIndex)
  }

  package func original(_ edit: Edit) -> Edit {
    let range = places[edit.range.lowerBound]..<max(places[edit.range.upperBound], places[edit.range.lowerBound])
    return Edit(range: range, replacement: edit.replacement.flatMap(encode))
  }

  private func encode(_ byte: UInt8) -> [UInt8] {
    switch encoding {
    case .percent, .form:
      // Placeholders are ASCII, except for the mask, which stays readable.
      if byte.isLetterOrDigit || byte >= 0x80 || "-._~".utf8.contains(byte) { return [byte] }
      return Array(((byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)).utf8)
    case .backslashes:
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): return [UInt8(ascii: "\\"), byte]
      case 0x0A: return Array(#"\n"#.utf8)
      case 0x0D: return Array(#"\r"#.utf8)
      case 0..<0x20: return Array(((byte < 16 ? #"\u000"# : #"\u00"#) + String(byte, radix: 16)).utf8)
      default: return [byte]
      }
    case .entities: return "<>&\"'".utf8.contains(byte) ? Array("&#\(byte);".utf8) : [byte]
    case .lines, .events: return [byte]
    }
  }

  /// Undoes an escape; nil if none is there, although its first byte may begin one.
  private static func decode(
    _ text: ArraySlice<UInt8>, at index: Int, _ encoding: Encoding
  ) -> (decoded: [UInt8], end: Int)? {
    switch encoding {
    case .percent, .form:
      if encoding == .form, text[index] == UInt8(ascii: "+") { return ([0x20], index + 1) }
      guard index + 2 < text.endIndex, let high = text[index + 1].hexadecimalValue,
        let low = text[index + 2].hexadecimalValue
      else { return nil }
      return ([high << 4 | low], index + 3)
    case .backslashes:
      guard index + 1 < text.endIndex else { return nil }
      let end = backslashEnd(text, at: index)
      return (JSONText.unescaped(text[index..<end]), end)
    case .entities: return entity(text[index...])
    case .lines: return ([], index + 1)
    case .events:
      if index == text.startIndex, text.has(Array(eventLine.dropFirst()), at: index) { return ([], index + 5) }
      return text.has(eventLine, at: index) ? ([0x20], index + eventLine.count) : nil
    }
  }

  /// The separator of two lines of one event: [HTML](https://html.spec.whatwg.org/multipage/server-sent-events.html).
  private static let eventLine = Array("\ndata:".utf8)

  private static func backslashEnd(_ text: ArraySlice<UInt8>, at index: Int) -> Int {
    func unitEnd(_ start: Int) -> Int? {
      let digits = text[start...].dropFirst(2).prefix(4)
      let isUnit = text[start...].starts(with: #"\u"#.utf8) && digits.count == 4
      return isUnit && digits.allSatisfy { $0.hexadecimalValue != nil } ? start + 6 : nil
    }
    guard let end = unitEnd(index) else { return index + 2 }
    // The halves of a character stay together.
    let isHalf = text[index + 2] | 0x20 == UInt8(ascii: "d") && (text[index + 3].hexadecimalValue ?? 0) >= 8
    return isHalf ? unitEnd(end) ?? end : end
  }

  private static func entity(_ text: ArraySlice<UInt8>) -> (decoded: [UInt8], end: Int)? {
    let name = text.dropFirst().prefix(8).prefix { $0 != UInt8(ascii: ";") }
    guard name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else { return nil }
    let word = String(decoding: name, as: UTF8.self)
    let named: [String: UInt8] = ["amp": 0x26, "lt": 0x3C, "gt": 0x3E, "quot": 0x22, "apos": 0x27]
    if let byte = named[word] { return ([byte], name.endIndex + 1) }
    guard word.hasPrefix("#") else { return nil }
    let isHexadecimal = word.dropFirst().first.map { $0 == "x" || $0 == "X" } ?? false
    let value = UInt32(word.dropFirst(isHexadecimal ? 2 : 1), radix: isHexadecimal ? 16 : 10)
    return value.flatMap(Unicode.Scalar.init).map { (Array(String($0).utf8), name.endIndex + 1) }
  }

  /// Returns the encodings that a text may be in, several of them at once.
  package static func encodings(of text: ArraySlice<UInt8>, _ profile: TextProfile) -> [Encoding] {
    var encodings: [Encoding] = []
    if profile.has(.percent) { encodings.append(.percent) }
    // No form contains the data of a URL or a file, whose plus signs are not spaces.
    if profile.has(.plus), !SecretShapes.holdsBinary(text) { encodings.append(.form) }
    if profile.has(.backslash) { encodings.append(.backslashes) }
    if profile.has(.ampersand), text.place(of: UInt8(ascii: ";")) != nil { encodings.append(.entities) }
    if profile.has(.lineBreak), profile.has(.nameMark), text.firstRange(of: eventLine[...]) != nil {
      encodings.append(.events)
    }
    if profile.has(.lineBreak), profile.longestWord >= 60, hasWrappedBase64(text) { encodings.append(.lines) }
    return encodings
  }

  /// Returns whether a line looks like base64 wrapped for mail: at least sixty characters and nothing else.
  private static func hasWrappedBase64(_ text: ArraySlice<UInt8>) -> Bool {
    var start = text.startIndex
    while let lineEnd = text.place(of: 0x0A, from: start) {
      let end = text.end(of: .base64, from: start)
      let isWhole = end == lineEnd || end == lineEnd - 1 && text[end] == 0x0D
      if isWhole, end - start >= 60 { return true }
      start = lineEnd + 1
    }
    return false
  }
}
