/// The secrets to search for everywhere, and a search for all of them in one pass over a text: plain, in hexadecimal and inside base64.
package struct KnownSecrets: Sendable {
  /// The encoding in which a secret appears.
  package enum Form: Hashable, Sendable {
    case plain
    case hexadecimal(isUppercase: Bool)
    /// Base64, with the number of characters in a group of four before the part that is the same in every text.
    case base64(phase: Int)
  }

  package struct Match {
    package let range: Range<Int>
    package let secret: [UInt8]
    package let form: Form
  }

  private struct Pattern: Sendable {
    let bytes: [UInt8]
    package let secret: [UInt8]
    package let form: Form
    let needsBoundaries: Bool

    func isAfter(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
      bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress, let otherStart = other.baseAddress else { return false }
        let order = memcmp(otherStart, start, min(bytes.count, other.count))
        return order < 0 || order == 0 && other.count < bytes.count
      }
    }
  }

  /// The secrets, in the order they were found.
  private(set) var secrets: [[UInt8]] = []
  private var isKnown: Set<[UInt8]> = []
  /// The number of secrets that the search is prepared for.
  private var preparedCount = 0
  private var patterns: [Pattern] = []
  /// The patterns in the order of their bytes, so that many with the same start cost no more than a few.
  private var order: [Int32] = []
  private var starts = PatternStarts()

  package init() {}

  var isEmpty: Bool { secrets.isEmpty }

  package func contains(_ secret: ArraySlice<UInt8>) -> Bool { isKnown.contains(Array(secret)) }

  /// Adds a secret, which is searched for once ``prepare()`` was called; returns whether it is new.
  package mutating func insert(_ secret: ArraySlice<UInt8>) -> Bool {
    guard isKnown.insert(Array(secret)).inserted else { return false }
    secrets.append(Array(secret))
    return true
  }

  /// Prepares the search for the secrets that were added.
  package mutating func prepare() {
    let first = patterns.count
    for secret in secrets[preparedCount...] { insertForms(of: secret) }
    preparedCount = secrets.count
    guard first < patterns.count else { return }
    order += (first..<patterns.count).map { Int32($0) }
    order.sort { patterns[Int($0)].bytes.lexicographicallyPrecedes(patterns[Int($1)].bytes) }
    if starts.isFull(with: patterns.count) { starts = PatternStarts(of: patterns.lazy.map(\.bytes)) }
  }

  private mutating func insertForms(of secret: [UInt8]) {
    insertForms(of: secret, standingFor: secret)
    guard secret.count >= 6 else { return }
    // As spelled in a link, among bytes that are not text, or in data that is encoded as a whole.
    let text = String(decoding: secret, as: UTF8.self)
    if let spelled = text.addingPercentEncoding(withAllowedCharacters: Self.unreserved), spelled != text {
      insertForms(of: Array(spelled.utf8), standingFor: secret)
    }
  }

  private static let unreserved = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))

  private mutating func insertForms(of bytes: [UInt8], standingFor secret: [UInt8]) {
    // A short one, or one of words, can be part of another text; a long key is not by chance.
    let isKey = bytes.count >= 16 && KeyLikeness(bytes[...]).isKeyLike
    insert(Pattern(bytes: bytes, secret: secret, form: .plain, needsBoundaries: !isKey))
    guard bytes.count >= 6 else { return }
    for phase in 0..<3 { insertBase64(of: bytes, after: phase, standingFor: secret) }
    // Long texts are not written in hexadecimal.
    guard bytes.count <= 4_096 else { return }
    for isUppercase in [false, true] {
      let digits = HexText.encode(bytes, uppercase: isUppercase)
      insert(
        Pattern(bytes: digits, secret: secret, form: .hexadecimal(isUppercase: isUppercase), needsBoundaries: false))
    }
  }

  private mutating func insert(_ pattern: Pattern) {
    guard pattern.bytes.count >= 4 else { return }
    patterns.append(pattern)
    starts.insert(pattern.bytes)
  }

  /// Adds the characters shared by every base64 text in which some bytes follow a number of others.
  private mutating func insertBase64(of bytes: [UInt8], after count: Int, standingFor secret: [UInt8]) {
    let encoded = Array((Data(repeating: 0, count: count) + bytes).base64EncodedData())
    let first = (count * 8 + 5) / 6
    let core = encoded[first..<((count + bytes.count) * 8 / 6)]
    insert(Pattern(bytes: Array(core), secret: secret, form: .base64(phase: first), needsBoundaries: false))
    guard core.place(of: UInt8(ascii: "+")) != nil || core.place(of: UInt8(ascii: "/")) != nil else { return }
    let safe = core.map(\.base64URLCharacter)
    insert(Pattern(bytes: safe, secret: secret, form: .base64(phase: first), needsBoundaries: false))
  }

  /// Returns all places of known secrets, from left to right.
  package func matches(in text: ArraySlice<UInt8>) -> [Match] {
    guard !isEmpty, text.count >= 4 else { return [] }
    let start = text.startIndex
    return text.withUnsafeBufferPointer { matches(in: $0, from: start) }
  }

  private func matches(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> [Match] {
    var found = [Match]()
    var index = 0
    while let place = starts.next(in: text, from: index) {
      guard let pattern = self.pattern(in: text, at: place) else {
        index = place + 1
        continue
      }
      index = place + pattern.bytes.count
      found.append(Match(range: (start + place)..<(start + index), secret: pattern.secret, form: pattern.form))
    }
    return found
  }

  /// Returns all places where a known secret begins, including those inside another.
  package func places(in text: UnsafeBufferPointer<UInt8>) -> [Int] {
    guard !isEmpty else { return [] }
    var found = [Int]()
    var index = 0
    while let place = starts.next(in: text, from: index) {
      if pattern(in: text, at: place) != nil { found.append(place) }
      index = place + 1
    }
    return found
  }

  /// Returns the longest pattern at a place.
  private func pattern(in text: UnsafeBufferPointer<UInt8>, at index: Int) -> Pattern? {
    var rest = UnsafeBufferPointer(rebasing: text[index...])
    while rest.count >= 4 {
      // A pattern that the rest begins with comes before the rest, and between the two only others that begin with it.
      let place = self.place(after: rest)
      guard place > 0 else { return nil }
      let pattern = patterns[Int(order[place - 1])]
      let common = pattern.bytes.withUnsafeBufferPointer { bytes in
        var count = 0
        while count < bytes.count, count < rest.count, bytes[count] == rest[count] { count += 1 }
        return count
      }
      if common == pattern.bytes.count {
        if !pattern.needsBoundaries || hasBoundaries(index..<(index + common), in: text) { return pattern }
        rest = UnsafeBufferPointer(rebasing: rest[..<(common - 1)])
      } else {
        rest = UnsafeBufferPointer(rebasing: rest[..<common])
      }
    }
    return nil
  }

  /// Returns the place in the order after all patterns that do not come after some bytes.
  private func place(after bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var low = 0
    var high = order.count
    while low < high {
      let middle = (low + high) / 2
      if patterns[Int(order[middle])].isAfter(bytes) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  private func hasBoundaries(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = range.lowerBound
    let end = range.upperBound
    let goesOnBefore = start > 0 && text[start - 1].isPartOfToken && text[start].isPartOfToken
    let goesOnAfter = end < text.count && text[end].isPartOfToken && text[end - 1].isPartOfToken
    return !goesOnBefore && !goesOnAfter
  }
}

extension UInt8 {
  /// Whether it goes on with a token, as in `chatcmpl-abc123`, where `abc123` is no word of its own.
  fileprivate var isPartOfToken: Bool { isLetterOrDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_") }

  /// The character of the alphabet for URLs: [RFC 4648, section 5](https://www.rfc-editor.org/rfc/rfc4648#section-5).
  var base64URLCharacter: UInt8 { self == 0x2B ? 0x2D : self == 0x2F ? 0x5F : self }

  /// The character of the other alphabet.
  var base64Character: UInt8 { self == 0x2D ? 0x2B : self == 0x5F ? 0x2F : self }
}
