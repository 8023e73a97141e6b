/// The form of a service's keys: fixed parts, and parts drawn from an alphabet.
///
/// Only the form counts: it does not matter whether a key's letters look random.
struct KeyGrammar: Sendable {
  private enum Part: Sendable {
    case fixed([UInt8])
    case drawn(KeyAlphabet, least: Int, most: Int)
  }

  /// The name of the service, and the purpose of the key if it has several.
  let kind: String
  /// Whether a part of a URL before it stays. Such an address is a credential as a whole, and may change each time.
  let isAddress: Bool
  /// The fixed part to search for, and the number of bytes before it.
  let anchor: [UInt8]
  let anchorOffset: Int
  private let parts: [Part]
  private let firstHidden: Int

  /// Parses a form, such as `ghp_<w36>`; nil for one that is misspelled.
  init?(_ form: String, kind: String) {
    var parts = [Part]()
    var firstHidden = 0
    for piece in form.split(separator: "<") {
      let ends = piece.split(separator: ">", maxSplits: 1, omittingEmptySubsequences: false)
      if ends.count == 2 {
        guard let part = Self.drawn(ends[0]) else { return nil }
        parts.append(part)
      } else if piece.startIndex != form.startIndex {
        return nil
      }
      guard let last = ends.last, !last.isEmpty else { continue }
      let pieces = last.split(separator: "^", maxSplits: 1, omittingEmptySubsequences: false)
      parts.append(.fixed(Array(pieces[0].utf8)))
      if pieces.count == 2 { firstHidden = parts.count }
    }
    self.kind = kind
    self.parts = parts
    self.firstHidden = firstHidden
    isAddress = firstHidden > 0
    var offset = 0
    for part in parts {
      switch part {
      case .fixed(let bytes) where bytes.count >= 2:
        anchor = bytes
        anchorOffset = offset
        return
      case .fixed(let bytes): offset += bytes.count
      case .drawn(_, let least, let most) where least == most: offset += least
      case .drawn: return nil
      }
    }
    return nil
  }

  private static func isInPath(_ place: Int, of text: ArraySlice<UInt8>) -> Bool {
    var start = place
    while start > text.startIndex, place - start < 512, text[start - 1] > 0x20 {
      if "?#\"'=,<>".utf8.contains(text[start - 1]) { return false }
      start -= 1
    }
    return start < place && text[start..<place].contains(0x2F)
  }

  /// Parses a part such as `w36`, `d8-10` or `u20+`.
  private static func drawn(_ text: Substring) -> Part? {
    guard let letter = text.utf8.first else { return nil }
    let bounds = text.dropFirst()
    guard let alphabet = KeyAlphabet(letter) else { return nil }
    if bounds.hasSuffix("+") { return Int(bounds.dropLast()).map { .drawn(alphabet, least: $0, most: .max) } }
    let numbers = bounds.split(separator: "-").compactMap { Int($0) }
    guard let least = numbers.first, let most = numbers.last else { return nil }
    return .drawn(alphabet, least: least, most: most)
  }

  /// Returns the hidden part of the key whose anchor is at a place, and the number of random bits; nil if there is no such key.
  package func match(
    in text: ArraySlice<UInt8>, anchorAt place: Int, _ slashesDivide: Bool
  ) -> (range: Range<Int>, bits: Double)? {
    let start = place - anchorOffset
    guard start >= text.startIndex, start == text.startIndex || !text[start - 1].isLetterOrDigit else { return nil }
    var index = start
    var hidden = start
    var bits = 0.0
    for number in parts.indices {
      if number == firstHidden { hidden = index }
      switch parts[number] {
      case .fixed(let bytes):
        guard text.has(bytes, at: index) else { return nil }
        index += bytes.count
      case .drawn(let alphabet, let least, let most):
        var end = text.end(of: alphabet.characters, from: index, limit: most)
        // A path is divided by slashes, which also occur in base64.
        if slashesDivide, least < most, !isAddress, alphabet.hasSlash,
          let slash = text[..<end].place(of: 0x2F, from: index),
          Self.isInPath(start, of: text)
        {
          end = slash
        }
        // The full stop of a sentence is not part of the key before it.
        while number == parts.count - 1, end > index, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
        guard end - index >= least else { return nil }
        bits += Double(end - index) * alphabet.bits
        index = end
      }
    }
    return index < text.endIndex && text[index].isLetterOrDigit ? nil : (hidden..<index, bits)
  }
}

/// The alphabet of a part of a key.
struct KeyAlphabet: Sendable {
  /// The number of bits in a character.
  let bits: Double
  let characters: ByteKinds
  let hasSlash: Bool

  init?(_ letter: UInt8) {
    guard let number = Self.all.firstIndex(where: { $0.letter == letter }) else { return nil }
    bits = Self.all[number].bits
    characters = .alphabet(number)
    hasSlash = Self.all[number].characters.contains("/")
  }

  static let digits = "0123456789"
  static let lower = "abcdefghijklmnopqrstuvwxyz"
  static let upper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"

  static let all: [(letter: UInt8, characters: String, bits: Double)] = [
    (UInt8(ascii: "d"), digits, 3.3), (UInt8(ascii: "x"), digits + "abcdef", 4),
    (UInt8(ascii: "X"), digits + "abcdefABCDEF", 4), (UInt8(ascii: "l"), digits + lower, 5.1),
    (UInt8(ascii: "U"), digits + upper, 5.1),
    // Base32, and Bech32's.
    (UInt8(ascii: "z"), "234567" + upper, 5), (UInt8(ascii: "k"), "023456789ACDEFGHJKLMNPQRSTUVWXYZ", 5),
    (UInt8(ascii: "w"), digits + lower + upper, 5.9), (UInt8(ascii: "u"), digits + lower + upper + "-_", 6),
    (UInt8(ascii: "v"), digits + lower + upper + "-_=", 6), (UInt8(ascii: "t"), digits + lower + upper + "-_=.~", 6),
    (UInt8(ascii: "T"), digits + lower + upper + "%", 6),
    // Base64 in both alphabets.
    (UInt8(ascii: "B"), digits + lower + upper + "+/-_=", 6),
    // Some parts of a path.
    (UInt8(ascii: "p"), digits + lower + upper + "-_@/", 6),
  ]
}

/// An index of the kinds of keys by the two bytes that a search meets first.
struct KeyIndex: Sendable {
  static let standard = KeyIndex(KeyKinds.all)

  /// The number of a bucket for each pair of bytes, zero for most.
  private(set) var buckets = [UInt8](repeating: 0, count: 1 << 16)
  private var kinds: [[KeyGrammar]] = [[]]
  /// The last bucket with kinds that have drawn parts before their anchor; those of the others begin with it.
  private var lastInside = 0

  private init(_ all: [KeyGrammar]) {
    for kind in all where kind.anchorOffset > 0 { insert(kind) }
    lastInside = kinds.count - 1
    for kind in all where kind.anchorOffset == 0 { insert(kind) }
  }

  private mutating func insert(_ kind: KeyGrammar) {
    let pair = Int(kind.anchor[0]) << 8 | Int(kind.anchor[1])
    if buckets[pair] == 0, kinds.count < 256 {
      buckets[pair] = UInt8(kinds.count)
      kinds.append([])
    }
    kinds[Int(buckets[pair])].append(kind)
  }

  /// Returns whether keys of a bucket can be found in the middle of a word.
  package func isInside(_ bucket: UInt8) -> Bool { bucket <= lastInside }

  package func match(in text: ArraySlice<UInt8>, at place: Int, bucket: UInt8, _ slashesDivide: Bool) -> SecretShapes
    .Match?
  {
    let kinds = kinds[Int(bucket)]
    var number = 0
    while number < kinds.count {
      let kind = kinds[number]
      if text.has(kind.anchor, at: place), let (range, bits) = kind.match(in: text, anchorAt: place, slashesDivide) {
        return SecretShapes.Match(
          range: range, name: kind.isAddress ? kind.kind == "asp-session" ? "session" : "webhook" : "api-key",
          kind: kind.kind,
          tellsApart: bits >= 64 && !kind.isAddress)
      }
      number += 1
    }
    return nil
  }
}
