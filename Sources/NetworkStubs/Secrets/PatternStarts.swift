/// The first four bytes of patterns, approximately: this check alone skips nearly all places of a text.
struct PatternStarts: Sendable {
  private var bits: [UInt64]
  private let shift: UInt32

  /// Creates a set with room for twice the patterns.
  init(of patterns: some Collection<[UInt8]> = EmptyCollection<[UInt8]>()) {
    // Sixteen bits each, so that few places look like a start by chance.
    let size = max(1 << 12, patterns.count * 32)
    let exponent = UInt32(Int.bitWidth - (size - 1).leadingZeroBitCount)
    bits = [UInt64](repeating: 0, count: 1 << (exponent - 6))
    shift = 32 - exponent
    for pattern in patterns { insert(pattern) }
  }

  func isFull(with count: Int) -> Bool { count * 16 > bits.count * 64 && shift > 0 }

  mutating func insert(_ pattern: [UInt8]) {
    let key = pattern.prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let bit = (key &* 0x9E37_79B1) >> shift
    bits[Int(bit >> 6)] |= 1 << UInt64(bit & 63)
  }

  /// Returns the next place where a pattern may begin.
  func next(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let last = text.count - 4
    let shift = UInt64(self.shift)
    guard start <= last else { return nil }
    return bits.withUnsafeBufferPointer { bits in
      var index = start
      // The four bytes at the place, the last one highest.
      var key = UInt32(text[index]) << 8 | UInt32(text[index + 1]) << 16 | UInt32(text[index + 2]) << 24
      while index <= last {
        key = key >> 8 | UInt32(text[index + 3]) << 24
        let bit = UInt64(key &* 0x9E37_79B1) &>> shift
        if bits[Int(bit &>> 6)] & (1 &<< (bit & 63)) != 0 { return index }
        index += 1
      }
      return nil
    }
  }
}
