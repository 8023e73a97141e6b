/// A short digest of a randomly drawn key, which distinguishes it from other keys.
///
/// It is used only for keys that are too random to guess, since the digest of a password could confirm a guess. It has half as
/// many bits as the shortest such key, so the key cannot be found from it.
enum SecretDigest {
  /// The number of digits.
  static let count = 8

  static func bytes(of secret: [UInt8]) -> [UInt8] {
    // SipHash-2-4 with a key of this package, so that digests of the same secrets from elsewhere cannot be looked up here.
    let hash = SipHash.hash(secret, key: (0x6E65_7477_6F72_6B74, 0x6573_7469_6E67_2131))
    let folded = hash ^ hash >> 32
    return (0..<4).map { UInt8(truncatingIfNeeded: folded >> (24 - $0 * 8)) }
  }
}

/// A keyed hash that is the same on every machine: [SipHash](https://www.aumasson.jp/siphash/siphash.pdf).
enum SipHash {
  static func hash(_ bytes: [UInt8], key: (UInt64, UInt64)) -> UInt64 {
    var state = State(key)
    let whole = bytes.count / 8 * 8
    for start in stride(from: 0, to: whole, by: 8) { state.take(word(bytes[start..<(start + 8)])) }
    state.take(word(bytes[whole...]) | UInt64(truncatingIfNeeded: bytes.count) << 56)
    return state.finish()
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private struct State {
    private var a, b, c, d: UInt64

    init(_ key: (UInt64, UInt64)) {
      a = key.0 ^ 0x736F_6D65_7073_6575
      b = key.1 ^ 0x646F_7261_6E64_6F6D
      c = key.0 ^ 0x6C79_6765_6E65_7261
      d = key.1 ^ 0x7465_6462_7974_6573
    }

    package mutating func take(_ word: UInt64) {
      d ^= word
      for _ in 0..<2 { mix() }
      a ^= word
    }

    mutating func finish() -> UInt64 {
      c ^= 0xFF
      for _ in 0..<4 { mix() }
      return a ^ b ^ c ^ d
    }

    private mutating func mix() {
      a &+= b
      b = rotated(b, 13) ^ a
      a = rotated(a, 32)
      c &+= d
      d = rotated(d, 16) ^ c
      a &+= d
      d = rotated(d, 21) ^ a
      c &+= b
      b = rotated(b, 17) ^ c
      c = rotated(c, 32)
    }

    private func rotated(_ value: UInt64, _ count: UInt64) -> UInt64 { value << count | value >> (64 - count) }
  }
}
