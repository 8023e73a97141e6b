/// A short digest of a randomly drawn key, which distinguishes it from other keys.
///
/// It is used only for keys that are too random to guess, since the digest of a password could confirm a guess. It has half as
/// many bits as the shortest such key, so the key cannot be found from it.
enum SecretDigest {
  /// The number of digits.
  static let count = 8

  static func bytes(of secret: [UInt8]) -> [UInt8] {
    // FNV-1a with a start of this package, so that digests of the same secrets from elsewhere cannot be looked up here.
    var hash: UInt64 = 0x6E65_7477_6F72_6B74
    for byte in secret { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    let folded = hash ^ hash >> 32
    return (0..<4).map { UInt8(truncatingIfNeeded: folded >> (24 - $0 * 8)) }
  }
}
