import Foundation
import NetworkEndpoints

extension Redactor {
  /// The known secrets in a text, plain, in hexadecimal and inside base64.
  mutating func knownSecrets(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    guard phase == .replacing else { return [] }
    var (edits, last) = ([Edit](), (group: -1, end: text.startIndex))
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

  /// What to replace inside base64 that holds text, for secrets that only their names give away.
  mutating func base64Edits(in text: ArraySlice<UInt8>, depth: Int) -> [Edit] {
    var (edits, index) = ([Edit](), text.startIndex)
    while index < text.endIndex {
      guard text[index].isBase64Byte else {
        index += 1
        continue
      }
      let run = text[index...].prefix(while: \.isBase64Byte)
      index = run.endIndex
      // A path divides base64 from what is around it by a slash, which is a character of base64 itself.
      let parts =
        run.count < Base64Text.shortest
        ? [] : [run] + (run.contains(UInt8(ascii: "/")) ? run.split(separator: UInt8(ascii: "/")) : [])
      for part in parts
      where part.count >= Base64Text.shortest && (Base64Text.holdsText(part) || part.starts(with: "H4sI".utf8)) {
        if let edit = base64Edit(of: part, in: text, depth: depth) {
          edits.append(edit)
          break
        }
      }
    }
    return edits
  }

  /// The edit of the base64 around a match, which is aligned in groups of four characters as the match tells.
  private mutating func base64Edit(
    in text: ArraySlice<UInt8>, around match: Range<Int>, phase: Int, depth: Int
  ) -> Edit? {
    let before = text[..<match.lowerBound].reversed().prefix(while: \.isBase64Byte).count
    let start = match.lowerBound - phase % 4 - (before - phase % 4) / 4 * 4
    guard before >= phase % 4, start >= text.startIndex else { return nil }
    let run = text[start...].prefix(while: \.isBase64Byte)
    return base64Edit(of: run, in: text, depth: depth)
  }

  private mutating func base64Edit(of run: ArraySlice<UInt8>, in text: ArraySlice<UInt8>, depth: Int) -> Edit? {
    guard let decoded = Base64Text.decode(run) else { return nil }
    // Tokens and cookies may be compressed before they become base64.
    let edits =
      decoded.starts(with: Compression.gzipMark)
      ? edits(inBody: decoded[...], type: "", depth: depth + 1) : edits(in: decoded[...], depth: depth + 1)
    guard !edits.isEmpty, phase == .replacing else { return nil }
    let padding = text[run.endIndex...].prefix(2).prefix { $0 == UInt8(ascii: "=") }
    let isURLSafe = run.contains { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    let hasPadding = !padding.isEmpty || run.count % 4 == 0
    let encoded = Base64Text.encode(edits.apply(to: decoded[...]), isURLSafe: isURLSafe, hasPadding: hasPadding)
    // What stays the same may be a path before the base64, which must not be spelled another way.
    let same = zip(encoded, run).prefix { $0 == $1 }.count
    return Edit(range: (run.startIndex + same)..<padding.endIndex, replacement: Array(encoded[same...]))
  }
}

/// Bytes as two digits each, as dumps and some identifiers have them.
enum HexText {
  static func encode(_ bytes: [UInt8], uppercase: Bool = false) -> [UInt8] {
    let digits = Array((uppercase ? "0123456789ABCDEF" : "0123456789abcdef").utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
  }
}

/// Base64 in either alphabet, with or without padding.
enum Base64Text {
  /// What is shorter is a word, and holds no secret with its name.
  static let shortest = 12

  static func decode(_ run: ArraySlice<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(run.count * 3 / 4)
    var (bits, count) = (UInt32(0), 0)
    for character in run {
      let value = values[Int(character)]
      guard value < 64 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    // A last character alone holds no byte.
    return bytes
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

  /// Whether the first bytes are text, which they are by chance in one of thousands.
  static func holdsText(_ run: ArraySlice<UInt8>) -> Bool {
    guard let start = decode(run.prefix(16)) else { return false }
    let isPlain = start.allSatisfy { (0x20...0x7E).contains($0) || $0 >= 0x80 || (0x09...0x0D).contains($0) }
    // A character may be cut at the end.
    return isPlain
      && (0...3).contains { start.dropLast($0).count > 4 && Array(start.dropLast($0)).firstOffsetThatIsNotUTF8 == nil }
  }
}
