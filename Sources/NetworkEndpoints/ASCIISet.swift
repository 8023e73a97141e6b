/// A set of ASCII characters in two words of bits: every byte of every request passes through one.
package struct ASCIISet: Sendable {
  @usableFromInline var low: UInt64 = 0
  @usableFromInline var high: UInt64 = 0

  package init(_ members: String) {
    for byte in members.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte & 63) }
    }
  }

  @inlinable
  package func contains(_ byte: UInt8) -> Bool {
    switch byte {
    case 0..<64: low & (1 << UInt64(byte)) != 0
    case 64..<128: high & (1 << UInt64(byte & 63)) != 0
    default: false
    }
  }
}

extension ASCIISet {
  private static let alphanumeric = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

  static let digits = Self("0123456789")
  static let hexDigits = Self("0123456789abcdefABCDEF")
  /// `tchar` of RFC 9110, section 5.6.2.
  static let token = Self(alphanumeric + "!#$%&'*+-.^_`|~")
  static let hostName = Self(alphanumeric + "-._")
  /// `pchar` of RFC 3986, section 3.3, and the slash.
  static let path = Self(alphanumeric + "-._~!$&'()*+,;=:@/")
  /// Without `+`, which servers read as a space, and `;`, which some read as `&`.
  static let queryComponent = Self(alphanumeric + "-._~!$'()*,:@/?")
  /// <https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set>, and the space.
  static let formComponent = Self(alphanumeric + "*-._ ")
}
