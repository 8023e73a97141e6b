/// Text in two bytes for each unit, as some platforms send it: [RFC 2781](https://www.rfc-editor.org/rfc/rfc2781).
struct UTF16Text {
  /// The text in UTF-8, including a byte order mark.
  let utf8: [UInt8]
  private let encoding: String.Encoding

  /// Decodes bytes; nil for those that are something else.
  init?(_ bytes: ArraySlice<UInt8>) {
    guard bytes.count >= 4, bytes.count.isMultiple(of: 2), let isBigEndian = Self.isBigEndian(bytes) else { return nil }
    encoding = isBigEndian ? .utf16BigEndian : .utf16LittleEndian
    guard let text = String(bytes: bytes, encoding: encoding), text.data(using: encoding) == Data(bytes) else {
      return nil
    }
    utf8 = Array(text.utf8)
  }

  /// Encodes a text in the same byte order.
  func encoded(_ utf8: [UInt8]) -> [UInt8] {
    Array(String(decoding: utf8, as: UTF8.self).data(using: encoding) ?? Data())
  }

  /// Returns the byte order; nil if the bytes do not look like text of this kind.
  private static func isBigEndian(_ bytes: ArraySlice<UInt8>) -> Bool? {
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    // Without a mark, nearly all text from programs is ASCII, every other byte of which is zero here.
    var zeros = (even: 0, odd: 0)
    for (place, byte) in bytes.enumerated() where byte == 0 {
      if place.isMultiple(of: 2) { zeros.even += 1 } else { zeros.odd += 1 }
    }
    let half = bytes.count / 2
    guard max(zeros.even, zeros.odd) * 10 >= half * 7, min(zeros.even, zeros.odd) * 10 <= half else { return nil }
    return zeros.even > zeros.odd
  }
}
