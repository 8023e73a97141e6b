/// A set of ASCII characters in two words of bits, used for every byte of every request.
///
/// It checks short texts against one set. Redaction runs many checks on long texts, and has a table for them, `ByteKinds`.
package struct ASCIISet: Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  package init(_ members: String) {
    for byte in members.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  @inlinable package func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<64: low & (1 << UInt64(byte)) != 0
    case 64..<128: high & (1 << UInt64(byte & 63)) != 0
    default: false
    }
  }

  private static let alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

  static let digits = Self("0123456789")
  static let hexDigits = Self("0123456789abcdefABCDEF")
  static let addressCharacters = Self("0123456789abcdefABCDEF:.")
  /// The `tchar` of RFC 9110, section 5.6.2.
  package static let token = Self(alphanumeric + "!#$%&'*+-.^_`|~")
  static let hostName = Self(alphanumeric + "-._")
  /// The `pchar` of RFC 3986, section 3.3, and the slash.
  static let path = Self(alphanumeric + "-._~!$&'()*+,;=:@/")
  /// The characters of a path and a query together.
  static let target = Self(alphanumeric + "-._~!$&'()*+,;=:@/?")
  /// The characters of a query without `+`, which servers read as a space, and `;`, which some read as `&`.
  static let queryComponent = Self(alphanumeric + "-._~!$'()*,:@/?")
  /// <https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set>, and the space.
  static let formComponent = Self(alphanumeric + "*-._ ")
}

/// Bytes of a text that is being read, which must not outlive it.
package typealias ByteSlice = Slice<UnsafeBufferPointer<UInt8>>

extension ByteSlice {
  /// Returns the first place of a byte.
  ///
  /// The C library searches many bytes at once, even in a debug build.
  package func place(of byte: UInt8) -> Int? {
    guard let address = base.baseAddress else { return nil }
    let start = UnsafeRawPointer(address + startIndex)
    return memchr(start, Int32(byte), count).map { startIndex + (UnsafeRawPointer($0) - start) }
  }
}

extension String {
  /// Returns whether the text contains the bytes of another text.
  package func containsBytes(of other: String) -> Bool {
    var text = self
    var other = other
    return text.withUTF8 { text in other.withUTF8 { other in text[...].contains(other) } }
  }
}

extension ByteSlice {
  /// Returns whether these bytes contain others; fast in a debug build, like ``place(of:)``.
  fileprivate func contains(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = other.first, let pattern = other.baseAddress else { return true }
    guard let address = base.baseAddress else { return false }
    var rest = self
    while rest.count >= other.count, let place = rest.place(of: first) {
      if endIndex - place < other.count { return false }
      if memcmp(address + place, pattern, other.count) == 0 { return true }
      rest = rest[(place + 1)...]
    }
    return false
  }
}

extension UInt8 {
  package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// A fingerprint that is the same in every run: [FNV-1a](https://www.rfc-editor.org/rfc/rfc9923) of 64 bits.
package struct Fingerprint: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  /// Creates the fingerprint of bytes, from the usual start or from one of your own.
  package init(of bytes: some Sequence<UInt8>, from start: UInt64 = Fingerprint().value) {
    value = start
    for byte in bytes { combine(UInt64(byte)) }
  }

  /// Adds a number, such as a byte.
  package mutating func combine(_ number: UInt64) { value = (value ^ number) &* 0x100_0000_01B3 }
  package var digits: String { Self.digits(value) }

  /// Returns a number in 16 hexadecimal digits.
  package static func digits(_ value: UInt64) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Collection<UInt8> {
  /// The number of bytes before the first that is not UTF-8; nil if all are.
  package var firstOffsetThatIsNotUTF8: Int? {
    withContiguousStorageIfAvailable(Self.firstOffsetThatIsNotUTF8) ?? Array(self).firstOffsetThatIsNotUTF8
  }

  private static func firstOffsetThatIsNotUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var offset = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte < 0x80 {
        offset += 1
        continue
      }
      // Table 3-7 of the Unicode Standard: the range of the second byte depends on the first.
      let (length, second): (Int, ClosedRange<UInt8>)
      switch byte {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xE1...0xEC, 0xEE...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return offset
      }
      guard offset + length <= bytes.count, second.contains(bytes[offset + 1]) else { return offset }
      for place in (offset + 2)..<(offset + length) where bytes[place] & 0xC0 != 0x80 { return offset }
      offset += length
    }
    return nil
  }
}

extension String {
  /// Returns whether two texts have the same bytes, as a server compares them.
  ///
  /// With `==`, `é` as one character equals `e` with an accent after it.
  package func isSame(as other: String) -> Bool {
    self == other && utf8.count == other.utf8.count && (utf8.allSatisfy { $0 < 0x80 } || utf8.elementsEqual(other.utf8))
  }
}
