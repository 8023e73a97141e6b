extension HTTPHeaders.Field: Hashable {
  /// Whether two fields have the same value, and the same name without regard to case.
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.value == rhs.value && lhs.hasName(rhs.name)
  }

  /// Hashes the value and the name without its case.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name.lowercased())
    hasher.combine(value)
  }

  func hasName(_ other: String) -> Bool {
    let (lhs, rhs) = (name.utf8, other.utf8)
    return lhs.count == rhs.count && zip(lhs, rhs).allSatisfy { $0 == $1 || $0.lowercasedASCII == $1.lowercasedASCII }
  }

  /// Throws where the field cannot be sent: a line break in a value would start a header field of its own.
  func check() throws(InvalidEndpointError) {
    if name.isEmpty || !name.utf8.allSatisfy(ASCIISet.token.contains) {
      throw InvalidEndpointError(
        .invalidHeader, reason: "the header name \(name.quoted) is not one; use letters, digits and hyphens")
    }
    // The value may be a secret, so the text does not show it.
    if !Self.canSend(value: value) {
      throw InvalidEndpointError(
        .invalidHeader, reason: "the value of the header \(name) has a line break or a NUL in it; take that out")
    }
  }

  static func canSend(value: String) -> Bool {
    !value.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0 }
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") ? self | 0x20 : self
  }
}
