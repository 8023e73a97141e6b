import Foundation

/// A search for many secrets at once, in one walk over the text, plain and inside base64.
struct KnownSecrets: Sendable {
  struct Match {
    let range: Range<Int>
    let secret: [UInt8]
    /// For a secret inside base64: how many characters of its group come before the match.
    let base64Phase: Int?
  }

  private struct Pattern: Sendable {
    let bytes: [UInt8]
    let secret: [UInt8]
    let base64Phase: Int?
    let needsBoundaries: Bool
  }

  private var patterns: [UInt32: [Pattern]] = [:]
  /// Which first two bytes some pattern has: nearly all places are passed by this look alone.
  private var starts = [Bool](repeating: false, count: 65_536)

  var isEmpty: Bool { patterns.isEmpty }

  /// Adds a secret to look for.
  mutating func insert(_ secret: [UInt8]) {
    // Shorter ones can be part of an ordinary word.
    insert(Pattern(bytes: secret, secret: secret, base64Phase: nil, needsBoundaries: secret.count < 16))
    guard secret.count >= 6 else { return }
    for phase in 0..<3 { insertBase64(of: secret, after: phase) }
  }

  private mutating func insert(_ pattern: Pattern) {
    guard pattern.bytes.count >= 4 else { return }
    let key = Self.key(pattern.bytes[...], at: 0)
    let others = patterns[key] ?? []
    // The longest comes first: a secret may begin with another.
    let place = others.firstIndex { $0.bytes.count < pattern.bytes.count } ?? others.endIndex
    patterns[key, default: []].insert(pattern, at: place)
    starts[Int(pattern.bytes[0]) << 8 | Int(pattern.bytes[1])] = true
  }

  /// Adds the characters that every base64 text has in which the secret follows a number of other bytes.
  private mutating func insertBase64(of secret: [UInt8], after count: Int) {
    let encoded = Array(Data(repeating: 0, count: count).base64EncodedBytes(appending: secret))
    let first = (count * 8 + 5) / 6
    let core = encoded[first..<((count + secret.count) * 8 / 6)]
    insert(Pattern(bytes: Array(core), secret: secret, base64Phase: first, needsBoundaries: false))
    let safe = core.map(\.base64URLCharacter)
    guard !safe.elementsEqual(core) else { return }
    insert(Pattern(bytes: safe, secret: secret, base64Phase: first, needsBoundaries: false))
  }

  /// All places of known secrets, from left to right.
  func matches(in text: ArraySlice<UInt8>) -> [Match] {
    guard !isEmpty, text.count >= 4 else { return [] }
    var (found, index) = ([Match](), text.startIndex)
    let last = text.endIndex - 4
    while index <= last {
      if starts[Int(text[index]) << 8 | Int(text[index + 1])], let match = match(in: text, at: index) {
        found.append(match)
        index = match.range.upperBound
      } else {
        index += 1
      }
    }
    return found
  }

  private func match(in text: ArraySlice<UInt8>, at index: Int) -> Match? {
    for pattern in patterns[Self.key(text, at: index)] ?? [] {
      let end = index + pattern.bytes.count
      guard end <= text.endIndex, text[index..<end].elementsEqual(pattern.bytes) else { continue }
      if pattern.needsBoundaries {
        let isInWord =
          index > text.startIndex && text[index - 1].isLetterOrDigit && text[index].isLetterOrDigit
          || end < text.endIndex && text[end].isLetterOrDigit && text[end - 1].isLetterOrDigit
        if isInWord { continue }
      }
      return Match(range: index..<end, secret: pattern.secret, base64Phase: pattern.base64Phase)
    }
    return nil
  }

  private static func key(_ bytes: ArraySlice<UInt8>, at index: Int) -> UInt32 {
    bytes[index..<(index + 4)].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

extension Data {
  fileprivate func base64EncodedBytes(appending bytes: [UInt8]) -> Data {
    (self + bytes).base64EncodedData()
  }
}

extension UInt8 {
  /// The character of the alphabet for URLs: [RFC 4648, section 5](https://www.rfc-editor.org/rfc/rfc4648#section-5).
  var base64URLCharacter: UInt8 {
    switch self {
    case UInt8(ascii: "+"): UInt8(ascii: "-")
    case UInt8(ascii: "/"): UInt8(ascii: "_")
    default: self
    }
  }

  var base64Character: UInt8 {
    switch self {
    case UInt8(ascii: "-"): UInt8(ascii: "+")
    case UInt8(ascii: "_"): UInt8(ascii: "/")
    default: self
    }
  }

  var isBase64Byte: Bool {
    isLetterOrDigit || self == UInt8(ascii: "+") || self == UInt8(ascii: "/") || self == UInt8(ascii: "-")
      || self == UInt8(ascii: "_")
  }
}
