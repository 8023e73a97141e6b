extension [UInt8] {
  /// How many bytes come before the first that is not UTF-8; nil where all are.
  var firstOffsetThatIsNotUTF8: Int? {
    var offset = 0
    while offset < count {
      let byte = self[offset]
      if byte < 0x80 {
        offset += 1
        continue
      }
      guard let length = lengthOfScalar(at: offset) else { return offset }
      offset += length
    }
    return nil
  }

  // Table 3-7 of the Unicode Standard: what the second byte may be depends on the first.
  private func lengthOfScalar(at offset: Int) -> Int? {
    let (length, second): (Int, ClosedRange<UInt8>)
    switch self[offset] {
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard offset + length <= count, second.contains(self[offset + 1]) else { return nil }
    return self[(offset + 2)..<(offset + length)].allSatisfy { (0x80...0xBF).contains($0) } ? length : nil
  }
}
